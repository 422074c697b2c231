/* Read a profile with speedscope, as its users do: in a browser.

   SPDX-License-Identifier: GPL-3.0-or-later

   node speedscope-read.js BROWSER SPEEDSCOPE FILE

   SPEEDSCOPE is the directory of its npm package.  Prints what its table
   shows of all profiles in FILE together: for each function a line with its
   time with callees and its own, each with what rounding leaves open, in
   nanoseconds, and its name; with tabs between.  */

"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const { Browser } = require("./browser.js");
const [, , command, speedscope, file] = process.argv;

const units = { ns: 1, "µs": 1e3, ms: 1e6, s: 1e9 };

/* "24.47ms" as [24470000, 5000].  */
const parse = (text) => {
  const [, digits, unit] = /^([\d.]+)(ns|µs|ms|s) \(/.exec(text);
  const decimals = (digits.split(".")[1] || "").length;
  return [Number(digits) * units[unit], 0.5 * units[unit] / 10 ** decimals];
};

/* When TEST, an expression, is true of PAGE; at most for 20 seconds.  */
const until = async (page, test) => {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate(test))
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("waited in vain for " + test);
};

const read = async (page, script) => {
  const index = path.resolve(speedscope, "dist/release/index.html");
  await page.load(`file://${index}#view=sandwich&localProfilePath=${script}`);
  await until(page, "/Symbol Name/.test(document.body.innerText)");
  const sums = new Map();
  for (let number = 1, count = 1; number <= count; number++) {
    await until(page, `!/\\(\\d+\\/\\d+\\)/.test(document.body.innerText)
      || /\\(${number}\\/\\d+\\)/.test(document.body.innerText)`);
    const text = await page.evaluate("document.body.innerText");
    count = Number((/\(\d+\/(\d+)\)/.exec(text) || [0, 1])[1]);
    const rows = text.slice(text.indexOf("Symbol Name")).split("\n")
      .map((each) => each.trim()).filter((each) => each !== "").slice(1);
    for (let i = 0; i + 2 < rows.length; i += 3) {
      const sum = sums.get(rows[i + 2]) || [0, 0, 0, 0];
      const row = [...parse(rows[i]), ...parse(rows[i + 1])];
      sums.set(rows[i + 2], sum.map((each, j) => each + row[j]));
    }
    await page.key("n");
    await page.settle();
  }
  for (const [name, sum] of sums)
    console.log([...sum, name].join("\t"));
};

(async () => {
  const scripts = fs.mkdtempSync(path.join(os.tmpdir(), "cgprof-speedscope-"));
  const script = path.join(scripts, "profile.js");
  fs.writeFileSync(script, "speedscope.loadFileFromBase64("
    + JSON.stringify(path.basename(file)) + ","
    + JSON.stringify(fs.readFileSync(file).toString("base64")) + ")");
  const browser = new Browser(command);
  let failed;
  try {
    /* Only rows that are in sight are in the page.  */
    const page = await browser.open(1200, 8000);
    await read(page, script);
    for (const error of page.errors.filter((each) => !/^Warning/.test(each)))
      console.error("speedscope: " + error);
  } catch (error) {
    failed = error;
  }
  await browser.stop();
  fs.rmSync(scripts, { recursive: true });
  if (failed) {
    console.error(String(failed));
    process.exitCode = 1;
  }
})();
