/* What is known of the selected function, beside every view.  */

/* F by the longest form of its name that has no more than LETTERS.  */
const functionLink = (f, letters) =>
  make("button", { class: "link code", type: "button",
                   title: functionName(f),
                   onclick: () => go({ function: f }, true) },
       shortFunctionName(f, letters));

/* Arcs, the one with most time first, then the one with most calls.  */
const sortedArcs = (rows) => {
  const { self, inclusive, count } = chosen.arcs;
  return [...rows].filter((i) => Number(count[i]) > 0 || inclusive[i] > 0
                          || profile.diff)
    .sort((a, b) => inclusive[b] - inclusive[a] || self[b] - self[a]
          || Number(count[b]) - Number(count[a]) || a - b);
};

/* The time of arc I with its error.  */
const arcError = (i) => {
  const { inclusive, error } = chosen.arcs;
  return inclusive[i] > 0 ? formatTimeError(inclusive[i], error && error[i])
                          : null;
};

/* The arcs ROWS, named by their END, as a table of at most LIMIT rows.  */
const arcTable = (title, rows, end, limit) => {
  const { count, inclusive } = chosen.arcs;
  const times = profile.hasTime && rows.some((i) => inclusive[i] > 0);
  const most = rows.reduce((sum, i) => Math.max(sum, inclusive[i]), 0);
  const unit = columnUnit(most);
  const list = (all) => rows.slice(0, all ? rows.length : limit).map((i) =>
    make("tr", {},
         make("th", { scope: "row" }, make("div", { class: "who" },
              dot(profile.functions.module[profile.arcs[end][i]]),
              functionLink(profile.arcs[end][i], 18))),
         make("td", {}, formatCount(count[i]), profile.diff
              ? make("div", { class: "note" },
                     countChange(count[i], profile.arcs.oldCount[i]))
              : null),
         times ? make("td", { title: arcError(i) }, inclusive[i] > 0
                      ? formatIn(unit, inclusive[i]) : "–") : null));
  const body = make("tbody", {}, list(false));
  return make("section", { class: "arcs" },
              make("h3", {}, title,
                   make("span", { class: "badge" },
                        formatCount(rows.length))),
              rows.length === 0 ? make("p", { class: "none" }, "none")
              : make("table", {},
                     make("thead", {}, make("tr", {},
                       make("th", { scope: "col" }, "Function"),
                       make("th", { scope: "col" }, "Calls"),
                       times ? make("th", { scope: "col" }, "Time",
                                    make("span", { class: "unit" },
                                         unit.name)) : null)),
                     body),
              rows.length > limit ? make("button", {
                class: "link more", type: "button",
                onclick: (event) => {
                  fill(body, list(true));
                  event.currentTarget.remove();
                }
              }, `all ${formatCount(rows.length)}`) : null);
};

const siteKinds = ["direct", "indirect", "virtual"];

/* Where the indirect and virtual calls of F went.  */
const indirectCalls = (f) => {
  const { sites } = profile;
  const places = new Map();
  for (const i of profile.sitesOut.of(f)) {
    if (sites.kind[i] === 0)
      continue;
    const key = [sites.kind[i], sites.file[i], sites.line[i],
                 sites.column[i]].join();
    if (!places.has(key))
      places.set(key, []);
    places.get(key).push(i);
  }
  const total = (rows) => rows.reduce(
    (sum, i) => sum + Number(sites.count[i]), 0);
  const found = [...places.values()].filter((rows) => total(rows) > 0)
    .sort((a, b) => total(b) - total(a));
  if (found.length === 0)
    return null;
  const shown = found.slice(0, 12);
  return make("section", { class: "indirect" },
    make("h3", {}, "Indirect calls",
         make("span", { class: "badge" }, formatCount(found.length))),
    shown.map((rows) => {
      const all = total(rows);
      const i = rows[0];
      rows.sort((a, b) => Number(sites.count[b]) - Number(sites.count[a]));
      return make("div", { class: "site" },
        make("div", { class: "site-place" },
             sites.file[i] >= 0 ? placeLink(sites.file[i], sites.line[i])
             : "place not known", " ", siteKinds[sites.kind[i]]),
        rows.slice(0, 6).map((row) => make("div", { class: "goal" },
          make("span", { class: "share",
                         style: `width:${100 * Number(sites.count[row])
                                         / all}%` }),
          functionLink(sites.callee[row], 28),
          make("span", { class: "value" },
               formatCount(sites.count[row])))),
        rows.length > 6 ? make("p", { class: "none" },
          `and ${rows.length - 6} targets more`) : null);
    }),
    found.length > shown.length ? make("p", { class: "none" },
      `and ${found.length - shown.length} places more`) : null);
};

