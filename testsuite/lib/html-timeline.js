/* Use the timeline of an HTML report, in a browser: checks of html-browse.js.

   SPDX-License-Identifier: GPL-3.0-or-later  */

"use strict";

const fs = require("fs");

/* By WHAT (html-browse.js), with its CHECK and TEXTS, of the page at URL.  */
module.exports = ({ check, texts, url }) => {
  /* What an export calls FUNCTION, and what it would if another module had one of
     that name, too: as the page does, which has all of the run.  */
  const namesOf = ({ name, symbol, module }) => [name, `${symbol} (${module})`];

  /* What the page has more than a microsecond otherwise than WANTED, an export
     of the part of the run that is chosen on the page: times of functions and
     arcs, and all of it.  */
  const differing = async (page, wanted) => {
    const got = await page.evaluate(`(() => {
      const { name } = profile.functions;
      const { functions, arcs, total } = chosen;
      return {
        total, tree: trees().total[0],
        functions: name.map((each, f) => [each, functions.self[f],
                                          functions.inclusive[f]]),
        arcs: arcs.caller.map((caller, i) => [
          name[caller] + " -> " + name[arcs.callee[i]], arcs.inclusive[i]])
      };
    })()`);
    const times = new Map([["total", [wanted.seconds]],
                           ["tree", [wanted.seconds]]]);
    const names = new Map();
    for (const each of wanted.functions) {
      names.set(each.name, namesOf(each));
      for (const name of namesOf(each))
        times.set(name, [each.self_seconds, each.inclusive_seconds]);
    }
    for (const each of wanted.arcs)
      for (const caller of names.get(each.caller))
        for (const callee of names.get(each.callee))
          times.set(caller + " -> " + callee, [each.inclusive_seconds]);
    return [["total", got.total], ["tree", got.tree], ...got.functions,
            ...got.arcs].filter(([name, ...found]) => found.some((time, i) =>
      !(Math.abs(time - (times.get(name) || [0, 0])[i] * 1e9) <= 1000)));
  };

  /* The exports that were named, each of a part of the run.  */
  const partsOfRun = () => process.argv.slice(5).map(
    (name) => JSON.parse(fs.readFileSync(name, "utf8")));

  /* Of any program: the times of each part, of which the first has some.  */
  const ranges = async (page) => {
    const parts = partsOfRun();
    const load = ({ from, to }) => page.load(url + `#from=${from}&to=${to}`);
    for (const part of parts) {
      await load(part);
      check(`from ${part.from} to ${part.to}: the times of the export`,
            await differing(page, part), []);
    }
    await load(parts[0]);
    check("threads are left out of a range", await page.evaluate(`(() => {
      const whole = chosen.total;
      return [whole > 0, profile.threads.name.map((name, i) => {
        go({ hiddenThreads: new Set([i]) });
        return whole - chosen.total;
      }).reduce((a, b) => a + b, 0) / whole];
    })()`), ([some, share]) => some && Math.abs(share - 1) < 1e-6);
  };

  /* Of when.c, which has the marks "one" and "two", and the first part between
     them.  */
  const timeline = async (page) => {
    const [between] = partsOfRun();
    const told = () => page.evaluate("document.querySelector("
                                     + "'#timeline .told').textContent");
    const phases = () => page.evaluate(`["first", "second", "third"].filter(
      (name) => chosen.functions.inclusive[profile.byName.get(name)] > 0)`);
    const drag = async (from, to) => {
      const places = () => page.evaluate(`(() => {
        const box = document.querySelector("canvas.timeline")
          .getBoundingClientRect();
        return [box.left + timeline.placeOf(${from}),
                box.left + timeline.placeOf(${to}), box.top + 40];
      })()`);
      /* A busy machine may lay out the page once more meanwhile.  */
      let before, now = await places();
      do {
        before = now;
        const [left, right, y] = now;
        await page.mouse("mouseMoved", left, y);
        await page.settle();
        await page.mouse("mousePressed", left, y, { button: "left",
                                                    clickCount: 1 });
        await page.mouse("mouseMoved", (left + right) / 2, y,
                         { button: "left", buttons: 1 });
        await page.mouse("mouseMoved", right, y, { button: "left",
                                                   buttons: 1 });
        await page.mouse("mouseReleased", right, y, { button: "left",
                                                      clickCount: 1 });
        await page.settle();
        now = await places();
      } while (now.some((place, i) => place !== before[i]));
    };
    await page.load(url);
    await page.settle();
    check("all phases have time", await phases(),
          ["first", "second", "third"]);
    check("a lane for the only thread", await page.evaluate("timeline.lanes"),
          (all) => all.length === 1 && /^main thread/.test(all[0]));
    check("it tells its steps", await told(),
          (text) => /in steps of/.test(text));

    const [one, two] = between.marks.map(({ seconds }) => seconds * 1e9);
    await drag(one, two);
    check("what is dragged over is chosen",
          await page.evaluate("state.range"), (range) => range
          && Math.abs(range[0] - one) < 1e6 && Math.abs(range[1] - two) < 1e6);
    check("a phase that is dragged over", await phases(), ["second"]);
    check("it has the times of the export from mark to mark",
          await differing(page, between), []);
    check("marks are told", await told(), (text) =>
      /\(one\) to .*\(two\) .*calls are those of the whole run/.test(text));
    check("the table has them alone", await page.evaluate(`Object.fromEntries(
      [...document.querySelectorAll(".body .row")].map((row) =>
        [row.querySelector(".code").textContent,
         row.querySelector(".column-inclusive .value").textContent !== "–"])
      .filter(([name]) => /^(first|second|third)$/.test(name)))`),
          (rows) => rows.second === true && rows.first !== true
          && rows.third !== true);
    check("and says so", await page.evaluate(
      texts(".panel-functions > .count")), (all) =>
        all[0].includes("calls are those of the whole run"));
    const address = await page.evaluate("location.hash");
    await page.click("#tab-flame");
    check("the flame graph has them alone", await page.evaluate(
      "flamePanel.graph.rows.flat().map("
      + "({ frame }) => functionName(frame.fn))")
      .then((names) => ["first", "second", "third"].filter(
        (name) => names.includes(name))), ["second"]);
    await page.load(url + "#view=graph&function=burn&" + address.slice(1));
    await page.settle();
    check("the call graph's arcs have them alone", await page.evaluate(
      `[...document.querySelectorAll("svg.graph .arc title")]
        .map((each) => each.textContent)
        .filter((text) => /→ burn/.test(text))
        .map((text) => [text.split(" ")[0], / s|ms/.test(text)]).sort()`),
          [["first", false], ["second", true], ["third", false]]);
    check("the address keeps it", await phases(), ["second"]);
    await page.evaluate("go({ view: 'source' })");
    check("source says that it is of the whole run", await page.evaluate(
      texts(".panel-source > .count")),
          ["figures are those of the whole run"]);

    /* Keys.  */
    await page.load(url);
    await page.evaluate("document.querySelector('canvas.timeline').focus()");
    await page.key("Enter");
    check("Enter chooses the phase", await phases(), ["first"]);
    await page.key("PageDown");
    await page.key("Enter");
    check("a page key goes to the next one", await phases(), ["second"]);
    check("which is announced", await page.evaluate(
      "byId('announcer').textContent"), (text) =>
        /\(one\) to .*\(two\), .* sampled$/.test(text));
    await page.key("Escape");
    check("Escape chooses all", await page.evaluate(
      "[state.range, location.hash]"), (got) => got[0] === null
          && !got[1].includes("from="));
    await page.key("Home");
    await page.key("ArrowRight", null, 8);
    await page.key("ArrowRight", null, 8);
    check("Shift and an arrow key choose a part", await page.evaluate(
      "[state.range[0], state.range[1] / timeline.snapRange(0, 1e12)[1]]"),
          ([from, share]) => from === 0 && share > 0.01 && share < 0.03);
    await page.click("#timeline-reset");
    check("the button chooses all", await page.evaluate("state.range"), null);
    await drag(two, one);
    const [x, y] = await page.evaluate(`(() => {
      const box = document.querySelector("canvas.timeline")
        .getBoundingClientRect();
      return [box.left + 300, box.top + 40];
    })()`);
    check("a range may be dragged backwards", await phases(), ["second"]);
    for (const clickCount of [1, 2])
      for (const type of ["mousePressed", "mouseReleased"])
        await page.mouse(type, x, y, { button: "left", clickCount });
    await page.settle();
    check("a double click chooses all", await page.evaluate("state.range"),
          null);
    await page.prefer("dark");
    await page.size(360, 740);
    await page.load(url + address);
    check("360 pixels are enough", await page.evaluate(
      "document.documentElement.scrollWidth"), 360);
  };

  return { timeline, ranges };
};
