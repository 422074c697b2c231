/* Use an HTML report as people do, in a browser.

   SPDX-License-Identifier: GPL-3.0-or-later

   node html-browse.js BROWSER WHAT PAGE [JSON...]
   node html-browse.js BROWSER picture PAGE FILE [ADDRESS [WIDTHxHEIGHT]]

   WHAT: html (the report of cgprof.report/html.cc), gmon (one of a gmon.out),
   diff (of two builds), processes (of family.c), ranks (of family.c as ranks
   on two hosts; ranks-here: on one), timeline (of when.c, the JSON of a
   phase), ranges (each JSON of a part of the run), bytes (of byte-tree.c;
   bytes-alone: without time, bytes-none: without bytes), code (of blocks-1.c
   and its JSON; code-diff: of two runs, and the JSON of their comparison) or
   large (of make-large).  A line for each check: "PASS: name" or "FAIL: name (what)".
   Times are printed behind "NOTE:", never checked.

   The second form makes a picture in the PNG format of the page at ADDRESS,
   "#view=flame".  */

"use strict";

const path = require("path");
const { Browser } = require("./browser.js");
const timelineChecks = require("./html-timeline.js");
const bytesChecks = require("./html-bytes.js");
const codeChecks = require("./html-code.js");
const [, , command, what, file, picture, address, size] = process.argv;
const url = "file://" + path.resolve(file);

const check = (name, got, wanted) => {
  const same = typeof wanted === "function" ? wanted(got)
    : JSON.stringify(got) === JSON.stringify(wanted);
  console.log(same ? `PASS: ${name}`
              : `FAIL: ${name} (got ${JSON.stringify(got)}`
              + (typeof wanted === "function" ? ")"
                 : `, expected ${JSON.stringify(wanted)})`));
};

/* Texts of the elements that SELECTOR finds.  */
const texts = (selector) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})]`
  + ".map((each) => each.textContent)";
const count = (selector) =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length`;

/* The middle of the flame graph's first frame of the function NAME, in the
   graph EXPRESSION, on the page.  */
const framePlace = (name, expression = "flamePanel.graph") => `(() => {
  const graph = ${expression};
  for (const row of graph.rows)
    for (const { frame, x, w } of row)
      if (functionName(frame.fn) === ${JSON.stringify(name)}) {
        const box = graph.canvas.getBoundingClientRect();
        const left = Math.max(0, x);
        const right = Math.min(graph.scroll.clientWidth, x + w);
        return [box.left + (left + right) / 2,
                box.top + graph.top(frame.depth) + 9
                - graph.scroll.scrollTop];
      }
  return null;
})()`;

