/* What is shown: kept in the address, so that it can be linked to.

   #view=flame&function=main&flame=main;run;step&search=x&from=0.5&to=1.25.  Of
   "function" and "flame" alone the view follows.  Names are escaped byte by
   byte: they may have any.  */

const VIEWS = ["functions", "flame", "sandwich", "graph", "source",
               "processes"]
  .filter((view) => view === "source" ? !profile.diff
          : view !== "processes"
          || (profile.processes && profile.processes.pid.length > 1));

/* NAME, in which a byte that is no UTF-8 is U+DC80 and up, escaped.  */
const escapeName = (name) => {
  let text = "";
  for (const character of name) {
    const code = character.codePointAt(0);
    text += code >= 0xdc80 && code <= 0xdcff
      ? "%" + (code & 255).toString(16)
      : encodeURIComponent(character).replace(/%3A/g, ":");
  }
  return text;
};

/* The reverse.  What is not UTF-8 becomes U+DC80 and up again.  */
const unescapeName = (text) => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      let name = "";
      while (run !== "") {
        let length = 12;
        for (; length > 3; length -= 3)
          try {
            name += decodeURIComponent(run.slice(0, length));
            break;
          } catch (wrong) {
            /* A shorter one, then.  */
          }
        if (length === 3) {
          const code = parseInt(run.slice(1, 3), 16);
          name += String.fromCharCode(code < 128 ? code : 0xdc00 + code);
        }
        run = run.slice(length);
      }
      return name;
    });
  }
};

const state = {
  view: "functions",
  function: -1,                 /* What is selected.  */
  flame: [],                    /* Names down to what is zoomed into.  */
  form: "icicle",               /* Or "flame": the root below.  */
  by: "time",                   /* Or "bytes": what the flame graph is of.  */
  search: "",
  file: -1,
  line: 0,
  code: "source",               /* Or "assembly": of the function.  */
  hiddenModules: new Set(),
  hiddenThreads: new Set(),
  range: null                   /* Or from which time to which, in ns.  */
};

/* Whether what is shown is of all threads and of all of the run.  */
const isWhole = () => state.hiddenThreads.size === 0 && state.range === null;

/* What figures are of that no filter of threads and times changes; "" if
   nothing is left out.  */
const unfiltered = () => [
  state.hiddenThreads.size > 0 ? "all threads" : "",
  state.range ? "the whole run" : ""].filter(Boolean).join(" and ");

const stateListeners = [];

/* TIME in seconds, to the nanosecond.  */
const secondsOf = (time) =>
  (time / 1e9).toFixed(9).replace(/\.?0+$/, "");

const stateHash = () => {
  const parts = [];
  if (state.view !== "functions")
    parts.push("view=" + state.view);
  if (state.function >= 0)
    parts.push("function="
               + escapeName(profile.functions.name[state.function]));
  if (state.flame.length > 0)
    parts.push("flame=" + state.flame.map(escapeName).join(";"));
  if (state.form !== "icicle")
    parts.push("form=" + state.form);
  if (state.by !== "time")
    parts.push("by=" + state.by);
  if (state.search !== "")
    parts.push("search=" + escapeName(state.search));
  if (state.range)
    parts.push("from=" + secondsOf(state.range[0]),
               "to=" + secondsOf(state.range[1]));
  if (state.view === "source" && state.file >= 0)
    parts.push("file=" + escapeName(profile.files[state.file])
               + (state.line > 0 ? "&line=" + state.line : ""));
  if (state.view === "source" && state.code !== "source")
    parts.push("code=" + state.code);
  for (const [key, hidden, names] of [
    ["without-module", state.hiddenModules, profile.modules.name],
    ["without-thread", state.hiddenThreads,
     profile.threads ? profile.threads.name : []]])
    if (hidden.size > 0)
      parts.push(key + "=" + [...hidden].map(
        (i) => key === "without-module" ? escapeName(names[i]) : i).join(";"));
  return "#" + parts.join("&");
};

/* Change the state and show it.  LASTING: one can go back from it.  */
const go = (changes, lasting) => {
  Object.assign(state, changes);
  const hash = stateHash();
  if (hash !== (location.hash || "#"))
    history[lasting ? "pushState" : "replaceState"](null, "", hash);
  for (const listener of stateListeners)
    listener(changes);
};

/* Take the state from the address.  */
const readHash = () => {
  const found = {
    view: null, function: -1, flame: [], form: "icicle", by: "time",
    search: "", file: -1, line: 0, code: "source",
    hiddenModules: new Set(), hiddenThreads: new Set(), range: null
  };
  const range = [NaN, NaN];
  for (const part of location.hash.slice(1).split("&")) {
    const [key, text = ""] = part.split(/=(.*)/s);
    const value = unescapeName(text);
    if (key === "view" && VIEWS.includes(value))
      found.view = value;
    else if (key === "function" && profile.byName.has(value))
      found.function = profile.byName.get(value);
    else if (key === "flame" && text !== "")
      found.flame = text.split(";").map(unescapeName);
    else if (key === "form" && value === "flame")
      found.form = value;
    else if (key === "by" && value === "bytes" && profile.hasBytes)
      found.by = value;
    else if (key === "search")
      found.search = value;
    else if (key === "file")
      found.file = profile.files.indexOf(value);
    else if (key === "line")
      found.line = parseInt(value, 10) || 0;
    else if (key === "code" && value === "assembly")
      found.code = value;
    else if (key === "from" || key === "to")
      range[key === "from" ? 0 : 1] = parseFloat(value) * 1e9;
    else if (key === "without-module")
      for (const name of text.split(";")) {
        const module = profile.modules.name.indexOf(unescapeName(name));
        if (module >= 0)
          found.hiddenModules.add(module);
      }
    else if (key === "without-thread" && profile.threads)
      for (const number of text.split(";"))
        if (Number(number) < profile.threads.name.length)
          found.hiddenThreads.add(Number(number));
  }
  if (range[0] < range[1])
    found.range = timeline.snapRange(...range);
  if (!found.view)
    found.view = found.flame.length > 0 ? "flame" : "functions";
  Object.assign(state, found);
  for (const listener of stateListeners)
    listener(found);
};
