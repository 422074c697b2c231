/* The page: its parts, what each shows of the state, and its keys. */

const panels = {};

/* The summary of the run, above all views.  */
const drawSummary = () => {
  const { functions } = profile;
  const called = functions.calls.reduce(
    (sum, calls) => sum + (Number(calls) > 0 ? 1 : 0), 0);
  const parts = [];
  const part = (name, value, note) =>
    parts.push(make("div", { class: "figure" }, make("dt", {}, name),
                    make("dd", {}, value,
                         note ? make("span", { class: "note" }, note)
                              : null)));
  /* What the samples were chosen by when the page was made.  */
  const range = (from, to) => from === null && to === null ? ""
    : `${from ?? "the start"} to ${to ?? "the end"}`;
  if (profile.diff) {
    const side = (name, file, total, chosen) =>
      part(name, formatName(file), (profile.hasTime ? " " + formatTime(total)
                                    : "")
           + (chosen ? ` from ${chosen}; calls are of the whole run` : ""));
    side("Old", profile.oldProfile, profile.oldTotal,
         range(profile.oldFrom, profile.oldTo));
    side("New", profile.newProfile, profile.total,
         range(profile.from, profile.to));
    fill(byId("summary"), parts, make("div", { class: "legend" },
      make("span", { class: "key-less" }), "less time",
      make("span", { class: "key-more" }), "more time",
      make("span", { class: "key-same" }), "within the error"));
    return;
  }
  if (profile.hasTime) {
    part("Time sampled", formatTimeError(profile.total, profile.totalError),
         profile.sample > 0
         ? ` every ${formatRoundTime(profile.sample)}`
           + (profile.longestSample > profile.sample
              ? `, later every ${formatRoundTime(profile.longestSample)}` : "")
         : "");
    if (range(profile.from, profile.to))
      part("Samples from", range(profile.from, profile.to),
           "; calls are of the whole run");
    if (profile.state !== null)
      part("Samples of", profile.state, " threads; calls are all");
    if (profile.latency)
      part("Time counts", "1/N", " while N threads run");
    if (profile.sampleCount > 0)
      part("Samples", formatCount(profile.sampleCount));
  }
  if (profile.hasArcs)
    part("Calls", formatShortCount(functions.calls.reduce(
      (sum, calls) => sum + Number(calls), 0)), " counted exactly");
  part("Functions", formatCount(called),
       ` of ${formatCount(profile.functionCount)} seen`);
  if (profile.threads && profile.threads.name.length > 1)
    part("Threads", formatCount(profile.threads.name.length));
  if (profile.processCount > 1)
    part("Processes", formatCount(profile.processCount), " added up");
  if (profile.hasTime)
    part("Time with callees",
         profile.measured ? "measured" : "estimated",
         profile.measured ? " from stacks" : " from numbers of calls");
  fill(byId("summary"), parts);
};