const html = async (page) => {
  await page.send("Network.enable");
  await page.prefer("light");
  await page.load(url);
  check("page is ready",
        await page.evaluate("document.documentElement.dataset.ready"), "yes");

  /* The table.  */
  check("table shows functions",
        await page.evaluate(count("#function-rows .body .row")),
        (rows) => rows > 5);
  check("table first is burn, with most time",
        await page.evaluate("document.querySelector('.body .row .code')"
                            + ".textContent"), "burn");
  await page.click("[data-sort='calls']");
  check("table sorts by calls", await page.evaluate(
    "[...document.querySelectorAll('.body .column-calls')].map((each) =>"
    + " Number(each.textContent.replace(/\\D/g, ''))).slice(0, 9)"),
        (calls) => calls.length === 9 && calls[0] > 3600
        && calls.every((value, i) => i === 0 || value <= calls[i - 1]));
  check("table says how it is sorted", await page.evaluate(
    "document.querySelector('[aria-sort=descending]').textContent"),
        (text) => text.startsWith("Calls"));
  await page.click("[data-sort='name']");
  check("table sorts by name", await page.evaluate(
    texts(".body .row .code")),
        (names) => names.length > 5 && names.every(
          (name, i) => i === 0 || new Intl.Collator("en", { numeric: true })
            .compare(names[i - 1], name) <= 0));
  await page.click("#function-rows .body .row:nth-child(2)");
  const second = await page.evaluate(
    "functionName(state.function)");
  check("click selects", await page.evaluate(
    texts("#inspector h2 span:last-child")), [second]);
  await page.evaluate("byId('function-rows').focus()");
  await page.key("ArrowDown");
  check("arrow key selects the next", await page.evaluate(
    texts(".body .row.selected .code"))
    .then((names) => names.length === 1 && names[0] !== second), true);

  /* Search.  */
  await page.key("/");
  await page.type("BOX<");
  await new Promise((resolve) => setTimeout(resolve, 250));
  await page.settle();
  check("search finds both", await page.evaluate(
    texts(".body .row .code")).then((names) => names.sort()),
        ["box<int>::twice(int)", "box<long>::twice(long)"]);
  check("search tells how many",
        await page.evaluate("byId('matches').textContent"), "2");
  check("search is in the address",
        await page.evaluate("location.hash"), (hash) =>
          hash.includes("search=BOX%3C"));
  await page.key("Enter");
  check("Enter selects the best match", await page.evaluate(
    "functionName(state.function)"), "box<int>::twice(int)");
  await page.key("Escape");
  check("Escape ends the search", await page.evaluate("state.search"), "");

  /* Names of any bytes.  */
  check("a byte that is no UTF-8 can be read", await page.evaluate(
    "profile.functions.name.map(formatName).filter((name) =>"
    + " name.startsWith('odd'))"), ["odd\\xffbyte"]);
  await page.load(url + "#function=odd%ffbyte");
  check("and be linked to", await page.evaluate(
    texts("#inspector h2 span:last-child")), ["odd\\xffbyte"]);

  /* Long names, in the table and of a callee.  */
  const long = "pair_of_boxes<int, long>::open_both("
    + "pair_of_boxes<int, long> const&, pair_of_boxes<long, int> const&)";
  await page.load(url + "#function=main");
  check("a long name begins with what matters", await page.evaluate(
    `[...document.querySelectorAll(".body .cell.name")]
      .filter((cell) => cell.title === ${JSON.stringify(long)})
      .map((cell) => [...cell.querySelectorAll(".code, .whole")]
           .map((part) => part.textContent))`),
        [["pair_of_boxes::open_both", long]]);
  check("a callee with a long name", await page.evaluate(
    `[...document.querySelectorAll("#inspector .arcs button")]
      .filter((link) => link.title === ${JSON.stringify(long)})
      .map((link) => link.textContent)`), ["open_both"]);

  /* Flame graph.  */
  await page.click("#tab-flame");
  check("flame graph has frames", await page.evaluate(
    "flamePanel.graph.rows.length"), (rows) => rows > 4);
  check("flame graph's total is the table's", await page.evaluate(
    "Math.abs(flamePanel.graph.root.total - profile.total) < 1000"), true);
  check("inclusive time of all functions is that of the frames",
        await page.evaluate(`(() => {
    const { self, inclusive } = treeTimes(trees()).functions;
    return profile.functions.name.filter((name, f) =>
      Math.abs(inclusive[f] - profile.functions.inclusive[f]) > 1000
      || Math.abs(self[f] - profile.functions.self[f]) > 1000);
  })()`), []);
  await page.clickAt(...await page.evaluate(framePlace("dispatch")));
  check("click zooms", await page.evaluate(
    "[functionName(flamePanel.graph.zoomed.fn),"
    + " flamePanel.graph.to - flamePanel.graph.from < 1]"),
        ["dispatch", true]);
  const zoomed = await page.evaluate("location.hash");
  check("zoom is in the address", zoomed,
        (hash) => /flame=.*;dispatch\b/.test(hash));
  await page.click("#flame-reset");
  check("reset", await page.evaluate(
    "[flamePanel.graph.from, flamePanel.graph.to, state.flame.length]"),
        [0, 1, 0]);
  await page.evaluate("history.back()");
  await page.settle();
  await page.settle();
  check("back goes back", await page.evaluate("state.flame.length > 0"),
        true);
  await page.evaluate("flamePanel.graph.canvas.focus();"
    + "flamePanel.graph.actions.zoom(flamePanel.graph.root)");
  await page.settle();
  await page.evaluate("flamePanel.graph.moveFocus(flamePanel.graph.root)");
  await page.key("ArrowDown");
  await page.key("ArrowDown");
  check("arrow keys move in the flame graph", await page.evaluate(
    "flamePanel.graph.focus.depth"), 2);
  check("they are announced", await page.evaluate(
    "byId('announcer').textContent"), (text) => /, .*%/.test(text));
  await page.key("Enter");
  check("Enter zooms", await page.evaluate(
    "flamePanel.graph.zoomed.depth"), 2);
  await page.key("r");
  check("r resets", await page.evaluate("flamePanel.graph.zoomed.depth"), 0);
  await page.click("#form-flame");
  check("root below", await page.evaluate(
    "[flamePanel.graph.flipped, location.hash.includes('form=flame')]"),
        [true, true]);
  await page.click("#form-icicle");
  await page.click("#flame-up");
  check("inverted: the innermost function has most of it",
        await page.evaluate("functionName(flamePanel.graph.root.children[0]"
                            + ".fn)"), "burn");
  await page.click("#flame-up");
  await page.evaluate("go({ search: 'pong' })");
  await page.settle();
  const dim = await page.evaluate("flamePanel.graph.matches.reduce("
                                  + "(a, b) => a + b, 0)");
  check("search marks frames", dim, 1);
  await page.evaluate("go({ search: '' })");
  const place = await page.evaluate(framePlace("dispatch"));
  await page.mouse("mouseMoved", ...place);
  await page.settle();
  check("the pointer shows figures", await page.evaluate(
    "byId('tooltip').hidden ? '' : byId('tooltip').textContent"),
        (text) => text.includes("dispatch") && text.includes("3\u202f600"));

  /* Sandwich.  */
  await page.load(url + "#view=sandwich&function=dispatch");
  await page.settle();
  check("sandwich has callers and callees", await page.evaluate(
    "[...document.querySelectorAll('.panel-sandwich canvas')].map("
    + "(each) => each.width > 0 && each.height > 0)"), [true, true]);

  /* Call graph with a cycle.  */
  await page.load(url + "#view=graph&function=dispatch");
  await page.settle();
  check("call graph: focus, callers, callees", await page.evaluate(
    "[...document.querySelectorAll('svg.graph .node')].map((each) =>"
    + " each.dataset.name)").then((names) => names.sort()),
        ["box<int>::twice(int)", "cycle 1", "dispatch", "odd\\xffbyte",
         "work"]);
  check("counts on the arcs", await page.evaluate(
    texts("svg.graph .arc-label .calls")).then((labels) => labels.sort()),
        ["1\u202f200×", "1\u202f200×", "1\u202f200×", "3\u202f600×"]);
  await page.clickAt(...await page.evaluate(`(() => {
    const box = document.querySelector("svg.graph [data-name='cycle 1']")
      .getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  })()`));
  check("a click opens the cycle", await page.evaluate(
    "[...document.querySelectorAll('svg.graph .node')].map((each) =>"
    + " each.dataset.name)").then((names) => names.includes("ping")
                                  && !names.includes("cycle 1")), true);
  await page.load(url + "#view=graph&function=ping");
  await page.settle();
  check("a function of a cycle: the cycle is the focus",
        await page.evaluate(
          "document.querySelector('.node.focus').dataset.name"), "cycle 1");
  await page.evaluate("document.querySelector('.node.focus').focus()");
  await page.key("Enter");
  check("Enter opens it", await page.evaluate(
    "[...document.querySelectorAll('.node.focus, .node.cycle')].map((each)"
    + " => each.dataset.name)").then((names) => names.sort()),
        ["ping", "pong"]);

  /* Indirect calls.  */
  check("indirect targets", await page.evaluate(`go({ function:
    profile.byName.get("dispatch") }), ${texts(".indirect .goal")}`)
    .then((all) => all.sort()),
        ["box<int>::twice(int)1\u202f200", "odd\\xffbyte1\u202f200",
         "ping1\u202f200"]);

  /* Source.  */
  await page.click("#tab-source");
  check("source at the function's line", await page.evaluate(
    texts(".line.target .text")), (lines) => lines.length === 1
        && lines[0].startsWith("dispatch (unsigned i)"));
  const line = await page.evaluate(
    "[...document.querySelectorAll('.panel-source .body .line')].map("
    + "(each) => [...each.children].map((cell) => cell.textContent))"
    + ".find((cells) => cells.some((text) => "
    + "text.includes('return operations')))");
  check("executions of its call site", line,
        (cells) => cells && cells[1] === "3\u202f600");
  await page.evaluate("document.querySelector('.rows.source').scrollTop = 0");
  await page.settle();
  check("source survives what ends scripts", await page.evaluate(
    texts(".panel-source .body .line .text")),
        (lines) => lines.some((text) => text.includes(
          "</script><!-- <script> \" \\ ' and a byte:")));
  await page.load(url + "#view=source&file="
                  + encodeURIComponent(path.resolve(
                    path.dirname(file), "html.cc")) + "&line=3");
  check("a line can be linked to", await page.evaluate(
    texts(".line.target .number")), ["3"]);

  /* Filters.  */
  await page.load(url + "#view=flame");
  check("two threads can be chosen", await page.evaluate(
    "[profile.threads.name.length, document.querySelectorAll("
    + "'#filters .filter').length]"), [2, 2]);
  await page.evaluate("[...document.querySelectorAll('#filters .button')]"
                      + ".find((each) => each.textContent.startsWith("
                      + "'Threads')).click()");
  await page.evaluate("[...document.querySelectorAll('.menu:not([hidden])"
                      + " input')][1].click()");
  await page.settle();
  check("leaving a thread out leaves the other's time",
        await page.evaluate(`(() => {
    const left = profile.threads.name.map((name, i) => i)
      .filter((i) => !state.hiddenThreads.has(i));
    return [left.length, Math.abs(flamePanel.graph.root.total
                                  - profile.threads.time[left[0]]) < 1000];
  })()`), [1, true]);
  await page.click("#tab-functions");
  check("the table says which calls it has", await page.evaluate(
    texts(".panel-functions > .count")), (all) =>
      all[0].includes("calls are those of all threads"));
  check("its times are the shown thread's", await page.evaluate(`(() => {
    const times = chosen.functions;
    const left = profile.threads.name.findIndex(
      (name, i) => !state.hiddenThreads.has(i));
    return Math.abs(times.self.reduce((a, b) => a + b, 0)
                    - profile.threads.time[left]) < 1000;
  })()`), true);
  check("counts beyond JavaScript's numbers", await page.evaluate(
    "[formatCount('9223372036854775807'), formatShortCount("
    + "'9223372036854775807'), countChange('9223372036854775807', 1)]"),
        ["9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f807",
         "9.22E", "+9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f806"]);
  await page.click("#tab-flame");
  check("the filter is in the address",
        await page.evaluate("location.hash"),
        (hash) => hash.includes("without-thread="));
  await page.evaluate("go({ hiddenThreads: new Set(),"
    + " hiddenModules: new Set(profile.modules.main.flatMap((main, i) =>"
    + " main ? [i] : [])) })");
  await page.settle();
  check("modules left out", await page.evaluate(
    "flamePanel.graph.rows.flat().some(({ frame }) => frame.fn >= 0"
    + " && state.hiddenModules.has(profile.functions.module[frame.fn]))"),
        false);
  check("their time stays", await page.evaluate(
    "Math.abs(flamePanel.graph.root.total - profile.total) < 1000"), true);
  await page.click("#tab-functions");
  check("modules left out of the table", await page.evaluate(
    texts(".body .row .code")),
        (names) => !names.includes("burn"));

  /* Deep links restore all.  */
  await page.load("about:blank");
  await page.load(url + zoomed);
  await page.settle();
  check("the address restores the zoom", await page.evaluate(
    "[state.view, functionName(flamePanel.graph.zoomed.fn)]"),
        ["flame", "dispatch"]);
  await page.load(url + "#function=pong");
  await page.settle();
  check("#function= selects", await page.evaluate(
    "[state.view, ...[...document.querySelectorAll('.body .row.selected"
    + " .code')].map((each) => each.textContent)]"), ["functions", "pong"]);
  await page.load(url + "#view=none&function=nothing&flame=a;b&line=x&file=");
  check("a wrong address is no matter", await page.evaluate(
    "document.documentElement.dataset.ready"), "yes");

  /* Dark and light.  */
  await page.prefer("dark");
  await page.load(url + "#view=functions");
  const dark = "[document.documentElement.dataset.theme,"
    + " getComputedStyle(document.body).backgroundColor]";
  check("dark where the system is", await page.evaluate(dark),
        ["dark", "rgb(20, 23, 28)"]);
  await page.click("#theme");
  check("the switch", await page.evaluate(dark),
        ["light", "rgb(255, 255, 255)"]);
  await page.key("d");
  check("its key", await page.evaluate(dark), ["dark", "rgb(20, 23, 28)"]);

  /* Keys, roles, small widths.  */
  await page.key("2");
  check("key 2 is the flame graph",
        await page.evaluate("state.view"), "flame");
  await page.key("?");
  check("key ? explains", await page.evaluate("byId('help').open"), true);
  await page.key("Escape");
  check("every button and field has a name", await page.evaluate(
    "[...document.querySelectorAll('button, input, select, canvas')].filter("
    + "(each) => !(each.textContent.trim() || each.ariaLabel"
    + " || each.closest('label'))).map((each) => each.outerHTML)"), []);
  check("one tab is selected", await page.evaluate(
    texts("[role=tab][aria-selected=true]")), ["Flame graph"]);
  await page.size(360, 740);
  for (const view of ["functions", "flame", "sandwich", "graph", "source"]) {
    await page.load(url + "#view=" + view + "&function=dispatch");
    await page.settle();
    check(`360 pixels are enough: ${view}`, await page.evaluate(
      "document.documentElement.scrollWidth"), 360);
  }
  for (const width of [360, 700, 1100, 1440]) {
    await page.size(width, 740);
    await page.load(url);
    await page.settle();
    check(`the table fits into ${width} pixels`, await page.evaluate(
      `(() => {
        const rows = byId("function-rows");
        const ends = (row) => [...row.children].map(
          (cell) => cell.getBoundingClientRect()).filter(({ width }) => width)
          .map(({ right }) => Math.round(right)).join();
        return [rows.scrollWidth <= rows.clientWidth,
                ends(document.querySelector(".row.head"))
                === ends(document.querySelector(".body .row"))];
      })()`), [true, true]);
  }
  check("nothing was fetched",
        page.requests.filter((each) => !/^(file|data|about):/.test(each)),
        []);
};

