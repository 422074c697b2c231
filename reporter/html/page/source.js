/* Annotated source: at each line how often its call sites were executed, the
   time in it, and what it calls; where all code was counted also how often it
   was run, its instructions, branches and loops.  Or a function's instructions,
   each below its line.  */

const LINE_HEIGHT = 20;

/* Words of C-like languages that are set apart.  */
const KEYWORDS = new Set(("auto bool break case catch char class const "
  + "constexpr continue default delete do double else enum explicit extern "
  + "float for friend goto if inline int long namespace new nullptr operator "
  + "private protected public register return short signed sizeof static "
  + "static_cast struct switch template this throw try typedef typename "
  + "union unsigned using virtual void volatile while size_t uint8_t "
  + "uint16_t uint32_t uint64_t int32_t int64_t").split(" "));

const TOKEN = /\/\/.*$|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d[\w.]*|[A-Za-z_]\w*|^\s*#\s*\w+/g;

/* The nodes of a line of code.  COMMENT: it begins within one.  */
const highlight = (text, comment) => {
  const nodes = [];
  let rest = 0;
  if (comment) {
    const end = text.indexOf("*/");
    rest = end < 0 ? text.length : end + 2;
    nodes.push(make("span", { class: "token-comment" }, text.slice(0, rest)));
  }
  TOKEN.lastIndex = rest;
  for (let match; (match = TOKEN.exec(text));) {
    const token = match[0];
    const kind = token.startsWith("//") || token.startsWith("/*") ? "comment"
      : /^["']/.test(token) ? "string"
        : /^\d/.test(token) ? "number"
          : /#/.test(token) ? "directive"
            : KEYWORDS.has(token) ? "keyword" : "";
    if (kind === "")
      continue;
    nodes.push(text.slice(rest, match.index),
               make("span", { class: "token-" + kind }, token));
    rest = match.index + token.length;
  }
  nodes.push(text.slice(rest));
  return nodes;
};

/* For each of LINES whether it begins within a comment.  */
const findComments = (lines) => {
  let inside = false;
  return lines.map(({ text, gap }, i) => {
    /* Behind a gap what comes first of comments' ends tells.  */
    if (gap) {
      const next = lines.slice(i + 1, i + 400).find(
        (line) => line.gap || /\/\*|\*\//.test(line.text || ""));
      inside = next !== undefined && !next.gap
        && /^(?:(?!\/\*).)*\*\//.test(next.text);
      return false;
    }
    const began = inside;
    let rest = text || "";
    for (;;) {
      if (inside) {
        const end = rest.indexOf("*/");
        if (end < 0)
          return began;
        rest = rest.slice(end + 2);
        inside = false;
      }
      const start = rest.search(/\/\*|\/\/|"/);
      if (start < 0 || rest.startsWith("//", start))
        return began;
      if (rest[start] === "\"") {
        const string = /^"(?:\\.|[^"\\])*"?/.exec(rest.slice(start))[0];
        rest = rest.slice(start + string.length);
      } else {
        rest = rest.slice(start + 2);
        inside = true;
      }
    }
  });
};

const sourceView = (() => {
  let host, picker, kind, note, scope, rows, body;
  let file = -1;
  let lines = [];               /* { number, text, count, self, inclusive,
                                   sites, functions, executions, instructions,
                                   branches, loops }; or of an instruction
                                   { address, text, executions, self } */
  let comments = [];
  let largest = { self: 0, inclusive: 0 };
  let assembled = -1;           /* The function whose instructions LINES are;
                                   -1: they are of FILE.  */
  let units = {};
  let files = null;
  let target = 0;

  /* All that is known of lines: by file and line.  */
  const known = new Map();
  const at = (file, line) => {
    let lines = known.get(file);
    if (!lines)
      known.set(file, lines = new Map());
    let fact = lines.get(line);
    if (!fact)
      lines.set(line, fact = { count: null, self: 0, inclusive: 0, sites: [],
                               functions: [], executions: 0, instructions: 0,
                               branches: [], loops: [] });
    return fact;
  };

  /* Self time and calls of each file.  */
  const weights = new Map();
  const weigh = (file, self, calls) => {
    const weight = weights.get(file);
    if (weight) {
      weight[0] += self;
      weight[1] += calls;
    } else
      weights.set(file, [self, calls]);
  };

  /* What fills KNOWN, in parts that take no time to notice.  */
  const gathering = [];
  const SITES_AT_ONCE = 20000;
  const gatherSites = (first) => {
    const { sites } = profile;
    const end = Math.min(first + SITES_AT_ONCE, sites.file.length);
    for (let i = first; i < end; i++)
      if (sites.file[i] >= 0 && sites.line[i] > 0) {
        const fact = at(sites.file[i], sites.line[i]);
        fact.count = (fact.count || 0) + Number(sites.count[i]);
        fact.sites.push(i);
        weigh(sites.file[i], 0, Number(sites.count[i]));
      }
  };
  for (let first = 0; first < profile.siteCount; first += SITES_AT_ONCE)
    gathering.push(() => gatherSites(first));
  gathering.push(() => {
    const { functions, lines } = profile;
    functions.file.forEach((file, f) => {
      if (file < 0 || functions.line[f] <= 0)
        return;
      at(file, functions.line[f]).functions.push(f);
      weigh(file, lines ? 0 : functions.self[f], Number(functions.calls[f]));
    });
    if (lines)
      lines.file.forEach((file, i) => {
        const fact = at(file, lines.line[i]);
        fact.self += lines.self[i];
        fact.inclusive += lines.inclusive[i];
        if (lines.executions) {
          fact.executions = Number(lines.executions[i]);
          fact.instructions = Number(lines.instructions[i]);
        }
        weigh(lines.file[i], lines.self[i], 0);
      });
    for (const key of ["branches", "loops"]) {
      const places = profile[key];
      if (places)
        places.file.forEach((file, i) => {
          if (file >= 0 && places.line[i] > 0)
            at(file, places.line[i])[key].push(i);
        });
    }
  });
  const gatherSome = () => {
    if (gathering.length > 0)
      gathering.shift()();
  };
  const facts = () => {
    while (gathering.length > 0)
      gatherSome();
    return known;
  };

  /* Files that have something to show, the busiest first.  */
  const listFiles = () => {
    if (files)
      return files;
    facts();
    const weight = weights;
    files = [...weight.keys()].filter(
      (f) => weight.get(f)[0] > 0 || weight.get(f)[1] > 0).sort(
      (a, b) => weight.get(b)[0] - weight.get(a)[0]
        || weight.get(b)[1] - weight.get(a)[1] || a - b);
    fill(picker, files.map((f) => {
      const [self, calls] = weight.get(f);
      return make("option", { value: f },
                  formatName(lastPart(profile.files[f])) + " — "
                  + (self > 0 ? formatTime(self)
                     : formatShortCount(calls) + " calls"));
    }));
    return files;
  };

  /* Where the instructions of each function are that have some: [first,
     count].  */
  const assemblies = new Map();
  const assemblyOf = (f) => {
    const { assembly } = profile;
    if (assembly && assemblies.size === 0)
      assembly.rows.reduce((first, count, i) => {
        assemblies.set(assembly.function[i], [first, count]);
        return first + count;
      }, 0);
    return assemblies.get(f);
  };

  /* The text of the line NUMBER of FILE, if it is known.  */
  const texts = new Map();
  const textOf = (file, number) => {
    if (!texts.has(file)) {
      const source = profile.sources
        && profile.sources.find((entry) => entry.file === file);
      texts.set(file, new Map((source ? source.parts : []).flatMap(
        ([first, text]) => text.split("\n").map(
          (line, i) => [first + i, line]))));
    }
    return texts.get(file).get(number) || "";
  };

  /* Make LINES of the instructions of function F.  */
  const loadAssembly = (f) => {
    const { assembly } = profile;
    const [first, count] = assemblyOf(f);
    lines = [];
    let last = -1;
    for (let i = first; i < first + count; i++) {
      const file = assembly.file[i], number = assembly.line[i];
      if (file >= 0 && (last < 0 || file !== assembly.file[last]
                        || number !== assembly.line[last]))
        lines.push({ number, text: lastPart(profile.files[file]) + ":" + number
                     + "  " + textOf(file, number).trim(), of: true });
      last = i;
      lines.push({ address: assembly.address[i], text: assembly.text[i],
                   executions: Number(assembly.executions[i]),
                   self: assembly.self[i] });
    }
    fill(note, make("span", { class: "code" }, functionName(f)));
  };

  /* Make LINES of FILE: its text where it is known, with what was left out
     between; else just the lines that something is known of.  */
  const loadSource = () => {
    const factsOf = facts().get(file) || new Map();
    const source = profile.sources
      && profile.sources.find((entry) => entry.file === file);
    lines = [];
    if (source) {
      let next = 1;
      for (const [first, text] of source.parts) {
        if (first > next)
          lines.push({ gap: first - next, text: "" });
        text.split("\n").forEach((line, i) =>
          lines.push({ number: first + i, text: line,
                       ...factsOf.get(first + i) }));
        next = lines[lines.length - 1].number + 1;
      }
      if (source.lines >= next)
        lines.push({ gap: source.lines - next + 1, text: "" });
    } else
      for (const number of [...factsOf.keys()].sort((a, b) => a - b))
        lines.push({ number, text: null, ...factsOf.get(number) });
    const path = file >= 0 ? formatName(profile.files[file]) : "";
    fill(note, make("span", { class: "code" }, path),
         file >= 0 && !source
           ? make("span", { class: "warning" },
                  "the file was not found; only the lines something is "
                  + "known of are shown") : null);
  };

  const load = () => {
    if (assembled >= 0)
      loadAssembly(assembled);
    else
      loadSource();
    comments = assembled >= 0 ? [] : findComments(lines);
    largest = { self: 0, inclusive: 0 };
    for (const line of lines)
      for (const key of ["self", "inclusive"])
        largest[key] = Math.max(largest[key], line[key] || 0);
    const unit = columnUnit(Math.max(largest.self, largest.inclusive));
    units = { self: unit, inclusive: unit };
    body.style.height = lines.length * LINE_HEIGHT + "px";
  };

  const hasCode = () => Boolean(profile.lines && profile.lines.executions);

  const countCell = (count) => make("span", { class: "figure count-of-code" },
    !count ? "" : innerWidth > 860 ? formatCount(count)
      : formatShortCount(count));

  /* What is known of the line's branches and loops.  */
  const ways = (line) => {
    const { branches, loops } = profile;
    /* How often a loop was entered is null where that is not known.  */
    const entered = (i, format) => loops.entered[i] === null ? "?"
      : format(loops.entered[i]);
    return [
      (line.loops || []).map((i) => make("span", {
        class: "chip way", title:
          `a loop: entered ${entered(i, formatCount)} times, went round `
          + `${formatCount(loops.rounds[i])} times`
      }, "↻ ", entered(i, formatShortCount), " × ",
         Number(loops.entered[i]) > 0
           ? (Number(loops.rounds[i]) / Number(loops.entered[i])).toFixed(1)
           : "?")),
      (line.branches || []).map((i) => make("span", {
        class: "chip way", title:
          `a branch: run ${formatCount(branches.executions[i])} times, jumped `
          + `${formatCount(branches.taken[i])} times`
      }, "↪ ", formatPercent(Number(branches.taken[i]),
                             Number(branches.executions[i]))))
    ];
  };

  const timeCell = (line, key) => {
    const time = line[key] || 0;
    return make("span", { class: "figure " + key },
                time > 0 ? [make("span", {
                  class: "heat",
                  style: `opacity:${0.12 + 0.6 * time / largest[key]}`
                }), make("span", {}, formatIn(units[key], time))] : null);
  };

  const targets = (line) => {
    const calls = new Map();
    for (const i of line.sites || []) {
      const callee = profile.sites.callee[i];
      const found = calls.get(callee) || { count: 0, kind: 0 };
      found.count += Number(profile.sites.count[i]);
      found.kind = Math.max(found.kind, profile.sites.kind[i]);
      calls.set(callee, found);
    }
    const list = [...calls].filter(([, { count }]) => count > 0)
      .sort((a, b) => b[1].count - a[1].count);
    const shown = list.slice(0, 4);
    return [
      shown.map(([callee, { count, kind }]) => make("button", {
        type: "button", class: "chip", title:
          `${siteKinds[kind]} call of ${functionName(callee)}: `
          + `${formatCount(count)} times`,
        onclick: () => go({ function: callee, file: -1, line: 0 }, true)
      }, make("span", { class: "chip-kind", "aria-hidden": "true" },
              kind === 0 ? "→" : "⇢"),
         shortFunctionName(callee, 28),
         make("span", { class: "chip-count" }, formatShortCount(count)))),
      list.length > 4 ? make("span", { class: "none" },
                             `+${list.length - 4}`) : null
    ];
  };

  const drawLine = (line, i) => {
    const place = `transform:translateY(${i * LINE_HEIGHT}px)`;
    if (line.gap)
      return make("div", { class: "line gap", style: place },
                  `⋯ ${formatCount(line.gap)} lines without calls or time`);
    if (assembled >= 0)
      return make("div", {
        class: "line instruction" + (line.of ? " of" : "")
          + (line.executions === 0 ? " never" : ""),
        style: place
      },
        make("span", { class: "number address code" },
             line.of ? "" : Number(line.address).toString(16)),
        line.of ? make("span", { class: "figure count-of-code" })
          : countCell(line.executions),
        profile.hasTime && largest.self > 0 ? timeCell(line, "self") : null,
        make("span", { class: "text code" }, line.text));
    const entries = (line.functions || []).filter(
      (f) => Number(profile.functions.calls[f]) > 0
        || profile.functions.inclusive[f] > 0);
    return make("div", {
      class: "line" + (line.number === target ? " target" : "")
        + (line.count === 0 ? " never" : "")
        + (entries.length > 0 ? " entry" : ""),
      style: place
    },
      make("span", { class: "number" }, line.number),
      make("span", { class: "figure calls" },
           line.count === null || line.count === undefined ? ""
             : innerWidth > 860 ? formatCount(line.count)
               : formatShortCount(line.count)),
      hasCode() ? [countCell(line.executions), countCell(line.instructions)]
        : null,
      profile.hasTime && largest.self > 0 ? timeCell(line, "self") : null,
      profile.hasTime && largest.inclusive > 0
        ? timeCell(line, "inclusive") : null,
      make("span", { class: "text code" },
           line.text === null ? "" : highlight(line.text, comments[i]),
           entries.map((f) => make("button", {
             type: "button", class: "chip entry-chip",
             onclick: () => go({ function: f, file: -1, line: 0 }, true)
           }, shortFunctionName(f, 28), make("span", { class: "chip-count" },
             "called " + formatShortCount(profile.functions.calls[f])
               + "×"))),
           targets(line), ways(line)));
  };

  /* The names of the columns.  */
  const drawHead = () => {
    fill(byId("source-head"),
      assembled >= 0 ? make("span", { class: "number address" }, "Address")
        : make("span", { class: "number" }, "Line"),
      assembled >= 0 ? null
        : make("span", { class: "figure calls",
                         title: "Executions of the line's call sites" },
               "Calls"),
      assembled >= 0 || hasCode()
        ? make("span", { class: "figure count-of-code",
                         title: "How often it was run" }, "Executions") : null,
      assembled < 0 && hasCode()
        ? make("span", { class: "figure count-of-code",
                         title: "Instructions that the line ran" },
               "Instructions") : null,
      profile.hasTime && largest.self > 0
        ? make("span", { class: "figure self" }, "Self",
               make("span", { class: "unit" }, units.self.name)) : null,
      assembled < 0 && profile.hasTime && largest.inclusive > 0
        ? make("span", { class: "figure" }, "Total",
               make("span", { class: "unit" }, units.inclusive.name))
        : null,
      make("span", { class: "text" },
           assembled >= 0 ? "Instruction" : "Source"));
  };

  const drawNow = () => {
    const first = Math.max(0, Math.floor(rows.scrollTop / LINE_HEIGHT) - 4);
    const count = Math.ceil(rows.clientHeight / LINE_HEIGHT) + 8;
    fill(body, lines.slice(first, first + count).map(
      (line, i) => drawLine(line, first + i)));
  };
  const draw = oncePerFrame(drawNow);

  const reveal = (number) => {
    let place = lines.findIndex((line) => line.number >= number);
    if (place < 0)
      place = 0;
    rows.scrollTop = Math.max(0, (place - 5) * LINE_HEIGHT);
  };

  return {
    /* To be done ahead.  */
    steps: gathering.map(() => gatherSome),

    start(panel) {
      host = panel;
      picker = make("select", {
        "aria-label": "File", class: "button",
        onchange: () => go({ file: Number(picker.value), line: 0 }, true)
      });
      kind = make("button", {
        type: "button", class: "button", id: "assembly", "aria-pressed": "false",
        title: "The function's instructions, each below its line",
        onclick: () => go({ code: state.code === "assembly" ? "source"
                            : "assembly" }, true)
      }, "Instructions");
      note = make("p", { class: "source-note" });
      scope = make("p", { class: "count", role: "status" });
      const columns = make("div", { class: "line head", id: "source-head" });
      body = make("div", { class: "body" });
      rows = make("div", { class: "rows source", tabindex: 0, role: "region",
                           "aria-label": "Annotated source",
                           onscroll: draw }, columns, body);
      fill(host, make("div", { class: "toolbar" }, picker, kind, note), rows, scope);
      new ResizeObserver(draw).observe(rows);
    },

    /* Show the file of the state, or that of the selected function, or the
       busiest.  */
    show() {
      listFiles();
      scope.hidden = isWhole();
      fill(scope, `figures are those of ${unfiltered()}`);
      const { functions } = profile;
      const f = state.function;
      const ownLine = f >= 0 && functions.file[f] >= 0;
      const wanted = state.file >= 0 ? state.file
        : ownLine ? functions.file[f] : files.length > 0 ? files[0] : -1;
      const line = state.file >= 0 ? state.line
        : ownLine ? functions.line[f] : 0;
      if (wanted < 0) {
        fill(note, "No lines of source are known in this profile: compile "
             + "with -g, or with the plugin.");
        picker.hidden = kind.hidden = true;
        return;
      }
      const asked = state.code === "assembly" && assemblyOf(f) ? f : -1;
      const other = wanted !== file || asked !== assembled;
      const moved = other || line !== target;
      kind.hidden = !assemblyOf(f);
      kind.setAttribute("aria-pressed", String(asked >= 0));
      picker.hidden = asked >= 0;
      if (other) {
        file = wanted;
        assembled = asked;
        load();
        picker.value = String(file);
        drawHead();
      }
      target = line;
      if (moved)
        reveal(assembled >= 0 ? 1 : line || 1);
      drawNow();
    },
    draw
  };
})();