const flamePanel = (() => {
  let graph, path, space, note, empty;
  let formButtons, byButtons, upButton, resetButton;
  let up = false;
  let tree = null;
  let wasUp = false;

  const zoom = (frame) => {
    graph.zoom(frame, true);
    go({ flame: up ? [] : frame.path,
         function: frame.fn >= 0 ? frame.fn : state.function }, true);
  };

  const drawPath = () => {
    const frames = [];
    for (let frame = graph.zoomed; frame; frame = frame.parent)
      frames.unshift(frame);
    fill(path, frames.map((frame, i) => make("li", {},
      make("button", {
        type: "button", class: "link code",
        "aria-current": i === frames.length - 1 ? "true" : null,
        onclick: () => zoom(frame)
      }, functionName(frame.fn)))));
    path.scrollLeft = path.scrollWidth;
    resetButton.disabled = !graph.zoomed || !graph.zoomed.parent;
  };

  /* Buttons that set KEY of the state to one of WORDS [word, title, help],
     and CHANGES with it.  */
  const choice = (key, words, changes) =>
    words.map(([word, title, help]) => make("button", {
      type: "button", class: "button", id: `${key}-${word}`, title: help,
      "data-word": word, onclick: () => go({ [key]: word, ...changes })
    }, title));
  const press = (buttons, word) => {
    for (const button of buttons)
      button.setAttribute("aria-pressed",
                          String(button.dataset.word === word));
  };

  /* Show why there is nothing to show, or ("") that there is.  */
  const lack = (title, text) => {
    empty.hidden = text === "";
    fill(empty, title === "" ? null : make("h2", {}, title),
         make("p", {}, text));
  };

  return {
    start(panel) {
      formButtons = choice("form", [["icicle", "Icicle", "The root above"],
                                    ["flame", "Flame", "The root below"]]);
      byButtons = !profile.hasBytes ? [] : choice("by", [
        ["time", "Time", "Frames are as wide as their time"],
        ["bytes", "Bytes", "Frames are as wide as what they allocated"]
      ], { flame: [] });
      upButton = make("button", {
        type: "button", class: "button", id: "flame-up",
        "aria-pressed": "false",
        title: "Begin with the innermost functions, their callers below",
        onclick: () => {
          up = !up;
          go({ flame: [] });
        }
      }, "Inverted");
      resetButton = make("button", {
        type: "button", class: "button", id: "flame-reset",
        onclick: () => zoom(graph.root)
      }, icon("reset"), "Reset");
      path = make("ol", { class: "path", "aria-label": "Zoomed into" });
      space = make("div", { class: "flame-host" });
      note = make("p", { class: "count", hidden: true });
      empty = make("div", { class: "empty", hidden: true });
      fill(panel, make("div", { class: "toolbar" },
                       byButtons.length === 0 ? null
                       : make("span", { class: "segments" }, byButtons),
                       make("span", { class: "segments" }, formButtons),
                       upButton, resetButton, path), note, space, empty);
      graph = new FlameGraph(space, "Flame graph. Arrow keys move, Enter "
        + "zooms, Backspace zooms out, r resets.", {
        zoom,
        select: (frame) => go({ function: frame.fn }),
        open: (frame) => go({ view: "sandwich", function: frame.fn }, true)
      });
      this.graph = graph;
    },
    show(panel) {
      const byBytes = state.by === "bytes";
      const shown = byBytes || profile.hasStacks;
      press(byButtons, state.by);
      space.hidden = !shown;
      note.hidden = !byBytes;
      fill(note, byBytes ? bytesNote() : "");
      if (!shown) {
        panel.classList.toggle("without", !profile.hasBytes);
        lack("No stacks in this profile", profile.noStacks);
        return;
      }
      const wanted = byBytes ? byteTrees() : trees();
      if (tree !== wanted || up !== wasUp) {
        tree = wanted;
        wasUp = up;
        graph.setRoot(wholeTree(tree, up));
      }
      const flipped = state.form === "flame";
      press(formButtons, state.form);
      upButton.setAttribute("aria-pressed", String(up));
      if (graph.flipped !== flipped) {
        graph.flipped = flipped;
        graph.fresh = true;
        graph.relayout();
      }
      graph.selected = state.function;
      graph.matches = matching();
      if (!up) {
        const frame = graph.find(state.flame);
        if (frame && frame !== graph.zoomed)
          graph.zoom(frame, false);
      }
      lack("", flameWeight(graph.root) > 0 ? ""
           : byBytes ? "Nothing was allocated."
           : "The filters leave no samples.");
      drawPath();
      graph.redraw();
    }
  };
})();

