/* The table of functions.  Only the rows that can be seen are elements, so
   that their number does not matter.  */

const TABLE_ROW = 28;

/* Which functions the search finds: 1 for each, or null for all.  */
const matching = (() => {
  let wanted = "";
  let result = null;
  let lower = null;
  return () => {
    if (state.search === wanted)
      return result;
    wanted = state.search;
    result = null;
    if (wanted !== "") {
      lower = lower || profile.functions.name.map(
        (name) => formatName(name).toLowerCase());
      const part = wanted.toLowerCase();
      result = Uint8Array.from(lower, (name) => name.includes(part) ? 1 : 0);
    }
    return result;
  };
})();

/* A heading to sort by: CSS classes of its cells, how the table is SORTED by
   it, the UNIT of what is in them, or null.  */
const headCell = (column, classes, sorted, unit, sort) =>
  make("div", {
    class: "cell " + classes, role: "columnheader", "aria-sort": sorted
  }, make("button", {
    type: "button", title: column.help, "data-sort": column.key, onclick: sort
  }, column.title,
     unit ? make("span", { class: "unit" }, unit.name) : null,
     make("span", { class: "arrow", "aria-hidden": "true" },
          { descending: "▾", ascending: "▴", none: "" }[sorted])));

/* What ROW makes of those of ORDER, with their places in it, that can be seen
   in ROWS, and a few more.  */
const rowsInSight = (rows, order, row) => {
  const first = Math.max(0, Math.floor(rows.scrollTop / TABLE_ROW) - 4);
  const shown = Math.ceil(rows.clientHeight / TABLE_ROW) + 8;
  return order.slice(first, first + shown).map((each, i) =>
    row(each, first + i));
};

/* How little room HOST has, from 0 to 3: the style sheet leaves columns out
   by the class "level-N".  */
const tableLevel = (host) =>
  [1000, 720, 430].filter((least) => (host.clientWidth || innerWidth) < least)
    .length;