const gmon = async (page) => {
  await page.load(url);
  check("table", await page.evaluate(texts(".body .row .code")),
        (names) => names.includes("dispatch") && names.includes("ping"));
  await page.click("#tab-flame");
  check("flame graph says why it is empty", await page.evaluate(
    texts(".panel-flame .empty")), (all) =>
      all.length === 1 && all[0].includes("gmon.out"));
  await page.click("#tab-sandwich");
  check("so does the sandwich", await page.evaluate(
    texts(".panel-sandwich .empty")), (all) => all[0].includes("gmon.out"));
  await page.load(url + "#view=graph&function=dispatch");
  await page.settle();
  check("call graph", await page.evaluate(
    "[...document.querySelectorAll('svg.graph .node')].map((each) =>"
    + " each.dataset.name)"), (names) => names.includes("work")
        && names.includes("cycle 1"));
  await page.click("#tab-source");
  check("source", await page.evaluate(texts(".line.target .text")),
        (lines) => lines.length === 1 && /^dispatch/.test(lines[0]));
};

const diff = async (page) => {
  await page.load(url);
  await page.settle();
  check("no view of source", await page.evaluate(texts("[role=tab]")),
        ["Functions", "Flame graph", "Sandwich", "Call graph"]);
  check("changes of calls", await page.evaluate(`Object.fromEntries(
    [...document.querySelectorAll(".body .row")].map((row) =>
      [row.querySelector(".code").textContent,
       [row.querySelector(".column-calls").textContent,
        row.querySelector(".column-callsChange").textContent]])
    .filter(([name]) => /^(dispatch|box|odd|work)/.test(name)))`), (rows) =>
    JSON.stringify(Object.entries(rows).sort()) === JSON.stringify([
      ["box<int>::twice(int)", ["1\u202f200", "+600"]],
      ["box<long>::twice(long)", ["1", "+1"]],
      ["box<short>::twice(short)", ["0", "−1"]],
      ["dispatch", ["3\u202f600", "+1\u202f800"]],
      ["odd\\xffbyte", ["1\u202f200", "+600"]],
      ["work", ["2", ""]]]));
  await page.load(url + "#view=flame");
  await page.settle();
  check("frames have both times", await page.evaluate(`(() => {
    const { root } = flamePanel.graph;
    return [root.total / profile.total, root.other / profile.oldTotal];
  })()`), (parts) => parts.every((part) => part > 0.5 && part < 1.1));
  const colour = (name) => page.evaluate(`(() => {
    for (const row of flamePanel.graph.rows)
      for (const { frame } of row)
        if (functionName(frame.fn) === "${name}")
          return diffColour(frame, false);
    return "";
  })()`);
  check("what grew is red", await colour("main"),
        (text) => /^hsl\(6 /.test(text));
  await page.load(url + "#view=graph&function=dispatch");
  await page.settle();
  check("changes on arcs", await page.evaluate(
    texts("svg.graph .arc-label .time")).then((all) => all.sort()),
        ["+1\u202f800", "+600", "+600", "+600"]);
  await page.prefer("dark");
  for (const view of ["functions", "flame", "sandwich", "graph"]) {
    await page.load(url + "#view=" + view + "&function=ping");
    await page.settle();
  }
};

const large = async (page) => {
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        longTasks.push(Math.round(entry.duration));
    }).observe({ type: "longtask", buffered: true });` });
  const step = async (name, run) => {
    await page.evaluate("longTasks.length = 0");
    await run();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await page.settle();
    console.log(`NOTE: ${name}: longest task `
                + (await page.evaluate("Math.max(0, ...longTasks)")) + " ms");
  };
  await page.load(url);
  await new Promise((resolve) => setTimeout(resolve, 400));
  console.log("NOTE: load: longest task "
              + await page.evaluate("Math.max(0, ...longTasks)") + " ms, of "
              + await page.evaluate("profile.functionCount") + " functions, "
              + await page.evaluate("profile.contexts.function.length")
              + " contexts");
  await page.load("about:blank");
  await page.load(url);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await page.settle();
  await step("sort", () => page.click("[data-sort='inclusive']"));
  await step("sort by name", () => page.click("[data-sort='name']"));
  await step("sort back", () => page.click("[data-sort='inclusive']"));
  check("few rows are elements", await page.evaluate(
    count("#function-rows .body .row")), (rows) => rows > 10 && rows < 100);
  await step("scroll", () => page.evaluate(
    "byId('function-rows').scrollTop = 1e5"));
  await step("search", () => page.evaluate("go({ search: 'f1' })"));
  await page.evaluate("go({ search: '' })");
  await step("flame graph", () => page.click("#tab-flame"));
  check("frames are made as far as they are seen", await page.evaluate(`(() => {
    let made = 0;
    const count = (frame) => {
      made++;
      if (frame.made)
        frame.made.forEach(count);
    };
    count(flamePanel.graph.root);
    return made;
  })()`), (made) => made > 100 && made < 60000);
  await step("zoom", () => page.evaluate(
    "flamePanel.graph.actions.zoom(flamePanel.graph.rows[3][0].frame)"));
  await step("inverted", () => page.click("#flame-up"));
  await step("sandwich", () => page.click("#tab-sandwich"));
  await step("call graph", () => page.click("#tab-graph"));
  await page.evaluate(`go({ function: profile.cycles.reduce((a, b) =>
    a.members.length > b.members.length ? a : b).members[0] })`);
  await page.settle();
  await step("opening a large cycle", () => page.evaluate(
    "document.querySelector('.node.focus').dispatchEvent("
    + "new MouseEvent('click'))"));
  check("arcs of a cycle lead to what is called, or to the rest",
        await page.evaluate(`(() => {
    const shown = new Set([...document.querySelectorAll(".node.cycle")]
      .map((each) => each.dataset.name)
      .filter((name) => !/^cycle /.test(name)));
    return [...document.querySelectorAll(".arc[data-focus]")].filter((arc) => {
      const ends = arc.textContent.replace(/: [^:]*$/, "").split(" → ");
      return ends.some((end) => shown.has(end))
        ? !ends.includes(arc.dataset.focus)
        : !/ more$/.test(arc.dataset.focus);
    }).map((arc) => arc.textContent + " at " + arc.dataset.focus);
  })()`), []);
  check("a large cycle has a rest", await page.evaluate(
    texts(".node.more .title")), (all) => all.length > 0);
  await step("source", () => page.click("#tab-source"));
  await page.evaluate("go({ view: 'flame' })");
  await step("without a thread", () => page.evaluate(
    "go({ hiddenThreads: new Set([1]), flame: [] })"));
  await page.evaluate("go({ view: 'functions' })");
  await step("table without a thread", () => page.evaluate(
    "go({ hiddenThreads: new Set([2]) })"));
};

const processes = async (page) => {
  await page.load(url + "#view=flame");
  await page.evaluate("[...document.querySelectorAll('#filters .button')]"
                      + ".find((each) => each.textContent.startsWith("
                      + "'Processes')).click()");
  check("processes with their numbers and commands", await page.evaluate(
    texts(".menu:not([hidden]) .menu-label")), (all) => all.length === 4
        && all.every((each) => /^\d+ \.\/family 40$/.test(each)));
  await page.evaluate("document.querySelector('.menu:not([hidden])"
                      + " .only').click()");
  await page.settle();
  check("one alone", await page.evaluate(`(() => {
    const left = profile.threads.process.filter(
      (process, i) => !state.hiddenThreads.has(i));
    return [left.length, Math.abs(flamePanel.graph.root.total
      - Math.max(...profile.threads.time)) < 1000];
  })()`), [1, true]);

  check("a lane for each process, and none for its only thread",
        await page.evaluate("timeline.lanes"), (all) => all.length === 4
        && all.every((each) => /^\d+ \.\/family 40$/.test(each)));

  /* The table.  */
  await page.evaluate("go({ view: 'processes', hiddenThreads: new Set() })");
  await page.settle();
  const column = (name) =>
    page.evaluate(texts(`#process-rows .body .column-${name}`));
  check("table of processes", await column("command"),
        Array(4).fill("./family 40"));
  check("their endings", await column("ending"),
        (all) => all.length === 4 && all.every((each) => /^exit/.test(each)));
  check("their calls", [...await column("calls")].sort(),
        await page.evaluate("profile.processes.calls.map(formatCount).sort()"));
  check("first by time", await column("pid"), await page.evaluate(`
    profile.processes.pid.map((pid, i) => [profile.processes.time[i], pid])
      .sort(([a], [b]) => b - a).map(([, pid]) => String(pid))`));
  for (const key of ["pid", "calls"]) {
    const sorted = [];
    for (let i = 0; i < 2; i++) {
      await page.click(`#process-rows [data-sort="${key}"]`);
      await page.settle();
      sorted.push((await column(key)).map(
        (text) => Number(text.replace(/\D/g, ""))));
    }
    const up = [...sorted[0]].sort((a, b) => a - b);
    check(`by ${key}, and the other way`, sorted, [[...up].reverse(), up]);
  }
  const double = `document.querySelector("#process-rows .body .row")
    .dispatchEvent(new MouseEvent("dblclick", { bubbles: true }))`;
  const left = () => page.evaluate("[hiddenProcesses().size, "
                                   + count("#process-rows .off") + "]");
  await page.evaluate(double);
  await page.settle();
  check("a double click leaves the others out", await left(), [3, 3]);
  await page.evaluate(double);
  await page.settle();
  check("and brings them back", await left(), [0, 0]);
};

