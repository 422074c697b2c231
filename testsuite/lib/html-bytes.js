/* Use the flame graph by bytes of an HTML report, in a browser: checks of
   html-browse.js.

   SPDX-License-Identifier: GPL-3.0-or-later  */

"use strict";

/* By WHAT (html-browse.js), with its CHECK, TEXTS and FRAMEPLACE, of the page
   at URL.  */
module.exports = ({ check, texts, framePlace, url }) => {
  /* The frames below the root: names from there on, total and own bytes.  */
  const frames = `(() => {
    const found = [];
    const add = (frame) => {
      for (const child of frame.children) {
        found.push([child.path.join(";"), child.total, child.self]);
        add(child);
      }
    };
    add(flamePanel.graph.root);
    return found;
  })()`;
  const frameOf = (all, path) => all.find(([name]) => name === path);
  const total = "flamePanel.graph.root.total";
  /* Whether its note, graph and excuse are there.  */
  const shown = "[...document.querySelectorAll('.panel-flame .flame-host,"
    + " .panel-flame .empty, .panel-flame > .count')].map((each) =>"
    + " each.getClientRects().length > 0)";

  const bytes = async (page) => {
    await page.load(url + "#view=flame&flame=main");
    const all = await page.evaluate("Number(profile.byteTree.total[0])");
    check("time comes first", await page.evaluate(
      `[Math.abs(${total} - profile.total) < 1000, state.by]`),
          [true, "time"]);
    check("its note is hidden", await page.evaluate(shown),
          [false, true, false]);
    await page.click("#by-bytes");
    check("bytes", await page.evaluate(
      `[${total}, byId("by-bytes").ariaPressed, byId("by-time").ariaPressed,
        location.hash]`), [all, "true", "false", "#view=flame&function="
                           + await page.evaluate("escapeName("
                             + "profile.functions.name[state.function])")
                           + "&by=bytes"]);
    check("the view says how they are shared", await page.evaluate(
      texts(".panel-flame > .count")), ([text]) =>
        text.includes("shared by numbers of calls")
        && text.replace(/\D/g, "").includes(all));
    const made = await page.evaluate(frames);
    check("frames have their shares",
          ["main;three;shared", "main;one;shared", "main;even",
           "main;even;odd"].map((path) => frameOf(made, path)),
          [["main;three;shared", 1200000, 1200000],
           ["main;one;shared", 400000, 400000],
           ["main;even", 165000, 125000], ["main;even;odd", 40000, 40000]]);
    check("roots have all", made.filter(([path]) => !path.includes(";"))
      .reduce((sum, each) => sum + each[1], 0), all);
    check("no frame has less than its callees", made.filter(
      ([path, bytes, own]) => own + made.filter(([other]) =>
        other.startsWith(path + ";")
        && !other.slice(path.length + 1).includes(";"))
        .reduce((sum, each) => sum + each[1], 0) > bytes), []);

    /* Figures of a frame.  */
    const tip = async (name) => {
      await page.mouse("mouseMoved", ...await page.evaluate(framePlace(name)));
      await page.settle();
      return page.evaluate("byId('tooltip').hidden ? ''"
                           + " : byId('tooltip').textContent");
    };
    check("the pointer shows bytes", await tip("even"), (text) =>
      text.includes("161\u202fKiB (165\u202f000 bytes)")
      && text.includes("122\u202fKiB (125\u202f000 bytes)")
      && !text.includes("not shown"));
    check("and what has no frame", await page.evaluate(`(() => {
      const leaf = (frame) => frame.children.length === 0 ? frame
        : leaf(frame.children[0]);
      const ways = flamePanel.graph.find(["main", "ways"]);
      return make("div", {}, frameTip(leaf(ways), flamePanel.graph.root))
        .textContent;
    })()`), (text) => /Self0.*Callees not shown1\.56.KiB \(1.600 bytes\)/
            .test(text));
    await page.evaluate("flamePanel.graph.canvas.focus();"
      + "flamePanel.graph.moveFocus(flamePanel.graph.find(['main', 'even']))");
    check("they are announced", await page.evaluate(
      "byId('announcer').textContent"), (text) =>
        text.startsWith("even, 161\u202fKiB, ")
        && text.endsWith(", itself 122\u202fKiB"));

    /* Zoom, search, the other way up.  */
    await page.clickAt(...await page.evaluate(framePlace("three")));
    const zoomed = await page.evaluate("location.hash");
    check("zoom is in the address", zoomed, (hash) =>
      hash.includes("flame=main;three") && hash.includes("by=bytes"));
    await page.load("about:blank");
    await page.load(url + zoomed);
    await page.settle();
    check("which restores it", await page.evaluate(
      "[state.view, state.by, functionName(flamePanel.graph.zoomed.fn),"
      + ` ${total}]`), ["flame", "bytes", "three", all]);
    await page.click("#flame-reset");
    await page.evaluate("go({ search: 'ways_2' })");
    await page.settle();
    check("search marks frames", await page.evaluate(
      "flamePanel.graph.matches.reduce((a, b) => a + b, 0)"), 4);
    await page.evaluate("go({ search: '' })");
    await page.click("#flame-up");
    check("inverted: who allocates most, and their callers",
          await page.evaluate("(() => { const { root } = flamePanel.graph;"
            + " const [first] = root.children;"
            + " return [root.total, functionName(first.fn), first.total,"
            + " first.children.map((each) => [functionName(each.fn),"
            + " each.total])]; })()"),
          [all, "shared", 1600000, [["three", 1200000], ["one", 400000]]]);
    await page.click("#flame-up");

    /* Filters.  */
    await page.evaluate("go({ hiddenThreads: new Set([0]), flame: [] })");
    await page.settle();
    check("of all threads, and says so", await page.evaluate(
      `[${total}, ...${texts(".panel-flame > .count")}]`), ([bytes, text]) =>
        bytes === all && text.endsWith("Bytes are those of all threads."));
    await page.evaluate("go({ hiddenThreads: new Set(), hiddenModules:"
      + " new Set(profile.modules.main.flatMap((main, i) => main ? [i] : []))"
      + " })");
    await page.settle();
    check("bytes of modules that are left out stay", await page.evaluate(
      "[flamePanel.graph.root.total, flamePanel.graph.root.children.length]"),
          [all, 0]);
    await page.evaluate("go({ hiddenModules: new Set() })");
    await page.click("#by-time");
    check("back to time", await page.evaluate(
      `[Math.abs(${total} - profile.total) < 1000,
        location.hash.includes("by=")]`), [true, false]);
    check("numbers of bytes", await page.evaluate(
      "[0, 999, 1023, 1024, 1023.6 * 1024, 5e9].map(formatBytes)"),
          ["0\u202fB", "999\u202fB", "1\u202f023\u202fB", "1.00\u202fKiB",
           "1.00\u202fMiB", "4.66\u202fGiB"]);
    await page.size(360, 740);
    await page.load(url + "#view=flame&by=bytes");
    await page.settle();
    check("360 pixels are enough", await page.evaluate(
      "document.documentElement.scrollWidth"), 360);
  };

  /* Of a profile without stacks.  */
  const alone = async (page) => {
    await page.load(url + "#view=flame");
    check("no stacks, but a switch", await page.evaluate(
      `[...${shown}, ...${texts("[data-word='bytes']")}]`),
          [false, false, true, "Bytes"]);
    await page.click("#by-bytes");
    check("bytes need none", await page.evaluate(shown), [true, true, false]);
    check("frames are the functions", (await page.evaluate(frames)).sort(),
          [["main", 2518, 0], ["main;plant", 2518, 11],
           ["main;plant;leaf", 1500, 1500],
           ["main;plant;stem", 1007, 1007]]);
    await page.click("#by-time");
    check("and back", await page.evaluate(shown), [false, false, true]);
  };

  const none = async (page) => {
    await page.load(url + "#view=flame&by=bytes");
    check("no switch", await page.evaluate(
      "[document.querySelectorAll('#by-bytes').length, state.by]"),
          [0, "time"]);
  };

  return { bytes, "bytes-alone": alone, "bytes-none": none };
};