const functionTable = (() => {
  let order = [];               /* Functions, as sorted.  */
  let sortKey = "self";
  let descending = true;
  let units = {};
  let largest = {};
  let all = false;              /* Also what was never seen.  */
  let host, head, body, rows, count;

  const errors = profile.functions.selfError ? true : false;

  const columns = profile.diff ? [
    { key: "name", title: "Function", kind: "name",
      help: "The function's name; its colour is its module's" },
    profile.hasTime && {
      key: "self", title: "Self", kind: "time", plain: true,
      help: "Time in the function itself, in the new profile" },
    profile.hasTime && {
      key: "selfChange", title: "Δ self", kind: "change",
      help: "Against the old profile; grey: within the error of sampling" },
    profile.hasTime && {
      key: "inclusive", title: "Total", kind: "time", plain: true,
      help: "Time in the function and in what it called" },
    profile.hasTime && {
      key: "inclusiveChange", title: "Δ total", kind: "change",
      help: "Against the old profile; grey: within the error of sampling" },
    profile.hasArcs && {
      key: "calls", title: "Calls", kind: "count",
      help: "Times it was called, exactly" },
    profile.hasArcs && {
      key: "callsChange", title: "Δ calls", kind: "count",
      help: "Against the old profile, exactly" },
    profile.functions.instructions && {
      key: "instructions", title: "Instructions", kind: "count", plain: true,
      help: "Instructions that the function ran itself, exactly, in the new "
        + "profile" },
    profile.functions.instructions && {
      key: "instructionsChange", title: "Δ instructions", kind: "count",
      help: "Against the old profile, exactly" }
  ].filter(Boolean) : [
    { key: "name", title: "Function", kind: "name",
      help: "The function's name; its colour is its module's" },
    { key: "module", title: "Module", kind: "module",
      help: "The program or library it is in" },
    profile.hasTime && {
      key: "self", title: "Self", kind: "time", bar: true,
      help: "Time in the function itself" },
    profile.hasTime && errors && {
      key: "selfError", title: "±", kind: "time", narrow: true,
      help: "How far the self time may be off: it is sampled; 95 cases of "
        + "100 are within" },
    profile.hasTime && {
      key: "inclusive", title: "Total", kind: "time", bar: true,
      help: "Time in the function and in what it called" },
    profile.hasTime && errors && {
      key: "inclusiveError", title: "±", kind: "time", narrow: true,
      help: "How far the total time may be off" },
    profile.hasArcs && {
      key: "calls", title: "Calls", kind: "count",
      help: "Times it was called, exactly" },
    profile.functions.instructions && {
      key: "instructions", title: "Instructions", kind: "count", plain: true,
      help: "Instructions that the function ran itself, exactly" },
    profile.functions.allInstructions && {
      key: "allInstructions", title: "With callees", kind: "count",
      plain: true,
      help: "Instructions of the function and of what it called; ~: some of "
        + "that has other callers, too, and is shared among them by numbers "
        + "of calls" },
    profile.hasBytes && {
      key: "allocated", title: "Allocated", kind: "count", plain: true,
      help: "Bytes it allocated, with what it called: theirs are shared among "
        + "callers by numbers of calls" }
  ].filter(Boolean);

  /* Of columns that tell how a count changed: what it is now, and was.  */
  const COUNT_CHANGES = {
    callsChange: ["calls", "oldCalls"],
    instructionsChange: ["instructions", "oldInstructions"]
  };

  const valueOf = (key) => {
    const times = chosen.functions;
    const source = times[key] || profile.functions[key];
    if (["calls", "allocated", "instructions",
         "allInstructions"].includes(key))
      return (f) => Number(source[f]);
    if (COUNT_CHANGES[key]) {
      const [now, old] = COUNT_CHANGES[key];
      return (f) => Math.abs(Number(profile.functions[now][f])
                             - Number(profile.functions[old][f]));
    }
    if (key.endsWith("Change"))
      return (f) => Math.abs(source[f]);
    return (f) => source[f];
  };

  const compare = () => {
    const sign = descending ? -1 : 1;
    if (sortKey === "name")
      return (a, b) => sign * collator.compare(profile.functions.name[a],
                                               profile.functions.name[b]);
    if (sortKey === "module")
      return (a, b) => sign * collator.compare(moduleName(a), moduleName(b))
        || valueOf("self")(b) - valueOf("self")(a) || a - b;
    const value = valueOf(sortKey);
    const second = profile.hasTime ? valueOf("inclusive") : () => 0;
    const third = (f) => Number(profile.functions.calls[f]);
    return (a, b) => sign * (value(a) - value(b)) || second(b) - second(a)
      || third(b) - third(a) || a - b;
  };
  const collator = new Intl.Collator("en", { numeric: true });

  const refresh = () => {
    const matches = matching();
    const times = chosen.functions;
    const { module, calls } = profile.functions;
    const hidden = state.hiddenModules;
    let unseen = 0;
    order = [];
    for (let f = 0; f < profile.functionCount; f++) {
      if (hidden.has(module[f]) || (matches && !matches[f]))
        continue;
      if (Number(calls[f]) === 0 && times.self[f] === 0
          && times.inclusive[f] === 0 && !profile.diff) {
        unseen++;
        if (!all)
          continue;
      }
      order.push(f);
    }
    order.sort(compare());
    for (const { key, kind } of columns)
      if (kind === "time") {
        const value = valueOf(key);
        let most = 0;
        for (const f of order)
          most = Math.max(most, value(f));
        largest[key] = most;
      }
    /* One unit for all times, so that columns can be compared.  */
    const unit = columnUnit(Math.max(largest.self || 0,
                                     largest.inclusive || 0));
    for (const key of ["self", "inclusive", "selfError", "inclusiveError",
                       "selfChange", "inclusiveChange"])
      units[key] = unit;
    fill(count, `${formatCount(order.length)} function`
         + (order.length === 1 ? "" : "s"),
         unseen > 0 ? [" · ", make("button", {
           class: "link", type: "button",
           onclick: () => { all = !all; refresh(); }
         }, (all ? "hide " : "show ") + formatCount(unseen)
            + " never seen")] : null,
         isWhole() ? null : ` · calls are those of ${unfiltered()}`);
    body.style.height = order.length * TABLE_ROW + "px";
    rows.setAttribute("aria-rowcount", order.length + 1);
    drawHead();
    draw();
  };

  const drawHead = () => {
    fill(head, columns.map((column) => headCell(
      column, cellClass(column),
      column.key === sortKey ? descending ? "descending" : "ascending" : "none",
      column.narrow ? null : units[column.key], () => sort(column))));
  };

  const cellClass = ({ kind, key, narrow, plain }) =>
    kind + " column-" + key + (narrow ? " narrow" : "")
    + (plain || (profile.diff && key === "calls") ? " plain" : "");

  const sort = ({ key, kind }) => {
    descending = key === sortKey ? !descending
      : kind !== "name" && kind !== "module";
    sortKey = key;
    order.sort(compare());
    drawHead();
    head.querySelector(`[data-sort="${key}"]`).focus();
    rows.scrollTop = 0;
    draw();
  };

  /* Long names of C++ begin alike: what tells them apart comes first, and the
     whole behind it, as far as it goes.  */
  const NAME_LETTERS = 36;
  const nameParts = (f) => {
    const name = functionName(f);
    const short = shortFunctionName(f, NAME_LETTERS);
    return [make("span", { class: "code" }, short),
            short === name ? null
            : make("span", { class: "whole", "aria-hidden": "true" }, name)];
  };

  const cell = (column, f) => {
    const { key, kind } = column;
    const attributes = { class: "cell " + cellClass(column), role: "cell" };
    if (kind === "name")
      return make("div", { ...attributes, title: functionName(f) },
                  dot(profile.functions.module[f]), nameParts(f));
    if (kind === "module")
      return make("div", { ...attributes, title: moduleName(f) },
                  moduleName(f));
    if (COUNT_CHANGES[key]) {
      const [now, old] = COUNT_CHANGES[key].map(
        (name) => profile.functions[name][f]);
      return make("div", { ...attributes,
                           "data-sign": Math.sign(Number(now) - Number(old)) },
                  countChange(now, old));
    }
    if (/nstructions$/.test(key) && !profile.functions.instrumented[f])
      return make("div", attributes, "–");
    if (key === "allInstructions")
      return make("div", attributes,
                  profile.functions.allInstructionsKnown[f] ? "" : "~",
                  formatCount(profile.functions[key][f]));
    if (kind === "count")
      return make("div", attributes, key === "calls" ? callsText(f)
                  : formatCount(profile.functions[key][f]));
    if (kind === "change") {
      const change = profile.functions[key][f];
      const sure = Math.abs(change) > profile.functions[key + "Error"][f];
      return make("div", { ...attributes,
                           "data-sign": sure ? Math.sign(change) : 0 },
                  change === 0 ? "" : signOf(change)
                  + formatIn(units[key], Math.abs(change)));
    }
    const value = valueOf(key)(f);
    if (!column.bar)
      return make("div", attributes, value > 0
                  && isWhole() ? formatIn(units[key], value) : "");
    return make("div", attributes,
                timeBar(value, errors && isWhole()
                        ? profile.functions[key + "Error"][f] : 0,
                        largest[key],
                        profile.functions.module[f]),
                make("span", { class: "percent" },
                     formatPercent(value, chosen.total)),
                make("span", { class: "value" },
                     value > 0 ? formatIn(units[key], value) : "–"));
  };

  const drawNow = () => {
    fill(body, rowsInSight(rows, order, (f, place) => make("div", {
      class: "row" + (f === state.function ? " selected" : ""),
      role: "row", id: "row-" + f, "aria-rowindex": place + 2,
      "aria-selected": f === state.function ? "true" : "false",
      style: `transform:translateY(${place * TABLE_ROW}px)`,
      onclick: () => go({ function: f }, true),
      ondblclick: () => go({ view: "graph", function: f }, true)
    }, columns.map((column) => cell(column, f)))));
    rows.setAttribute("aria-activedescendant",
                      state.function >= 0 ? "row-" + state.function : "");
  };
  const draw = oncePerFrame(drawNow);

  /* Give the columns what room there is; the less, the fewer are shown.  */
  const fit = () => {
    const level = tableLevel(host);
    host.className = host.className.replace(/ level-\d/, "")
      + " level-" + level;
    const sizes = {
      name: ["minmax(9rem, 1fr)", "minmax(8rem, 1fr)", "minmax(7rem, 1fr)",
             "minmax(6rem, 1fr)"],
      module: ["clamp(6rem, 11%, 9.5rem)"],
      bar: ["clamp(11.5rem, 17%, 13.5rem)", "11rem", "7.4rem", "5rem"],
      error: ["4.2rem", "3.8rem"],
      plain: ["6.8rem", "6rem"],
      change: ["6.8rem", "6rem", "5.4rem", "4.8rem"],
      count: profile.diff ? ["7rem", "6rem"]
                          : ["8.5rem", "7rem", "6.4rem", "5.4rem"]
    };
    host.style.setProperty("--columns", columns.map(
      ({ key, kind, bar, narrow }) => sizes[
        COUNT_CHANGES[key] ? "change" : bar ? "bar" : narrow ? "error"
          : kind === "time" ? "plain" : kind][level] || "")
      .join(" "));
  };

  /* Bring the selected function into sight.  */
  const reveal = () => {
    const place = order.indexOf(state.function);
    if (place < 0)
      return;
    const top = place * TABLE_ROW;
    if (top < rows.scrollTop || top + TABLE_ROW > rows.scrollTop
        + rows.clientHeight)
      rows.scrollTop = top - rows.clientHeight / 3;
  };

  const key = (event) => {
    const place = order.indexOf(state.function);
    const page = Math.max(1, Math.floor(rows.clientHeight / TABLE_ROW) - 1);
    const moves = {
      ArrowDown: place + 1, ArrowUp: place - 1,
      PageDown: place + page, PageUp: place - page,
      Home: 0, End: order.length - 1
    };
    if (event.key === "Enter" && place >= 0)
      go({ view: "graph" }, true);
    else if (event.key in moves && order.length > 0) {
      const next = Math.max(0, Math.min(order.length - 1, moves[event.key]));
      go({ function: order[next] });
      reveal();
      announce(functionName(order[next]) + ", self "
               + formatTime(chosen.functions.self[order[next]]));
    } else
      return;
    event.preventDefault();
  };

  return {
    start(panel) {
      host = panel;
      count = make("p", { class: "count", role: "status" });
      head = make("div", { class: "row head", role: "row" });
      body = make("div", { class: "body", role: "rowgroup" });
      rows = make("div", {
        class: "rows", tabindex: 0, role: "table", id: "function-rows",
        "aria-label": "Functions", onscroll: draw, onkeydown: key
      }, make("div", { role: "rowgroup", class: "head-group" }, head), body);
      if (!profile.hasTime)
        sortKey = profile.diff ? "callsChange" : "calls";
      else if (profile.diff)
        sortKey = "selfChange";
      host.classList.toggle("with-errors", errors);
      fill(host, rows, count);
      new ResizeObserver(oncePerFrame(() => {
        fit();
        drawNow();
      })).observe(rows);
      fit();
      theme.listen(draw);
    },
    refresh,
    draw,
    reveal
  };
})();

/* How often F was called, or why that is not known.  */
const callsText = (f) => {
  const { calls, inlined, instrumented } = profile.functions;
  if (Number(calls[f]) > 0 || instrumented[f])
    return formatCount(calls[f]);
  return inlined[f]
    ? make("span", { class: "none", title: "It exists only where it was "
                     + "inlined; no calls are made" }, "inlined")
    : make("span", { class: "none", title: "It was not compiled with cgprof, "
                     + "nor called by what was" }, "–");
};

/* A bar as long as TIME, of LARGEST, with a whisker for its ERROR.  */
const timeBar = (time, error, largest, module) => {
  const part = (value) => Math.max(0, Math.min(100, 100 * value / largest))
    || 0;
  const low = part(time - error);
  const size = part(time + error) - low;
  return make("span", { class: "bar", "aria-hidden": "true" },
              make("span", { class: "filled",
                             style: `width:${part(time)}%;`
                             + `background:${moduleColour(module)}` }),
              error > 0 && time > 0
                ? make("span", { class: size < 8 ? "whisker short" : "whisker",
                                 style: `left:${low}%;width:${size}%` })
                : null);
};