/* "file.c:12", which leads to the source if there is any.  */
const placeLink = (file, line) => !VIEWS.includes("source")
  ? formatName(lastPart(profile.files[file])) + (line > 0 ? ":" + line : "")
  :
  make("button", { class: "link code", type: "button",
                   title: formatName(profile.files[file]),
                   onclick: () => go({ view: "source", file, line }, true) },
       formatName(lastPart(profile.files[file])) + (line > 0 ? ":" + line
                                                    : ""));

const fact = (name, value, share, bar) =>
  make("div", { class: "fact" }, make("dt", {}, name),
       make("dd", {}, make("span", { class: "value" }, value),
            share ? make("span", { class: "percent" }, share) : null),
       bar);

const drawInspector = () => {
  const host = byId("inspector");
  const f = state.function;
  const { functions } = profile;
  if (f < 0) {
    fill(host, make("p", { class: "hint" },
                    "Select a function to see its callers, callees and "
                    + "indirect calls."));
    return;
  }
  const times = chosen.functions;
  const error = (key) => isWhole() && functions[key] ? functions[key][f] : 0;
  const cycle = functions.cycle[f];
  const timeFact = (title, key) => {
    const time = times[key][f];
    if (profile.diff) {
      const change = functions[key + "Change"][f];
      return [fact(title, formatTime(time), formatPercent(time,
                                                          chosen.total)),
              fact("change", change === 0 ? "none" : signOf(change)
                   + formatTimeError(Math.abs(change),
                                     functions[key + "ChangeError"][f]),
                   "")];
    }
    return fact(title, formatTimeError(time, error(key + "Error")),
                formatPercent(time, chosen.total),
                timeBar(time, error(key + "Error"), chosen.total,
                        functions.module[f]));
  };
  fill(host,
    make("h2", { class: "code" }, dot(functions.module[f]),
         make("span", {}, functionName(f))),
    make("p", { class: "where" }, moduleName(f),
         functions.file[f] >= 0
           ? [moduleName(f) ? " · " : "",
              placeLink(functions.file[f], functions.line[f])] : null,
         cycle >= 0 ? [" · ", make("span", { class: "tag" },
                                   `cycle ${cycle + 1}`)] : null,
         functions.inlined && functions.inlined[f]
           ? [" · ", make("span", { class: "tag" }, "inlined")] : null),
    functions.symbol[f] !== 0 && functions.symbol[f] !== functions.name[f]
      ? make("p", { class: "symbol code" }, formatName(functions.symbol[f]))
      : null,
    make("div", { class: "ways" },
         [["flame", "sandwich", "Sandwich"], ["graph", "graph", "Call graph"],
          ["source", "source", "Source"]]
           .filter(([, view]) => view !== state.view && VIEWS.includes(view))
           .map(([picture, view, title]) => make("button", {
             type: "button", class: "button",
             onclick: () => go({ view, file: -1, line: 0 }, true)
           }, icon(picture), title))),
    make("dl", { class: "facts" },
         profile.hasTime ? [timeFact("Self", "self"),
                            timeFact("Total", "inclusive")] : null,
         profile.hasArcs
           ? fact(state.range ? "Calls of the whole run" : "Calls",
                  callsText(f), profile.diff ? countChange(
             functions.calls[f], functions.oldCalls[f]) : "") : null,
         Number(functions.spontaneous[f]) > 0
           ? fact("of them by uncounted code",
                  formatCount(functions.spontaneous[f])) : null),
    profile.hasArcs ? [
      arcTable("Callers", sortedArcs(profile.arcsIn.of(f)), "caller", 8),
      arcTable("Callees", sortedArcs(profile.arcsOut.of(f)), "callee", 8),
      indirectCalls(f)] : null);
};
