/* Use what counted code adds to an HTML report, in a browser: checks of
   html-browse.js.

   SPDX-License-Identifier: GPL-3.0-or-later  */

"use strict";

const fs = require("fs");

/* By WHAT (html-browse.js), with its CHECK and TEXTS, of the page at URL.  */
module.exports = ({ check, texts, url }) => {
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

  /* Of blocks-1.c, whose JSON was named.  */
  const code = async (page) => {
    const wanted = JSON.parse(fs.readFileSync(process.argv[5], "utf8"));
    const of = (name) => wanted.functions.find((each) => each.name === name);
    await page.load(url);
    const cells = await page.evaluate(`Object.fromEntries(
      [...document.querySelectorAll(".body .row")].map((row) =>
        [row.querySelector(".code").textContent,
         [...row.querySelectorAll(".cell")].slice(-2)
           .map((each) => each.textContent.replace(/\\s/g, ""))]))`);
    check("functions have their instructions", cells.choose,
          [String(of("choose").instructions),
           String(of("choose").inclusive_instructions)]);
    check("what was not counted has none", cells.printf, ["–", "–"]);

    /* The rows of the source of loops, as the profile has them.  */
    await page.load(url + "#view=source&function=loops");
    const rows = await page.evaluate(`[...document.querySelectorAll(
      ".source .body .line")].map((row) => [
        Number(row.querySelector(".number").textContent),
        ...[...row.querySelectorAll(".count-of-code")].map((each) =>
          Number(each.textContent.replace(/\\s/g, ""))),
        [...row.querySelectorAll(".way")].map((each) => each.title)])`);
    const begin = of("loops").line;
    const lines = wanted.lines.filter(
      ({ file, line }) => /blocks-1\.c$/.test(file) && line > begin
        && line < begin + 16);
    check("lines have executions and instructions",
          rows.filter(([line, executions]) => executions > 0
                      && lines.some((each) => each.line === line))
            .map(([line, executions, instructions]) =>
              ({ line, instructions, executions })),
          lines.filter(({ executions }) => executions > 0)
            .map(({ line, instructions, executions }) =>
              ({ line, instructions, executions })));
    const ways = rows.map((row) => row[3]).flat();
    const spread = (number) => String(number)
      .replace(/\B(?=(\d{3})+$)/g, "\u202f");
    for (const { entered, rounds } of wanted.loops.filter(
      ({ function: name }) => name === "loops"))
      check(`a loop of ${entered} and ${rounds}`, ways, (all) =>
        all.some((title) => title.startsWith("a loop")
                 && title.includes(`entered ${spread(entered)} times`)
                 && title.includes(`round ${spread(rounds)} times`)));
    for (const { executions, taken } of wanted.branches.filter(
      ({ function: name }) => name === "loops"))
      check(`a branch of ${executions} and ${taken}`, ways, (all) =>
        all.some((title) => title.startsWith("a branch")
                 && title.includes(`run ${spread(executions)} times`)
                 && title.includes(`jumped ${spread(taken)} times`)));

    await page.click("#assembly");
    check("the instructions of a function", await page.evaluate(
      texts("#source-head span")), ["Address", "Executions", "Instruction"]);
    check("are those that it ran", await page.evaluate(`(() => {
      const { assembly } = profile;
      const at = assembly.function.indexOf(profile.byName.get("loops"));
      const first = assembly.rows.slice(0, at).reduce((a, b) => a + b, 0);
      return assembly.executions.slice(first, first + assembly.rows[at])
        .map(Number);
    })()`), (executions) => executions.length > 20
          /* Padding that is run is no row.  */
          && sum(executions) <= of("loops").instructions
          && sum(executions) >= of("loops").instructions - 200);
    check("each below its line", await page.evaluate(texts(
      ".source .body .line.of .text")), (all) => all.length > 5
          && all.every((text) => /^blocks-1\.c:\d+  \S/.test(text)));
    check("the address keeps it", await page.evaluate("location.hash"),
          (hash) => /code=assembly/.test(hash));
    await page.click("#assembly");
    check("and back", await page.evaluate(texts("#source-head span")),
          (all) => all.includes("Calls") && all.includes("Instructions"));
  };

  /* Of two runs, of which the second ran more; their JSON was named.  */
  const codeDiff = async (page) => {
    const wanted = JSON.parse(fs.readFileSync(process.argv[5], "utf8"));
    await page.load(url);
    const found = await page.evaluate(`profile.functions.name.map((name, f) =>
      [name, Number(profile.functions.oldInstructions[f]),
       Number(profile.functions.instructions[f])])`);
    const changed = wanted.functions.filter(
      ({ instructions }) => instructions && instructions.old !== null);
    check("all have their instructions", changed.length > 3
          && changed.every(({ new: name, instructions }) => found.some(
            ([other, before, after]) => name === other
              && before === instructions.old && after === instructions.new)),
          true);
    check("a column of changes", await page.evaluate(
      texts(".head [role=columnheader]")), (all) =>
        all.some((text) => /Δ instructions/.test(text)));
  };

  return { code, "code-diff": codeDiff };
};
