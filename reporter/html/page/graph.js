/* The call graph around the selected function: callers above, callees below,
   counts and times on the arcs.  A cycle is one node until it is opened.  */

const BOX_HEIGHT = 46;
const BOX_GAP = 16;
const ARC_SPACE = 92;           /* Between rows; the labels are there.  */

const callGraph = (() => {
  const opened = new Set();     /* Cycles.  */
  let host, picture;
  let limits = { above: 0, below: 0, inside: 0 };
  let shown = -1;
  let width = 0;

  /* What stands beside the focus: { f, cycle, count, time, ends: what the
     arc leads to, functions }, one for each cycle that is not open.  */
  const neighbours = (f, above) => {
    const own = profile.functions.cycle[f];
    const { functions } = profile;
    const { arcs, cycles } = chosen;
    const end = above ? arcs.caller : arcs.callee;
    const found = [];
    if (own >= 0 && !opened.has(own)) {
      const cycle = cycles[own];
      for (const [g, count, , time] of above ? cycle.callers : cycle.callees)
        found.push({ f: g, cycle: functions.cycle[g], count, time });
    } else if (own >= 0) {
      for (const member of profile.cycles[own].members)
        for (const i of above ? profile.arcsIn.of(member)
                              : profile.arcsOut.of(member))
          if (functions.cycle[end[i]] !== own)
            found.push({ f: end[i], cycle: functions.cycle[end[i]],
                         count: arcs.count[i], time: arcs.inclusive[i],
                         to: member });
    } else
      for (const i of above ? profile.arcsIn.of(f) : profile.arcsOut.of(f))
        if (end[i] !== f)
          found.push({ f: end[i], cycle: functions.cycle[end[i]],
                       count: arcs.count[i], time: arcs.inclusive[i],
                       old: profile.diff ? arcs.oldCount[i] : 0 });

    /* One box for each function or closed cycle, one arc for each of its
       ends at the focus.  */
    const boxes = new Map();
    for (const { f: g, cycle, count, time, to, old = 0 } of found) {
      if (Number(count) === 0 && time === 0 && Number(old) === 0)
        continue;
      const closed = cycle >= 0 && !opened.has(cycle) ? cycle : -1;
      const key = closed >= 0 ? "cycle" + closed : g;
      if (!boxes.has(key))
        boxes.set(key, { f: closed >= 0 ? -1 : g, cycle: closed, time: 0,
                         count: 0, arcs: [] });
      const box = boxes.get(key);
      const target = to === undefined ? f : to;
      let arc = box.arcs.find((other) => other.to === target);
      if (!arc) {
        arc = { to: target, count: 0, time: 0, old };
        box.arcs.push(arc);
      }
      arc.count = addCounts(arc.count, count);
      arc.time += time;
      box.count = addCounts(box.count, count);
      box.time += time;
    }
    /* The time of all calls from or to a cycle is known as a whole.  */
    for (const box of boxes.values())
      if (box.cycle >= 0 && own < 0) {
        const cycle = cycles[box.cycle];
        const whole = (above ? cycle.callees : cycle.callers).find(
          ([g]) => g === f);
        if (whole) {
          box.time = box.arcs[0].time = whole[3];
          box.count = box.arcs[0].count = whole[1];
        }
      }
    const list = [...boxes.values()].sort(
      (a, b) => b.time - a.time || Number(b.count) - Number(a.count));
    const strange = own >= 0 && !opened.has(own)
      ? profile.cycles[own].spontaneous : profile.functions.spontaneous[f];
    if (above && Number(strange) > 0)
      list.push({ f: -1, cycle: -1, strange: true, count: strange, time: 0,
                  arcs: [{ to: f, count: strange, time: 0 }] });
    return list;
  };

  const addCounts = (a, b) => {
    const sum = BigInt(a) + BigInt(b);
    return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum)
                                                  : String(sum);
  };

  const boxTitle = (box) =>
    box.more ? `${formatCount(box.more)} more`
      : box.strange ? "uncounted code"
        : box.cycle >= 0 ? `cycle ${box.cycle + 1}` : functionName(box.f);

  const boxNote = (box) => {
    if (box.more)
      return "show them";
    if (box.strange)
      return "without counters";
    if (box.cycle >= 0) {
      const cycle = chosen.cycles[box.cycle];
      const others = box.focus ? `with ${functionName(state.function)}, `
                                 + `${cycle.members.length - 1} more`
        : `${cycle.members.length} functions`;
      /* What may be cut off is the name.  */
      return profile.hasTime ? `${formatTime(cycle.inclusive)} · ${others}`
        : others;
    }
    if (!profile.hasTime)
      return `${formatShortCount(profile.functions.calls[box.f])} calls`;
    const time = chosen.functions.inclusive[box.f];
    return time > 0 ? `${formatTime(time)} · `
      + formatPercent(time, chosen.total) : moduleName(box.f);
  };

  const measure = (() => {
    const context = document.createElement("canvas").getContext("2d");
    return (text, size, room, name) => {
      context.font = `${size}px ${styleColour("--font-code")}`;
      const width = (part) => context.measureText(part).width;
      return name ? fitName(text, room, width) : cutText(text, room, width);
    };
  })();

  const drawBox = (box, act) => {
    const { x, y, w } = box;
    const title = boxTitle(box);
    const note = boxNote(box);
    const module = box.f >= 0 ? profile.functions.module[box.f] : -1;
    const still = box.strange;
    const classes = ["node"];
    if (box.focus)
      classes.push("focus");
    if (box.cycle >= 0 || box.member)
      classes.push("cycle");
    if (box.more)
      classes.push("more");
    if (still)
      classes.push("still");
    const mark = box.cycle >= 0 ? "⟳ " : "";
    return makeSvg("g", {
      class: classes.join(" "), transform: `translate(${x},${y})`,
      role: still ? "img" : "button", tabindex: still ? null : 0,
      "aria-label": `${title}, ${note}`
        + (box.cycle >= 0 ? ", open this cycle" : ""),
      "data-name": title,
      onclick: still ? null : act,
      onkeydown: still ? null : (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          act();
        }
      }
    },
      makeSvg("title", {}, `${title}\n${note}`),
      box.cycle >= 0
        ? makeSvg("rect", { class: "shadow", x: 4, y: 4, width: w,
                            height: BOX_HEIGHT, rx: 6 }) : null,
      makeSvg("rect", { class: "face", width: w, height: BOX_HEIGHT, rx: 6 }),
      box.f >= 0
        ? makeSvg("path", { d: `M6 0H5A5 5 0 000 6V${BOX_HEIGHT - 6}`
                            + `A5 5 0 005 ${BOX_HEIGHT}H6Z`,
                            fill: moduleColour(module) }) : null,
      makeSvg("text", { x: 14, y: 19, class: "title" },
              measure(mark + title, 12.5, w - (box.cycle >= 0 ? 70 : 24),
                      box.f >= 0)),
      makeSvg("text", { x: 14, y: 36, class: "note" },
              measure(note, 11, w - 24)),
      box.cycle >= 0 ? makeSvg("text", { x: w - 12, y: 19, class: "opener" },
                               "open ▾") : null);
  };

  /* An arc from (X1, Y1) down to (X2, Y2).  SHARE is its thickness.  */
  const drawArc = (x1, y1, x2, y2, share, arc, label, place, focus) => {
    const { count, time } = arc;
    const bend = Math.max(24, Math.abs(y2 - y1) * 0.45);
    const thick = 1.2 + 6 * Math.sqrt(Math.max(0, Math.min(1, share)));
    const lines = [formatShortCount(count) + "×"];
    const change = profile.diff ? countChange(count, arc.old || 0) : "";
    if (change !== "")
      lines.push(change);
    else if (time > 0)
      lines.push(formatTime(time));
    const [tx, ty] = place;
    return [
      makeSvg("path", {
        class: "arc", "stroke-width": thick.toFixed(2),
        "data-focus": boxTitle(focus),
        d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend - 7} `
          + `${x2} ${y2 - 7}`
      }, makeSvg("title", {}, label)),
      makeSvg("path", { class: "tip",
                        d: `M${x2 - 5} ${y2 - 8}h10l-5 8z` }),
      label ? makeSvg("text", { class: "arc-label", x: tx, y: ty },
                      lines.map((line, i) => makeSvg(
                        "tspan", { x: tx, dy: i ? 13 : 0,
                                   class: i ? "time" : "calls" }, line)))
            : null
    ];
  };

  /* Give BOXES places in rows of at most FITTING, from Y on in direction
     SIGN; return the other end.  */
  const placeRows = (boxes, fitting, boxWidth, y, sign) => {
    for (let first = 0; first < boxes.length; first += fitting) {
      const row = boxes.slice(first, first + fitting);
      const whole = row.length * boxWidth + (row.length - 1) * BOX_GAP;
      row.forEach((box, i) => {
        box.w = boxWidth;
        box.x = (width - whole) / 2 + i * (boxWidth + BOX_GAP);
        box.y = y;
      });
      y += sign * (BOX_HEIGHT + (first + fitting < boxes.length
                                 ? ARC_SPACE - 30 : 0));
    }
    return y;
  };

  const limited = (boxes, limit, fitting) => {
    const most = limit || fitting;
    if (boxes.length <= most)
      return boxes;
    return [...boxes.slice(0, most - 1),
            { more: boxes.length - most + 1, f: -1, cycle: -1, arcs: [] }];
  };

  const toggle = (cycle) => {
    if (opened.has(cycle))
      opened.delete(cycle);
    else
      opened.add(cycle);
    draw();
    announce(`cycle ${cycle + 1} ` + (opened.has(cycle) ? "open" : "closed"));
  };

  const actOf = (box, side) => () => {
    if (box.more) {
      limits[side] = (limits[side] || fittingBoxes()) + 2 * fittingBoxes();
      draw();
    } else if (box.cycle >= 0)
      toggle(box.cycle);
    else
      go({ function: box.f }, true);
  };

  const fittingBoxes = () =>
    Math.max(2, Math.min(7, Math.floor((width + BOX_GAP) / (164 + BOX_GAP))));

  const draw = () => {
    const f = state.function;
    if (!host || host.hidden)
      return;
    if (f < 0) {
      fill(picture, make("p", { class: "hint" },
                         "Select a function: click one in the table, or "
                         + "search."));
      return;
    }
    if (!profile.hasArcs) {
      fill(picture, make("p", { class: "hint" },
                         "This profile has no counts of calls."));
      return;
    }
    if (f !== shown) {
      shown = f;
      limits = { above: 0, below: 0, inside: 0 };
    }
    width = Math.max(320, picture.clientWidth - 24);
    const fitting = fittingBoxes();
    const boxWidth = Math.min(210, (width - (fitting - 1) * BOX_GAP)
                              / fitting);
    const cycle = profile.functions.cycle[f];
    const open = cycle >= 0 && opened.has(cycle);

    const above = limited(neighbours(f, true), limits.above, fitting);
    const below = limited(neighbours(f, false), limits.below, fitting);
    /* The selected one's own callers and callees come first in its cycle. */
    const beside = new Set();
    for (const i of profile.arcsOut.of(f))
      if (Number(profile.arcs.count[i]) > 0)
        beside.add(profile.arcs.callee[i]);
    for (const i of profile.arcsIn.of(f))
      if (Number(profile.arcs.count[i]) > 0)
        beside.add(profile.arcs.caller[i]);
    const members = open
      ? limited([...profile.cycles[cycle].members].sort(
          (a, b) => (b === f) - (a === f)
            || beside.has(b) - beside.has(a)
            || chosen.functions.inclusive[b] - chosen.functions.inclusive[a])
          .map((g) => ({ f: g, cycle: -1, member: true, focus: g === f,
                         arcs: [] })), limits.inside, fitting * 2)
      : [{ f: cycle >= 0 ? -1 : f, cycle, focus: true, arcs: [] }];

    /* Rows above grow upwards: find their height first.  */
    const rowsAbove = Math.ceil(above.length / fitting);
    let y = 12 + Math.max(0, rowsAbove - 1) * (BOX_HEIGHT + ARC_SPACE - 30);
    if (rowsAbove > 0) {
      placeRows(above, fitting, boxWidth, y, -1);
      y += BOX_HEIGHT + ARC_SPACE;
    }
    const middle = y;
    const inside = open ? 3 : 1;
    if (open) {
      const few = Math.min(fitting, 4, members.length);
      const size = Math.min(boxWidth, (width - 60 - (few - 1) * 60) / few);
      for (let first = 0; first < members.length; first += few) {
        const row = members.slice(first, first + few);
        const whole = row.length * size + (row.length - 1) * 60;
        row.forEach((box, i) => {
          box.w = size;
          box.x = (width - whole) / 2 + i * (size + 60);
          box.y = y + 34;
        });
        y += BOX_HEIGHT + 70;
      }
      y += 22;
    } else {
      const size = Math.min(280, width - 20);
      Object.assign(members[0], { w: size, x: (width - size) / 2, y });
      y += BOX_HEIGHT;
    }
    const bottom = y;
    if (below.length > 0) {
      y += ARC_SPACE;
      placeRows(below, fitting, boxWidth, y, 1);
      y += Math.ceil(below.length / fitting) * (BOX_HEIGHT + ARC_SPACE - 30)
        - (ARC_SPACE - 30);
    }

    /* Members that have no room are in the last box.  */
    const at = (g) => members.find((box) => box.f === g)
      || members[members.length - 1];
    const whole = profile.hasTime
      ? cycle >= 0 ? chosen.cycles[cycle].inclusive
                   : chosen.functions.inclusive[f]
      : 0;
    const counts = (boxes) => boxes.reduce(
      (sum, box) => sum + Number(box.count || 0), 0);
    const arcs = [];
    for (const [boxes, up] of [[above, true], [below, false]]) {
      const all = counts(boxes);
      boxes.forEach((box, place) => {
        box.arcs.forEach((arc, i) => {
          const focus = at(arc.to);
          const centre = box.x + box.w / 2
            + (i - (box.arcs.length - 1) / 2) * Math.min(
              58, box.w / box.arcs.length);
          const share = whole > 0 ? arc.time / whole
                                  : Number(arc.count) / all;
          const spread = Math.min(focus.w * 0.8, boxes.length * 26);
          const mine = focus.x + focus.w / 2
            + (boxes.length > 1 ? (place % fitting
               - (Math.min(boxes.length, fitting) - 1) / 2) : 0)
            * spread / Math.min(boxes.length, fitting);
          const name = boxTitle(box);
          const own = open ? functionName(arc.to) : boxTitle(members[0]);
          const text = (up ? `${name} → ${own}` : `${own} → ${name}`)
            + `: ${formatCount(arc.count)} calls`
            + (arc.time > 0
               ? `, ${formatTimeError(arc.time, timeError(arc.time))}` : "");
          arcs.push(up
            ? drawArc(centre, box.y + BOX_HEIGHT, mine, focus.y, share, arc,
                      text,
                      [centre, box.y + BOX_HEIGHT + 17], focus)
            : drawArc(mine, focus.y + BOX_HEIGHT, centre, box.y, share, arc,
                      text,
                      [centre, box.y - (arc.time > 0 || profile.diff
                                        ? 29 : 16)], focus));
        });
      });
    }
    if (open)
      arcs.push(innerArcs(cycle, members));
    const self = profile.arcsOut.of(f).find(
      (i) => profile.arcs.callee[i] === f);
    if (!open && cycle < 0 && self !== undefined
        && Number(profile.arcs.count[self]) > 0)
      arcs.push(selfArc(members[0], self));

    fill(picture, makeSvg("svg", {
      width, height: y + 14, viewBox: `0 0 ${width} ${y + 14}`,
      role: "group", class: "graph",
      "aria-label": `Call graph of ${functionName(f)}`
    },
      open ? makeSvg("g", { class: "ring" },
        makeSvg("rect", { x: 6, y: middle, width: width - 12,
                          height: bottom - middle, rx: 10 })) : null,
      arcs,
      above.map((box) => drawBox(box, actOf(box, "above"))),
      members.map((box) => drawBox(box, actOf(box, "inside"))),
      below.map((box) => drawBox(box, actOf(box, "below"))),
      open ? closer(cycle, middle) : null));
  };

  /* The head of an open cycle: closes it.  */
  const closer = (cycle, y) => {
    const act = () => toggle(cycle);
    const { members, innerCalls } = profile.cycles[cycle];
    return makeSvg("g", {
      class: "closer", role: "button", tabindex: 0, onclick: act,
      "aria-label": `close cycle ${cycle + 1}`,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          act();
        }
      }
    }, makeSvg("text", { x: 20, y: y + 21 },
               `⟳ cycle ${cycle + 1} · ${members.length} functions · `
               + `${formatCount(innerCalls)} calls inside · close ✕`));
  };

  /* The calls between the MEMBERS that are shown.  */
  const innerArcs = (cycle, members) => {
    const places = new Map(members.map((box) => [box.f, box]));
    const made = [];
    for (const from of members) {
      if (from.f < 0)
        continue;
      for (const i of profile.arcsOut.of(from.f)) {
        const to = places.get(profile.arcs.callee[i]);
        const count = profile.arcs.count[i];
        if (!to || Number(count) === 0)
          continue;
        if (to === from) {
          made.push(selfArc(from, i));
          continue;
        }
        const right = to.x > from.x || (to.x === from.x && to.y > from.y);
        const x1 = from.x + from.w / 2 + (right ? from.w / 4 : -from.w / 4);
        const x2 = to.x + to.w / 2 + (right ? -to.w / 4 : to.w / 4);
        const level = from.y === to.y;
        const y1 = right || !level ? from.y + (from.y < to.y || !level
          ? from.y < to.y ? BOX_HEIGHT : 0 : 0) : from.y + BOX_HEIGHT;
        const y2 = level ? right ? to.y : to.y + BOX_HEIGHT
          : from.y < to.y ? to.y : to.y + BOX_HEIGHT;
        const bend = level ? (right ? -26 : 26) : (y2 - y1) / 2;
        const label = `${functionName(from.f)} → ${functionName(to.f)}: `
          + `${formatCount(count)} calls`;
        const middle = (x1 + x2) / 2;
        const high = level ? y1 + bend * 0.75 : (y1 + y2) / 2;
        made.push(
          makeSvg("path", {
            class: "arc inner", "stroke-width": 1.3,
            "marker-end": "url(#arrow)",
            d: level
              ? `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 + bend} ${x2} ${y2}`
              : `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`
          }, makeSvg("title", {}, label)),
          makeSvg("circle", { class: "end", cx: x2, cy: y2, r: 3 }));
        /* Of many only those of the selected function have room.  */
        if (members.length <= 6 || from.focus || to.focus)
          made.push(makeSvg("text", { class: "arc-label", x: middle,
                            y: high + (right ? -2 : 10) },
                  makeSvg("tspan", { class: "calls" },
                          formatShortCount(count) + "×")));
      }
    }
    return made;
  };

  /* The calls of BOX's function by itself, a loop at its right.  */
  const selfArc = (box, i) => {
    const x = box.x + box.w;
    const y = box.y;
    const count = profile.arcs.count[i];
    return [
      makeSvg("path", {
        class: "arc", "stroke-width": 1.4,
        d: `M${x} ${y + 12}c34 -10 34 32 5 22`
      }, makeSvg("title", {}, `calls itself ${formatCount(count)} times`)),
      makeSvg("path", { class: "tip",
                        d: `M${x + 8} ${y + 29}l-8 5 8 5z` }),
      makeSvg("text", { class: "arc-label loop", x: x + 6, y: y + 3 },
              makeSvg("tspan", { class: "calls" },
                      formatShortCount(count) + "×"))
    ];
  };

  return {
    start(panel) {
      host = panel;
      picture = make("div", { class: "graph-space" });
      fill(host, picture);
      new ResizeObserver(oncePerFrame(draw)).observe(host);
      theme.listen(draw);
    },
    draw
  };
})();
