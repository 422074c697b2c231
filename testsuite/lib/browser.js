/* A browser to test pages in: Chromium without a window, driven over its
   DevTools protocol, whose messages go through pipes (file descriptors 3 and
   4), each with a zero byte behind it.  Only node's own modules.

   SPDX-License-Identifier: GPL-3.0-or-later  */

"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

/* What was started; each has `stop'.  */
class Browser {
  constructor(command) {
    this.home = fs.mkdtempSync(path.join(os.tmpdir(), "cgprof-browser-"));
    this.process = spawn(command, [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--disable-dev-shm-usage", "--hide-scrollbars",
      "--force-color-profile=srgb", "--remote-debugging-pipe",
      "--user-data-dir=" + this.home, "about:blank"
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.number = 0;
    this.waiting = new Map();
    this.listeners = [];
    let rest = "";
    this.process.stdio[4].setEncoding("utf8");
    this.process.stdio[4].on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts)
        this.receive(JSON.parse(part));
    });
    this.process.stdio[3].on("error", () => {});
    this.process.on("error", (error) => this.fail(error));
    this.process.on("exit", () => this.fail(new Error("browser ended")));
  }

  fail(error) {
    for (const { reject } of this.waiting.values())
      reject(error);
    this.waiting.clear();
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error)
        waiting.reject(new Error(waiting.method + ": "
                                 + message.error.message));
      else
        waiting.resolve(message.result);
    } else
      for (const listener of this.listeners)
        listener(message);
  }

  send(method, params, sessionId) {
    const id = ++this.number;
    this.process.stdio[3].write(
      JSON.stringify({ id, method, params: params || {}, sessionId }) + "\0");
    return new Promise((resolve, reject) =>
      this.waiting.set(id, { resolve, reject, method }));
  }

  async open(width, height) {
    const { targetId } = await this.send("Target.createTarget",
                                         { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget",
                                          { targetId, flatten: true });
    const page = new Page(this, sessionId);
    await page.send("Page.enable");
    await page.send("Runtime.enable");
    await page.send("Log.enable");
    await page.size(width, height);
    return page;
  }

  async stop() {
    this.send("Browser.close").catch(() => {});
    await Promise.race([this.ended,
                        new Promise((resolve) => setTimeout(resolve, 3000))]);
    this.process.kill("SIGKILL");
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/* A tab.  ERRORS: what the page complained of.  REQUESTS: what it asked
   for.  */
class Page {
  constructor(browser, session) {
    this.browser = browser;
    this.session = session;
    this.errors = [];
    this.requests = [];
    this.loaded = () => {};
    browser.listeners.push(({ method, params, sessionId }) => {
      if (sessionId !== session)
        return;
      if (method === "Page.loadEventFired")
        this.loaded();
      else if (method === "Runtime.exceptionThrown")
        this.errors.push((params.exceptionDetails.exception || {}).description
                         || params.exceptionDetails.text);
      else if (method === "Runtime.consoleAPICalled"
               && ["error", "warning", "assert"].includes(params.type))
        this.errors.push(params.args.map(
          (each) => each.value || each.description).join(" "));
      else if (method === "Log.entryAdded"
               && ["error", "warning"].includes(params.entry.level))
        this.errors.push(params.entry.text);
      else if (method === "Network.requestWillBeSent")
        this.requests.push(params.request.url);
    });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  size(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", {
      width, height, deviceScaleFactor: 1, mobile: false
    });
  }

  /* "dark" or "light", as the system would prefer it.  */
  prefer(scheme) {
    return this.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: scheme },
                 { name: "prefers-reduced-motion", value: "reduce" }]
    });
  }

  /* Load URL afresh, even if only the part behind its # is another, and
     wait until the page has drawn.  */
  async load(url) {
    if (url !== "about:blank")
      await this.load("about:blank");
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    await this.send("Page.navigate", { url });
    await loaded;
    await this.settle();
  }

  /* The value of EXPRESSION in the page; a promise is waited for.  */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, returnByValue: true, awaitPromise: true
    });
    if (exceptionDetails)
      throw new Error(expression + ": "
                      + (exceptionDetails.exception || {}).description);
    return result.value;
  }

  /* Until the page has drawn twice.  */
  settle() {
    return this.evaluate("new Promise((done) => requestAnimationFrame("
                         + "() => requestAnimationFrame("
                         + "() => setTimeout(() => done(1), 0))))");
  }

  /* MODIFIERS: 8 is Shift.  */
  async key(key, text, modifiers = 0) {
    const codes = { Enter: 13, Escape: 27, Backspace: 8, ArrowLeft: 37,
                    ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, PageUp: 33,
                    PageDown: 34, End: 35, Home: 36 };
    const params = { key, modifiers, windowsVirtualKeyCode: codes[key]
                     || key.toUpperCase().charCodeAt(0),
                     text: text || (key.length === 1 ? key
                                    : key === "Enter" ? "\r" : undefined) };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...params });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await this.settle();
  }

  async type(text) {
    await this.send("Input.insertText", { text });
    await this.settle();
  }

  async mouse(type, x, y, more) {
    await this.send("Input.dispatchMouseEvent",
                    { type, x, y, button: "none", ...more });
  }

  async clickAt(x, y) {
    await this.mouse("mouseMoved", x, y);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.mouse(type, x, y, { button: "left", clickCount: 1 });
    await this.settle();
  }

  /* Click the middle of the element that SELECTOR finds.  */
  async click(selector) {
    const place = await this.evaluate(`(() => {
      const found = document.querySelector(${JSON.stringify(selector)});
      if (!found)
        return null;
      found.scrollIntoView({ block: "nearest" });
      const box = found.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    if (!place)
      throw new Error("no element " + selector);
    await this.clickAt(...place);
  }

  async picture(file) {
    await this.settle();
    const { data } = await this.send("Page.captureScreenshot",
                                     { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }
}

module.exports = { Browser };