const sandwichPanel = (() => {
  let callers, callees, title, empty, body;
  let key = "";
  let tree = null;

  const actions = () => ({
    zoom: (frame) => {
      const graph = frame.up ? callers : callees;
      graph.zoom(frame, true);
    },
    select: () => {},
    open: (frame) => go({ function: frame.fn }, true)
  });

  return {
    start(panel) {
      title = make("div", { class: "toolbar" });
      const above = make("div", { class: "flame-host" });
      const below = make("div", { class: "flame-host" });
      empty = make("div", { class: "empty", hidden: true });
      body = make("div", { class: "sandwich" },
        make("h3", { class: "side" }, "Callers"), above,
        make("h3", { class: "side" }, "Callees"), below);
      fill(panel, title, body, empty);
      callers = new FlameGraph(above, "Callers of the selected function",
                               actions());
      callers.flipped = true;
      callees = new FlameGraph(below, "Callees of the selected function",
                               actions());
    },
    show() {
      const f = state.function;
      const problem = !profile.hasStacks ? profile.noStacks
        : f < 0 ? "Select a function, in the table or by search." : "";
      empty.hidden = problem === "";
      body.hidden = problem !== "";
      fill(empty, make("p", {}, problem));
      fill(title, f >= 0 ? [
        dot(profile.functions.module[f]),
        make("strong", { class: "code" }, functionName(f)),
        make("span", { class: "note" },
             "what called it above, what it called below; "
             + "double-click goes to a function")] : null);
      if (problem !== "")
        return;
      const wanted = trees();
      if (tree !== wanted || key !== String(f)) {
        tree = wanted;
        key = String(f);
        callers.setRoot(functionTree(tree, f, true));
        callees.setRoot(functionTree(tree, f, false));
        if (callees.root.total === 0) {
          empty.hidden = false;
          body.hidden = true;
          fill(empty, make("p", {},
                           "No sample has this function on its stack."));
        }
      } else if (callees.root.total === 0) {
        empty.hidden = false;
        body.hidden = true;
        fill(empty, make("p", {},
                         "No sample has this function on its stack."));
      }
      callers.matches = callees.matches = matching();
      callers.redraw();
      callees.redraw();
    }
  };
})();

const views = {
  functions: { title: "Functions", panel: functionTable,
               show: () => functionTable.refresh() },
  flame: { title: "Flame graph", panel: flamePanel,
           show: () => flamePanel.show(panels.flame) },
  sandwich: { title: "Sandwich", panel: sandwichPanel,
              show: () => sandwichPanel.show() },
  graph: { title: "Call graph", panel: callGraph,
           show: () => callGraph.draw() },
  source: { title: "Source", panel: sourceView,
            show: () => sourceView.show() },
  processes: { title: "Processes", panel: processTable,
               show: () => processTable.refresh() }
};

/* What is selected at first: the function with most time or calls.  */
const busiest = () => {
  const { self, calls } = profile.functions;
  let best = -1;
  for (let f = 0; f < profile.functionCount; f++)
    if (best < 0 || self[f] > self[best]
        || (self[f] === self[best] && Number(calls[f]) > Number(calls[best])))
      best = f;
  return best;
};

/* How many functions the search finds.  */
const drawMatches = () => {
  const matches = matching();
  byId("matches").textContent = matches
    ? formatCount(matches.reduce((sum, match) => sum + match, 0)) : "";
  if (byId("search").value !== state.search)
    byId("search").value = state.search;
};

const show = (changes) => {
  for (const view of VIEWS) {
    const current = view === state.view;
    const tab = byId("tab-" + view);
    tab.setAttribute("aria-selected", String(current));
    tab.tabIndex = current ? 0 : -1;
    panels[view].hidden = !current;
    if (current)
      tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  filters.update();
  timeline.show();
  drawMatches();
  const keys = Object.keys(changes);
  if (state.function < 0)
    state.function = busiest();
  const selects = keys.every((key) => key === "function");
  if (selects && state.view === "functions")
    functionTable.draw();
  else
    views[state.view].show();
  if (!selects && state.view === "functions" && state.function >= 0
      && keys.includes("view"))
    functionTable.reveal();
  drawInspector();
  document.title = (state.function >= 0
                    ? functionName(state.function) + " · " : "")
    + profile.title + " · cgprof";
};

/* Keys of the whole page.  */
const pageKeys = (event) => {
  const writing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.key === "Escape" && event.target === byId("search")) {
    go({ search: "" });
    event.target.blur();
  } else if (writing)
    return;
  else if (event.key === "/") {
    byId("search").focus();
    byId("search").select();
  } else if (event.key === "?")
    byId("help").showModal();
  else if (VIEWS[Number(event.key) - 1])
    go({ view: VIEWS[Number(event.key) - 1] }, true);
  else if (event.key === "d")
    theme.toggle();
  else if (event.key === "Escape" && state.search !== "")
    go({ search: "" });
  else if (event.key === "Escape" && state.range)
    timeline.clear();
  else
    return;
  event.preventDefault();
};

