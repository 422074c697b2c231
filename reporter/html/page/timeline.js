/* The timeline: a lane for each process and thread, how busy it was when, and
   the program's marks.  The range that is chosen in it filters all views.

   Times are known by bucket (html/timeline.h), between the borders that are at
   every step and at marks; a range lies between two of those, so what is in it
   is summed up exactly.  */

const LANE_HEIGHT = 26;
const LANES_MOST = 40;
const AXIS_HEIGHT = 30;         /* Of times, and names of marks below.  */
const MARK_REACH = 5;           /* Pixels from which a mark attracts.  */

const timeline = (() => {
  const data = profile.timeline;
  let canvas, told, reset;
  let lanes = [];               /* { label, threads, inner, areas }.  */
  let omitted = 0;
  let ready = false;            /* The samples were read.  */
  let anchor = null;            /* Where the range that is drawn began, */
  let cursor = 0;               /* and where it ends.  */
  let dragged = false;

  /* ---- What is known.  */

  const marks = data ? data.markTime.map((time, i) => ({
    time, name: formatName(data.markName[i])
  })).sort((a, b) => a.time - b.time) : [];

  const borders = data ? (() => {
    const steps = Math.floor(data.end / data.step) + 1;
    const all = new Float64Array(steps + 1 + data.borders.length);
    for (let i = 0; i <= steps; i++)
      all[i] = i * data.step;
    all.set(data.borders, steps + 1);
    return all.sort();
  })() : null;
  const end = data ? borders[borders.length - 1] : 0;

  /* The index of the first border that is not before TIME.  */
  const borderFrom = (time) => {
    let low = 0;
    let high = borders.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (borders[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };

  /* The border next to TIME.  */
  const snap = (time) => {
    const after = borderFrom(time);
    return after > 0 && time - borders[after - 1] < borders[after] - time
      ? borders[after - 1] : borders[after];
  };

  /* Call VISIT (sample, from, to, time) for each time of a sample.  */
  const eachTime = (visit) => {
    const lengths = new Map();
    for (let i = 0; i < data.long.length; i += 2)
      lengths.set(data.long[i], data.long[i + 1]);
    let bucket = 0;
    for (let i = 0; i < data.sample.length; i++) {
      bucket += data.bucket[i];
      visit(data.sample[i], borders[bucket],
            borders[bucket + (lengths.get(i) || 1)], data.time[i]);
    }
  };

  /* ---- Lanes.  */

  const makeLanes = () => {
    const { threads, processes } = profile;
    const lane = (label, own, inner) =>
      lanes.push({ label: formatName(label), threads: own, inner });
    const several = profile.threadsOf.filter(({ length }) => length > 0)
      .length > 1;
    profile.threadsOf.forEach((own, i) => {
      if (several && own.length > 0)
        lane(`${processes.pid[i]} ${processes.command[i]}`, own, false);
      if (!several || own.length > 1)
        for (const thread of own)
          lane(threads.name[thread], [thread], several);
    });
    /* Of many those with most time.  */
    const time = ({ threads: own }) => own.reduce(
      (sum, thread) => sum + threads.time[thread], 0);
    const least = lanes.map(time).sort((a, b) => b - a)[LANES_MOST - 1] || 0;
    const all = lanes.length;
    lanes = lanes.filter((each) => time(each) >= least).slice(0, LANES_MOST);
    omitted = all - lanes.length;
  };

  /* How busy each lane was, by pixel of WIDTH.  A sample tells of the time up
     to it.  */
  const makeAreas = (width) => {
    const byThread = profile.threads.name.map(() => []);
    for (const lane of lanes) {
      lane.areas = new Float64Array(width);
      for (const thread of lane.threads)
        byThread[thread].push(lane);
    }
    const pixel = end / width;
    eachTime((sample, from, to, time) => {
      const begin = Math.max(0, Math.min(from, to - time));
      const share = time / (to - begin) / pixel;
      for (const lane of byThread[profile.samples.thread[sample]])
        for (let x = Math.floor(begin / pixel); x * pixel < to && x < width;
             x++)
          lane.areas[x] += share / lane.threads.length
            * (Math.min(to, (x + 1) * pixel) - Math.max(begin, x * pixel));
    });
  };

  /* ---- Places.  */

  const gutter = () => Math.min(150, Math.round(canvas.clientWidth * 0.22));
  const room = () => Math.max(1, canvas.clientWidth - gutter() - 8);
  const placeOf = (time) => gutter() + time / end * room();

  /* The border at X, of a mark if one is near.  */
  const timeAt = (x) => {
    const near = marks.filter(
      ({ time }) => Math.abs(placeOf(time) - x) <= MARK_REACH)
      .sort((a, b) => Math.abs(placeOf(a.time) - x)
            - Math.abs(placeOf(b.time) - x));
    return snap(near.length > 0 ? near[0].time
      : Math.max(0, Math.min(end, (x - gutter()) / room() * end)));
  };

  /* ---- What is told.  */

  const digits = () => Math.max(0, Math.ceil(9 - Math.log10(data.step)));
  const momentText = (time) => {
    const at = marks.find((mark) => mark.time === time);
    return at ? `${secondsOf(time)} s (${at.name})`
      : `${(time / 1e9).toFixed(digits())} s`;
  };
  const rangeText = ([from, to]) => `${momentText(from)} to ${momentText(to)}`;

  const tell = () => {
    fill(told, state.range
      ? [make("strong", {}, rangeText(state.range)),
         ` · ${formatTime(chosen.total)} sampled`,
         " · calls are those of the whole run"]
      : ["drag over a part of the run to see it alone",
         omitted > 0 ? ` · ${formatCount(omitted)} lanes with less time are `
           + "left out" : null],
         ` · in steps of ${formatRoundTime(data.step)}`,
         marks.length > 0 && data.borders.length === 0
           ? "; marks are too many to be exact" : null);
    reset.disabled = state.range === null;
  };

  /* ---- The picture.  */

  /* A step of the axis: 1, 2 or 5 of a unit, at least 80 pixels.  */
  const axisStep = () => {
    const least = 80 / room() * end;
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((each) => each * power)
      .find((each) => each >= least);
  };

  const drawAxis = (context, colours) => {
    context.fillStyle = colours.muted;
    context.font = "10.5px " + styleColour("--font");
    context.textAlign = "center";
    const step = axisStep();
    const decimals = Math.max(0, Math.ceil(9 - Math.log10(step)));
    for (let i = 0; i * step <= end; i++) {
      const x = placeOf(i * step);
      context.fillText(`${(i * step / 1e9).toFixed(decimals)} s`,
                       Math.min(x, canvas.clientWidth - 20), 8);
      context.fillRect(x, AXIS_HEIGHT - 3, 1, 3);
    }
    context.textAlign = "left";
  };

  const drawMarks = (context, height, colours) => {
    let free = 0;
    for (const { time, name } of marks) {
      const x = placeOf(time);
      context.fillStyle = colours.match;
      context.fillRect(x, AXIS_HEIGHT - 14, 1, height);
      const text = cutText(name, 120, (part) => textWidth(context, part));
      if (x < free || text === "")
        continue;
      context.fillText(text, x + 3, AXIS_HEIGHT - 8);
      free = x + 9 + textWidth(context, text);
    }
  };

  const drawLane = (context, lane, y, colours) => {
    const left = gutter();
    const off = lane.threads.every(
      (thread) => state.hiddenThreads.has(thread));
    context.fillStyle = colours.line;
    context.fillRect(left, y + LANE_HEIGHT - 1, room(), 1);
    context.fillStyle = off ? colours.muted : colours.text;
    const inset = lane.inner ? 20 : 8;
    context.fillText(cutText(lane.label, left - inset - 6,
                             (part) => textWidth(context, part)),
                     inset, y + LANE_HEIGHT / 2);
    context.fillStyle = off ? colours.line : colours.area;
    lane.areas.forEach((share, x) => {
      const high = Math.min(1, share) * (LANE_HEIGHT - 4);
      context.fillRect(left + x, y + LANE_HEIGHT - 1 - high, 1, high);
    });
  };

  /* Cover what is not chosen, or show where it will end.  */
  const drawRange = (context, height, colours) => {
    const range = anchor !== null && anchor !== cursor
      ? [Math.min(anchor, cursor), Math.max(anchor, cursor)] : state.range;
    if (range) {
      const [from, to] = range.map(placeOf);
      context.globalAlpha = 0.72;
      context.fillStyle = colours.page;
      context.fillRect(gutter(), AXIS_HEIGHT, from - gutter(), height);
      context.fillRect(to, AXIS_HEIGHT, placeOf(end) - to, height);
      context.globalAlpha = 1;
      context.fillStyle = colours.accent;
      context.fillRect(from - 1, AXIS_HEIGHT - 3, 2, height);
      context.fillRect(to - 1, AXIS_HEIGHT - 3, 2, height);
    }
    if (document.activeElement === canvas) {
      context.fillStyle = colours.text;
      context.fillRect(placeOf(cursor) - 0.5, AXIS_HEIGHT - 6, 1, height);
    }
  };

  const drawNow = () => {
    const width = canvas.parentNode.clientWidth;
    if (!ready || width === 0)
      return;
    const height = AXIS_HEIGHT + lanes.length * LANE_HEIGHT;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio)
        || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = width + "px";
      canvas.style.height = height + "px";
      makeAreas(room());
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textBaseline = "middle";
    const colours = {
      text: styleColour("--text"), muted: styleColour("--text-muted"),
      page: styleColour("--page"), line: styleColour("--line"),
      accent: styleColour("--accent"), match: styleColour("--match"),
      area: isDark() ? "hsl(214 45% 52%)" : "hsl(214 60% 66%)"
    };
    drawAxis(context, colours);
    lanes.forEach((lane, i) => drawLane(
      context, lane, AXIS_HEIGHT + i * LANE_HEIGHT, colours));
    drawRange(context, height, colours);
    drawMarks(context, height, colours);
  };
  const draw = oncePerFrame(drawNow);

  /* ---- What people do.  */

  /* Choose RANGE, null: all.  */
  const choose = (range) => {
    anchor = null;
    go({ range, flame: [] }, true);
    announce(range ? rangeText(range) + ", "
             + formatTime(chosen.total) + " sampled" : "all of the run");
  };

  const placeIn = (event) => event.clientX
    - canvas.getBoundingClientRect().left;

  const press = (event) => {
    if (event.button !== 0)
      return;
    canvas.setPointerCapture(event.pointerId);
    anchor = cursor = timeAt(placeIn(event));
    dragged = true;
    draw();
  };

  const move = (event) => {
    const time = timeAt(placeIn(event));
    if (dragged) {
      cursor = time;
      draw();
    }
    const lane = lanes[Math.floor(
      (event.clientY - canvas.getBoundingClientRect().top - AXIS_HEIGHT)
      / LANE_HEIGHT)];
    const share = lane && lane.areas
      ? lane.areas[Math.floor(placeIn(event) - gutter())] : undefined;
    tooltip.show(event.clientX, event.clientY, [
      make("div", { class: "tip-name" }, momentText(time)),
      share === undefined ? null : make("div", { class: "tip-place" },
        `${lane.label} · ${formatPercent(Math.min(1, share), 1)} busy`)]);
  };

  const release = (event) => {
    if (!dragged)
      return;
    dragged = false;
    /* No move need have come where the button is released.  */
    if (event.type === "pointerup")
      cursor = timeAt(placeIn(event));
    if (anchor !== cursor)
      choose([Math.min(anchor, cursor), Math.max(anchor, cursor)]);
    else
      anchor = null;
    draw();
  };

  /* Where phases begin and end: at marks and at the ends of the run.  */
  const stops = data ? [...new Set([0, ...marks.map(({ time }) => snap(time)),
                                    end])] : [];
  const stopAfter = (time) => {
    const after = stops.findIndex((stop) => stop > time);
    return after < 0 ? stops.length - 1 : after;
  };

  const key = (event) => {
    const step = (sign) => {
      const next = snap(cursor + sign * end / 100);
      return next !== cursor ? next : borders[Math.max(0, Math.min(
        borders.length - 1, borderFrom(cursor) + sign))];
    };
    const moves = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1),
      PageUp: () => [...stops].reverse().find((stop) => stop < cursor) ?? 0,
      PageDown: () => stops[stopAfter(cursor)],
      Home: () => 0, End: () => end
    };
    if (event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key in moves) {
      const before = cursor;
      cursor = moves[event.key]();
      if (event.shiftKey) {
        /* It goes on from the end at which the cursor was.  */
        const [from, to] = state.range || [before, before];
        const other = before === to ? from : before === from ? to : before;
        if (other !== cursor)
          choose([Math.min(other, cursor), Math.max(other, cursor)]);
      } else
        announce(momentText(cursor));
      draw();
    } else if (event.key === "Enter") {
      const after = stopAfter(cursor);
      choose([stops[after - 1], stops[after]]);
    } else if (event.key === "Escape")
      choose(null);
    else
      return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    /* What the lanes are of, from top to bottom.  */
    get lanes() {
      return lanes.map(({ label }) => label);
    },

    /* FROM and TO, between which there is time, moved to borders.  */
    snapRange(from, to) {
      if (!data)
        return null;
      const range = [snap(from), snap(to)];
      return range[0] < range[1] ? range : null;
    },

    /* The time of each sample between FROM and TO, which are borders.  */
    timesWithin(from, to) {
      const times = new Float64Array(profile.samples.function.length);
      eachTime((sample, begin, last, time) => {
        const inside = Math.min(to, last) - Math.max(from, begin);
        if (inside > 0)
          times[sample] += time * inside / (last - begin);
      });
      return times;
    },

    start(host) {
      if (!data)
        return;
      makeLanes();
      told = make("p", { class: "told", role: "status" });
      reset = make("button", {
        type: "button", class: "button", id: "timeline-reset",
        onclick: () => choose(null)
      }, icon("reset"), "All");
      canvas = make("canvas", {
        class: "timeline", tabindex: 0, role: "application",
        "aria-label": "Timeline. Arrow keys move, with Shift they choose; "
          + "Page keys go to marks, Enter chooses from one mark to the next, "
          + "Escape all of the run.",
        onpointerdown: press, onpointermove: move, onpointerup: release,
        onpointercancel: release, onpointerleave: () => tooltip.hide(),
        ondblclick: () => choose(null), onkeydown: key, onfocus: draw,
        onblur: draw
      });
      host.hidden = false;
      fill(host, make("div", { class: "timeline-head" },
                      make("h2", { id: "timeline-title" }, "Timeline"), told,
                      reset),
           make("div", {
             class: "lanes",
             style: `--height:${AXIS_HEIGHT + lanes.length * LANE_HEIGHT}px`
           }, canvas));
      new ResizeObserver(draw).observe(canvas.parentNode);
      theme.listen(draw);
    },

    /* Read what it shows, while nothing else is to be done.  */
    read() {
      ready = data !== null;
      if (ready)
        draw();
    },

    /* Show what is chosen.  */
    show() {
      if (!data)
        return;
      tell();
      draw();
    },

    clear: () => choose(null),
    placeOf
  };
})();
