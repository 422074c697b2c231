/* Menus that leave modules, processes or threads out.  */

/* A button that opens a list of ENTRIES [index, label, colour or null,
   note]; HIDDEN() is the set of those that are off, SET changes it.  */
const filterMenu = (title, entries, hidden, set) => {
  const list = make("div", { class: "menu", hidden: true, role: "group",
                             "aria-label": title });
  const state = make("span", { class: "badge" });
  const button = make("button", {
    type: "button", class: "button", "aria-expanded": "false",
    "aria-haspopup": "true",
    onclick: () => show(list.hidden)
  }, title, state, icon("down"));

  const show = (open) => {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) {
      draw();
      const first = list.querySelector("input");
      if (first)
        first.focus();
    }
  };
  const draw = () => {
    const off = hidden();
    fill(list,
      make("div", { class: "menu-head" },
           make("button", { type: "button", class: "link",
                            onclick: () => change(new Set()) }, "all"),
           make("button", { type: "button", class: "link",
                            onclick: () => change(new Set(
                              entries.map(([i]) => i))) }, "none")),
      entries.map(([i, label, colour, note]) => make("label", {},
        make("input", {
          type: "checkbox", checked: !off.has(i), "data-entry": i,
          onchange: (event) => {
            const next = new Set(hidden());
            if (event.currentTarget.checked)
              next.delete(i);
            else
              next.add(i);
            change(next, i);
          }
        }),
        colour === null ? null : dot(colour),
        make("span", { class: "menu-label", title: label }, label),
        make("span", { class: "menu-note" }, note),
        make("button", { type: "button", class: "link only",
                         onclick: (event) => {
                           event.preventDefault();
                           change(new Set(entries.map(([j]) => j)
                                            .filter((j) => j !== i)));
                         } }, "only"))));
  };
  const change = (next, keep) => {
    set(next);
    draw();
    const box = keep === undefined ? list.querySelector("input")
      : list.querySelector(`[data-entry="${keep}"]`);
    if (box)
      box.focus();
  };
  const root = make("div", {
    class: "filter",
    onkeydown: (event) => {
      if (event.key === "Escape" && !list.hidden) {
        show(false);
        button.focus();
        event.stopPropagation();
      }
    }
  }, button, list);
  document.addEventListener("pointerdown", (event) => {
    if (!list.hidden && !root.contains(event.target))
      show(false);
  });
  return {
    root,
    update() {
      const off = hidden().size;
      state.textContent = off > 0
        ? `${entries.length - off}/${entries.length}` : "";
      button.classList.toggle("active", off > 0);
    }
  };
};

/* The menu of processes.  */
const processMenu = () => {
  const times = profile.processes.time;
  const entries = profile.processes.pid.map((pid, i) => [
    i, `${pid} ${profile.processes.command[i]}`, null,
    formatPercent(times[i], profile.total)
  ]).filter(([i]) => profile.threadsOf[i].length > 0)
    .sort((a, b) => times[b[0]] - times[a[0]]);
  return entries.length > 1
    ? [filterMenu("Processes", entries, hiddenProcesses, hideProcesses)] : [];
};

const filters = (() => {
  const menus = [];
  return {
    start(host) {
      const times = profile.modules.name.map(() => 0);
      profile.functions.module.forEach((module, f) => {
        if (module >= 0)
          times[module] += profile.functions.self[f];
      });
      const modules = profile.modules.name.map((name, i) => [
        i, formatName(name), i, formatPercent(times[i], profile.total)
      ]).sort((a, b) => times[b[0]] - times[a[0]]);
      if (modules.length > 1)
        menus.push(filterMenu("Modules", modules, () => state.hiddenModules,
                              (set) => go({ hiddenModules: set,
                                            flame: [] })));
      if (profile.processes)
        menus.push(...processMenu());
      if (profile.threads && profile.threads.name.length > 1) {
        const threads = profile.threads.name.map((name, i) => [
          i, formatName(name), null,
          formatPercent(profile.threads.time[i], profile.total)
        ]).sort((a, b) => profile.threads.time[b[0]]
                - profile.threads.time[a[0]]);
        menus.push(filterMenu("Threads", threads, () => state.hiddenThreads,
                              (set) => go({ hiddenThreads: set,
                                            flame: [] })));
      }
      fill(host, menus.map(({ root }) => root));
    },
    update() {
      for (const menu of menus)
        menu.update();
    }
  };
})();