/* Of family.c as ranks 3 and 4, on two hosts or on one.  */
const ranks = (hosts) => async (page) => {
  await page.load(url + "#view=processes");
  const column = (name) =>
    page.evaluate(texts(`#process-rows .body .column-${name}`));
  await page.click("#process-rows [data-sort=rank]");
  await page.settle();
  check("sorted by rank", await column("rank"),
        [...Array(4).fill("4"), ...Array(4).fill("3")]);
  check("hosts where there are several", (await column("host")).slice(0, 5),
        (got) => hosts === 1 ? got.length === 0
        : got.slice(0, 4).every((host) => host === "elsewhere")
        && got[4] !== "elsewhere");
};

const makePicture = async (page) => {
  const [width, height] = (size || "1200x675").split("x").map(Number);
  await page.size(width, height);
  await page.load(url + (address || "#view=flame"));
  await page.picture(picture);
};

(async () => {
  const browser = new Browser(command);
  let page;
  /* A page that hangs must not hang the tests.  */
  setTimeout(() => browser.fail(new Error("600 s were not enough")), 600000)
    .unref();
  try {
    page = await browser.open(1440, 900);
    await page.prefer("light");
    await { html, gmon, diff, large, processes, ranks: ranks(2),
            "ranks-here": ranks(1), picture: makePicture,
            ...timelineChecks({ check, texts, url }),
            ...bytesChecks({ check, texts, framePlace, url }),
            ...codeChecks({ check, texts, url }) }[what](page);
  } catch (error) {
    console.log(`FAIL: ${what} goes on (${error.message.split("\n")[0]})`);
  }
  if (page)
    check("the page complains of nothing", page.errors, []);
  await browser.stop();
})();
