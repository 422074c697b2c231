/* The table of processes.  A process is left out with its threads, so what
   the views show of the others is what the menu of processes leaves.  */

/* The threads of each process.  Processes that counted in one place, one
   after another, have their threads at the first of them.  */
lazily(profile, "threadsOf", () => {
  const threadsOf = profile.processes.pid.map(() => []);
  profile.threads.process.forEach((process, i) => threadsOf[process].push(i));
  return threadsOf;
});

/* The processes all of whose threads are left out.  */
const hiddenProcesses = () =>
  new Set([...profile.threadsOf.keys()].filter(
    (i) => profile.threadsOf[i].length > 0
      && profile.threadsOf[i].every(
        (thread) => state.hiddenThreads.has(thread))));

/* Leave out the processes OFF, and only them.  Threads that were left out by
   themselves stay so.  */
const hideProcesses = (off) => {
  const before = hiddenProcesses();
  const threads = new Set(state.hiddenThreads);
  profile.threadsOf.forEach((own, i) => {
    for (const thread of off.has(i) === before.has(i) ? [] : own)
      if (off.has(i))
        threads.add(thread);
      else
        threads.delete(thread);
  });
  go({ hiddenThreads: threads, flame: [] });
};

const processTable = (() => {
  let order = [];
  let sortKey = "time";
  let descending = true;
  let host, head, body, rows, count;
  let unit, largest;
  let columns = [];             /* Those for which there is room.  */

  const processes = profile.processes;
  const ranks = processes && processes.rank.some((rank) => rank >= 0);
  const hosts = processes && new Set(processes.host).size > 1;

  /* WIDTHS are by how little room there is; without one it is not shown.  */
  const allColumns = [
    { key: "command", title: "Command", kind: "name",
      help: "The program and its arguments, as it was called",
      widths: ["minmax(6rem, 1fr)", "minmax(6rem, 1fr)", "minmax(5rem, 1fr)",
               "minmax(5rem, 1fr)"] },
    hosts && {
      key: "host", title: "Host", kind: "text",
      help: "The machine that it ran on", widths: ["7rem", "6rem"] },
    ranks && {
      key: "rank", title: "Rank", kind: "count",
      help: "Its number in the MPI job",
      widths: ["4.5rem", "4.5rem", "3.8rem", "3.8rem"] },
    { key: "time", title: "Time", kind: "time", bar: true,
      help: "All time that functions have of it; unknown where several "
        + "counted in one place, one after another",
      widths: ["clamp(11.5rem, 17%, 13.5rem)", "11rem", "4.5rem", "4.5rem"] },
    { key: "calls", title: "Calls", kind: "count",
      help: "Calls it made, exactly",
      widths: ["7.5rem", "7rem", "5.4rem", "5.4rem"] },
    { key: "pid", title: "PID", kind: "count", help: "Its number",
      widths: ["5.5rem", "5rem", "4.5rem", "4.5rem"] },
    { key: "parent", title: "Parent", kind: "count",
      help: "The number of what started it", widths: ["5.5rem"] },
    { key: "lasted", title: "Lasted", kind: "time",
      help: "From its start to its end", widths: ["6rem"] },
    { key: "ending", title: "Ending", kind: "text",
      help: "How it ended, with its exit status or signal",
      widths: ["6.5rem", "6.5rem"] }
  ].filter(Boolean);

  /* When it was seen to end, after its start; -1: it was not.  Times of the
     day have too many digits for a number.  */
  const lasted = (i) => processes.end[i] === null
    || processes.start[i] === null ? -1
    : Number(BigInt(processes.end[i]) - BigInt(processes.start[i]));
  const endingText = (i) => processes.ending[i] === null ? "–"
    : processes.ending[i]
      + (processes.status[i] < 0 ? "" : " " + processes.status[i]);
  const values = {
    command: (i) => processes.command[i],
    host: (i) => processes.host[i] || "–",
    rank: (i) => processes.rank[i],
    ending: endingText,
    time: (i) => processes.known[i] ? processes.time[i] : -1,
    calls: (i) => processes.known[i] ? Number(processes.calls[i]) : -1,
    pid: (i) => processes.pid[i],
    parent: (i) => processes.parent[i],
    lasted
  };
  const collator = new Intl.Collator("en", { numeric: true });

  const sortRows = () => {
    const value = values[sortKey];
    const sign = descending ? -1 : 1;
    const compare = typeof value(0) === "string" ? collator.compare
      : (a, b) => a - b;
    order.sort((a, b) => sign * compare(value(a), value(b)) || a - b);
  };

  const sort = ({ key, kind }) => {
    descending = key === sortKey ? !descending
      : kind !== "name" && kind !== "text";
    sortKey = key;
    sortRows();
    drawHead();
    head.querySelector(`[data-sort="${key}"]`).focus();
    rows.scrollTop = 0;
    draw();
  };

  const cellClass = ({ kind, key }) => kind + " column-" + key;

  const drawHead = () =>
    fill(head, columns.map((column) => headCell(
      column, cellClass(column),
      column.key === sortKey ? descending ? "descending" : "ascending" : "none",
      column.bar ? unit : null, () => sort(column))));

  const text = ({ key, kind }, i) => {
    const value = values[key](i);
    return kind === "text" ? formatName(value) : value < 0 ? "–" : key === "lasted" ? formatTime(value)
      : key === "calls" ? formatCount(processes.calls[i]) : String(value);
  };

  const cell = (column, i) => {
    const attributes = { class: "cell " + cellClass(column), role: "cell" };
    if (column.kind === "name")
      return make("div", { ...attributes, title: formatName(
        processes.program[i] || processes.command[i]) },
                  make("span", { class: "code" },
                       formatName(processes.command[i])),
                  processes.processes[i] > 1
                  ? make("span", { class: "whole" }, "and "
                         + formatCount(processes.processes[i] - 1)
                         + " before it") : null);
    if (!column.bar || !processes.known[i])
      return make("div", attributes, text(column, i));
    const time = processes.time[i];
    return make("div", attributes, timeBar(time, 0, largest, 0),
                make("span", { class: "percent" },
                     formatPercent(time, profile.total)),
                make("span", { class: "value" }, formatIn(unit, time)));
  };

  /* Show PROCESS alone; all, if it is.  */
  const alone = (process) => {
    const { threadsOf } = profile;
    const others = [...threadsOf.keys()].filter(
      (i) => i !== process && threadsOf[i].length > 0);
    if (threadsOf[process].length === 0)
      return;
    const off = hiddenProcesses();
    hideProcesses(new Set(others.every((i) => off.has(i))
                          && !off.has(process) ? [] : others));
  };

  /* Show the columns for which there is room.  */
  const fit = () => {
    const level = tableLevel(host);
    host.className = host.className.replace(/ level-\d/, "")
      + " level-" + level;
    columns = allColumns.filter(({ widths }) => widths[level]);
    host.style.setProperty("--columns", columns.map(
      ({ widths }) => widths[level]).join(" "));
    drawHead();
  };

  const drawNow = () => {
    const off = hiddenProcesses();
    fill(body, rowsInSight(rows, order, (i, place) => make("div", {
      class: "row" + (off.has(i) ? " off" : ""),
      role: "row", "aria-rowindex": place + 2,
      style: `transform:translateY(${place * TABLE_ROW}px)`,
      ondblclick: () => alone(i)
    }, columns.map((column) => cell(column, i)))));
  };
  const draw = oncePerFrame(drawNow);

  return {
    start(panel) {
      host = panel;
      count = make("p", { class: "count", role: "status" });
      head = make("div", { class: "row head", role: "row" });
      body = make("div", { class: "body", role: "rowgroup" });
      rows = make("div", {
        class: "rows", tabindex: 0, role: "table", id: "process-rows",
        "aria-label": "Processes", onscroll: draw
      }, make("div", { role: "rowgroup", class: "head-group" }, head), body);
      order = [...processes.pid.keys()];
      largest = order.reduce((most, i) => Math.max(most, processes.time[i]),
                             0);
      unit = columnUnit(largest);
      sortRows();
      fill(host, rows, count);
      new ResizeObserver(oncePerFrame(() => {
        fit();
        drawNow();
      })).observe(rows);
      theme.listen(draw);
    },
    refresh() {
      const off = hiddenProcesses().size;
      fill(count, `${formatCount(profile.processCount)} processes`,
           off > 0 ? ` · ${formatCount(off)} left out` : null,
           state.range ? " · times are those of the whole run" : null,
           " · a double click shows one alone");
      body.style.height = order.length * TABLE_ROW + "px";
      rows.setAttribute("aria-rowcount", order.length + 1);
      fit();
      draw();
    }
  };
})();