const startPage = () => {
  byId("title").textContent = profile.title;
  byId("subtitle").textContent = "\u200e" + formatName(profile.program || "");
  byId("subtitle").title = formatName(profile.program || "");
  const tabs = byId("tabs");
  fill(tabs, VIEWS.map((view, i) => make("button", {
    type: "button", role: "tab", id: "tab-" + view,
    "aria-controls": "panel-" + view, title: `key ${i + 1}`,
    onclick: () => go({ view }, true)
  }, views[view].title)));
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step)
      return;
    const next = VIEWS[(VIEWS.indexOf(state.view) + step + VIEWS.length)
                       % VIEWS.length];
    go({ view: next }, true);
    byId("tab-" + next).focus();
    event.preventDefault();
  });
  for (const view of VIEWS) {
    panels[view] = make("section", {
      id: "panel-" + view, class: "panel panel-" + view, role: "tabpanel",
      "aria-labelledby": "tab-" + view, hidden: true
    });
    byId("views").append(panels[view]);
    views[view].panel.start(panels[view]);
  }
  filters.start(byId("filters"));
  timeline.start(byId("timeline"));
  fill(byId("theme"), icon("moon"), icon("sun"));
  byId("theme").addEventListener("click", () => theme.toggle());
  byId("help-button").addEventListener("click",
                                       () => byId("help").showModal());
  byId("search-icon").append(icon("search"));
  const search = delayed(120, (text) => go({ search: text }));
  byId("search").addEventListener("input",
                                  (event) => search(event.target.value));
  byId("search").addEventListener("keydown", (event) => {
    const matches = event.key === "Enter" && matching();
    if (!matches)
      return;
    /* The one with most time of those that were found.  */
    let best = -1;
    matches.forEach((match, f) => {
      if (match && (best < 0 || profile.functions.inclusive[f]
                    > profile.functions.inclusive[best]))
        best = f;
    });
    if (best >= 0)
      go({ function: best }, true);
  });
  drawSummary();
  stateListeners.push(show);
  addEventListener("popstate", readHash);
  addEventListener("hashchange", readHash);
  document.addEventListener("keydown", pageKeys);
  theme.listen(() => {
    drawInspector();
    filters.update();
  });
  readHash();
  document.documentElement.dataset.ready = "yes";
};

startPage();

/* Read what the other views need while nothing else is to be done, a part at
   a time, so that they need not wait for it.  */
const readAhead = (() => {
  const steps = [
    () => profile.arcs, () => profile.arcsIn, () => profile.arcsOut,
    () => profile.sites, () => profile.sitesOut, () => profile.contexts,
    () => profile.samples, () => timeline.read(),
    () => profile.hasStacks && trees(),
    () => profile.hasStacks && trees().outermost(0), () => profile.lines,
    ...(profile.diff ? [] : [() => profile.sources, ...sourceView.steps])
  ];
  const next = (deadline) => {
    do
      steps.shift()();
    while (steps.length > 0 && deadline.timeRemaining() > 20);
    if (steps.length > 0)
      requestIdleCallback(next);
    else
      document.documentElement.dataset.read = "yes";
  };
  return () => requestIdleCallback(next);
})();

readAhead();
