/* The flame graph, drawn on a canvas.

   The root is above (icicle) or below (flame).  What is drawn is a range of
   the root's time or bytes, [from, to) of [0, 1): zooming changes the range.
   Frames narrower than half a pixel are neither drawn nor made, and making them
   stops when a picture takes too long and goes on in the next.  */

const ROW = 20;
const LEAST_WIDTH = 0.5;
const FRAME_BUDGET = 40;        /* Milliseconds of one picture.  */

class FlameGraph {
  /* In the element HOST.  ACTIONS: select(f, frame), zoom(frame), and
     label(frame), text for those who do not see.  */
  constructor(host, label, actions) {
    this.host = host;
    this.actions = actions;
    this.canvas = make("canvas", {
      class: "flame", tabindex: 0, role: "application",
      "aria-label": label,
      "aria-roledescription": "flame graph",
      onmousemove: (event) => this.hover(event),
      onmouseleave: () => this.leave(),
      onclick: (event) => this.click(event),
      ondblclick: (event) => this.open(event),
      onkeydown: (event) => this.key(event),
      onfocus: () => this.redraw(),
      onblur: () => this.redraw()
    });
    this.spacer = make("div", { class: "flame-space" }, this.canvas);
    this.scroll = make("div", { class: "flame-scroll",
                                onscroll: () => this.redraw() },
                       this.spacer);
    this.scroll.addEventListener("wheel", (event) => this.wheel(event),
                                 { passive: false });
    fill(host, this.scroll);
    this.root = null;
    this.from = 0;
    this.to = 1;
    this.zoomed = null;
    this.focus = null;
    this.hovered = null;
    this.selected = -1;
    this.matches = null;
    this.flipped = false;
    this.rows = [];
    this.redraw = oncePerFrame(() => this.draw());
    new ResizeObserver(() => this.relayout()).observe(this.scroll);
    theme.listen(() => this.redraw());
  }

  setRoot(root) {
    this.root = root;
    this.zoomed = root;
    this.focus = null;
    this.hovered = null;
    this.from = 0;
    this.to = 1;
    this.fresh = true;
    this.relayout();
  }

  /* Show the range of FRAME; SMOOTHLY: on the way there, too.  */
  zoom(frame, smoothly) {
    this.zoomed = frame || this.root;
    const [from, to] = this.range(this.zoomed);
    if (frame)
      this.focus = frame;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!smoothly || still) {
      this.from = from;
      this.to = to;
      this.relayout();
      return;
    }
    const start = [this.from, this.to, performance.now()];
    const step = (now) => {
      const part = Math.max(0, Math.min(1, (now - start[2]) / 160));
      const eased = 1 - (1 - part) ** 3;
      this.from = start[0] + (from - start[0]) * eased;
      this.to = start[1] + (to - start[1]) * eased;
      this.layout();
      this.draw();
      if (part < 1 && this.zoomed === (frame || this.root))
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /* Where FRAME lies in the root's [0, 1).  */
  range(frame) {
    if (!frame.parent)
      return [0, 1];
    const [from, to] = this.range(frame.parent);
    let before = 0;
    for (const sibling of frame.parent.children) {
      if (sibling === frame)
        break;
      before += flameWeight(sibling);
    }
    const scale = (to - from) / flameWeight(frame.parent);
    return [from + before * scale,
            from + (before + flameWeight(frame)) * scale];
  }

  /* The frame that PATH, names from the root on, leads to.  */
  find(path) {
    let frame = this.root;
    for (const name of path) {
      const f = profile.byName.get(name);
      frame = frame && frame.children.find((child) => child.fn === f);
    }
    return frame || null;
  }

  relayout() {
    this.layout();
    this.redraw();
  }

  /* Find what is to be drawn.  */
  layout() {
    const width = this.scroll.clientWidth;
    this.rows = [];
    this.partial = false;
    if (!this.root || width === 0 || flameWeight(this.root) === 0)
      return;
    const start = performance.now();
    const scale = width / (this.to - this.from);
    /* By rows, so that what is nearest to the root comes first.  */
    let row = [{ frame: this.root, x: -this.from * scale, w: scale }];
    while (row.length > 0) {
      this.rows.push(row);
      const below = [];
      for (const { frame, x, w } of row) {
        if (!frame.made && performance.now() - start > FRAME_BUDGET) {
          this.partial = true;
          continue;
        }
        let left = x;
        const unit = w / flameWeight(frame);
        for (const child of frame.children) {
          const size = flameWeight(child) * unit;
          if (size < LEAST_WIDTH)
            break;              /* The others are narrower.  */
          if (left + size > 0 && left < width)
            below.push({ frame: child, x: left, w: size });
          left += size;
        }
      }
      row = below;
    }
    if (this.partial)
      setTimeout(() => this.relayout(), 0);
    this.height = this.rows.length * ROW;
    const space = Math.max(this.height, this.scroll.clientHeight);
    this.spacer.style.height = space + "px";
    this.space = space;
    if (this.fresh && !this.partial) {
      this.fresh = false;
      this.scroll.scrollTop = this.flipped ? space : 0;
    }
  }

  top(depth) {
    return this.flipped ? this.space - (depth + 1) * ROW : depth * ROW;
  }

  draw() {
    const width = this.scroll.clientWidth;
    const height = this.scroll.clientHeight;
    if (width === 0 || height === 0)
      return;
    const ratio = window.devicePixelRatio || 1;
    const { canvas } = this;
    if (canvas.width !== Math.round(width * ratio)
        || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = width + "px";
      canvas.style.height = height + "px";
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "11.5px " + styleColour("--font-code");
    context.textBaseline = "middle";
    const colours = {
      text: styleColour("--text"),
      muted: styleColour("--text-muted"),
      page: styleColour("--page"),
      accent: styleColour("--accent"),
      match: styleColour("--match")
    };
    const zoomedDepth = this.zoomed ? this.zoomed.depth : 0;
    const scrolled = this.scroll.scrollTop;
    this.rows.forEach((row, depth) => {
      const y = this.top(depth) - scrolled;
      if (y + ROW < 0 || y > height)
        return;
      for (const box of row)
        this.drawFrame(context, box, y, width, depth < zoomedDepth, colours);
    });
  }

  drawFrame(context, { frame, x, w }, y, width, above, colours) {
    const left = Math.max(x, 0);
    const right = Math.min(x + w, width);
    const size = Math.max(right - left - (w > 3 ? 1 : 0.3), 0.4);
    const matches = !this.matches || this.matches[frame.fn] === 1;
    context.fillStyle = frame.fn < 0 ? styleRoot()
      : profile.diff ? diffColour(frame, !matches)
        : frameColour(frame.fn, !matches || above);
    context.fillRect(left, y, size, ROW - 1);
    if (this.matches && matches && frame.fn >= 0) {
      context.fillStyle = colours.match;
      context.fillRect(left, y + ROW - 3, size, 2);
    }
    const marked = frame === this.hovered
      || (frame === this.focus && document.activeElement === this.canvas);
    if (marked || (frame.fn >= 0 && frame.fn === this.selected)) {
      context.strokeStyle = marked ? colours.text : colours.accent;
      context.lineWidth = marked ? 1.5 : 1;
      context.strokeRect(left + 0.75, y + 0.75, Math.max(size - 1.5, 0.5),
                         ROW - 2.5);
    }
    if (size < 28)
      return;
    const prefix = frame.flags & FRAME_INFERRED ? "⤷ " : "";
    const room = size - 10 - textWidth(context, prefix);
    const text = fitName(functionName(frame.fn), room,
                         (name) => textWidth(context, name));
    if (text !== "") {
      context.fillStyle = matches && !above ? colours.text : colours.muted;
      context.fillText(prefix + text, left + 5, y + ROW / 2);
    }
  }

  /* The frame at the place of EVENT, or null.  */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top + this.scroll.scrollTop;
    const depth = this.flipped ? Math.floor((this.space - y) / ROW)
                               : Math.floor(y / ROW);
    const row = this.rows[depth] || [];
    let low = 0;
    let high = row.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[middle].x + row[middle].w <= x)
        low = middle + 1;
      else
        high = middle;
    }
    return low < row.length && row[low].x <= x ? row[low].frame : null;
  }

  hover(event) {
    const frame = this.at(event);
    if (frame !== this.hovered) {
      this.hovered = frame;
      this.canvas.style.cursor = frame ? "pointer" : "default";
      this.redraw();
    }
    if (frame)
      tooltip.show(event.clientX, event.clientY, frameTip(frame, this.root));
    else
      tooltip.hide();
  }

  leave() {
    this.hovered = null;
    tooltip.hide();
    this.redraw();
  }

  click(event) {
    const frame = this.at(event);
    if (!frame)
      return;
    this.focus = frame;
    this.selected = frame.fn;
    this.actions.zoom(frame);
  }

  open(event) {
    const frame = this.at(event);
    if (frame && frame.fn >= 0 && this.actions.open)
      this.actions.open(frame);
  }

  /* With Ctrl the wheel changes the range about the pointer.  */
  wheel(event) {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !event.metaKey && !sideways)
      return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    const size = this.to - this.from;
    if (sideways && !event.ctrlKey) {
      this.pan(event.deltaX / box.width * size);
      return;
    }
    this.scale(Math.exp(event.deltaY * 0.002),
               (event.clientX - box.left) / box.width);
  }

  pan(distance) {
    const size = this.to - this.from;
    this.from = Math.max(0, Math.min(1 - size, this.from + distance));
    this.to = this.from + size;
    this.relayout();
  }

  /* Make the range FACTOR times as long about its part PLACE.  */
  scale(factor, place) {
    const size = this.to - this.from;
    const wanted = Math.max(1e-7, Math.min(1, size * factor));
    const from = this.from + place * (size - wanted);
    this.from = Math.max(0, Math.min(1 - wanted, from));
    this.to = this.from + wanted;
    this.relayout();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.root)
      return;
    const frame = this.focus || this.zoomed || this.root;
    const siblings = frame.parent ? frame.parent.children : [frame];
    const place = siblings.indexOf(frame);
    const out = this.flipped ? "ArrowUp" : "ArrowDown";
    const back = this.flipped ? "ArrowDown" : "ArrowUp";
    let next = null;
    if (event.key === out)
      next = frame.children[0];
    else if (event.key === back)
      next = frame.parent;
    else if (event.key === "ArrowRight")
      next = siblings[place + 1];
    else if (event.key === "ArrowLeft")
      next = siblings[place - 1];
    else if (event.key === "Home")
      next = this.root;
    else if (event.key === "Enter" || event.key === " ")
      this.actions.zoom(frame);
    else if (event.key === "Backspace")
      this.actions.zoom(this.zoomed.parent || this.root);
    else if (event.key === "+" || event.key === "=")
      this.scale(0.7, 0.5);
    else if (event.key === "-")
      this.scale(1 / 0.7, 0.5);
    else if (event.key === "r" || event.key === "Escape")
      this.actions.zoom(this.root);
    else
      return;
    event.preventDefault();
    event.stopPropagation();
    if (next)
      this.moveFocus(next);
  }

  moveFocus(frame) {
    this.focus = frame;
    this.selected = frame.fn;
    const y = this.top(frame.depth);
    if (y < this.scroll.scrollTop)
      this.scroll.scrollTop = y;
    else if (y + ROW > this.scroll.scrollTop + this.scroll.clientHeight)
      this.scroll.scrollTop = y + ROW - this.scroll.clientHeight;
    announce(frameLabel(frame, this.root));
    if (frame.fn >= 0)
      this.actions.select(frame);
    this.redraw();
  }
}

/* How wide FRAME is.  In a diff what is gone has its place, too.  */
const flameWeight = (frame) => frame.total + frame.other;

const styleRoot = () => isDark() ? "#2b3038" : "#e6e9ee";

const textWidths = new Map();
const textWidth = (context, text) => {
  let width = textWidths.get(text);
  if (width === undefined) {
    width = context.measureText(text).width;
    textWidths.set(text, width);
  }
  return width;
};

const frameLabel = (frame, root) =>
  `${functionName(frame.fn)}, ${frame.tree.format(frame.total)}, `
  + formatPercent(frame.total, root.total)
  + (frame.self > 0 ? `, itself ${frame.tree.format(frame.self)}` : "");

/* What is known of FRAME, for the pointer.  */
const frameTip = (frame, root) => {
  const f = frame.fn;
  const { tree } = frame;
  const facts = [["Total", tree.formatExactly(frame.total),
                  formatPercent(frame.total, root.total)]];
  if (!frame.up)
    facts.push(["Self", tree.formatExactly(frame.self),
                formatPercent(frame.self, root.total)]);
  facts.push(...tree.facts(frame).map(([name, value]) => [name, value, ""]));
  if (profile.diff)
    facts.push(["Before", formatTime(frame.other),
                formatPercent(frame.other, root.other)],
               ["Change", formatChange(frame.total - frame.other), ""]);
  if (f >= 0 && profile.hasArcs)
    facts.push(["Calls in all", formatCount(profile.functions.calls[f]),
                profile.diff ? countChange(profile.functions.calls[f],
                                           profile.functions.oldCalls[f])
                             : ""]);
  const notes = [];
  if (frame.flags & FRAME_INLINED)
    notes.push("inlined");
  if (frame.flags & FRAME_INFERRED)
    notes.push("put back: its caller's frame was left by a tail call");
  return [
    make("div", { class: "tip-name" },
         f >= 0 ? dot(profile.functions.module[f]) : null, functionName(f)),
    f >= 0 ? make("div", { class: "tip-place" },
                  [moduleName(f), functionPlace(f), ...notes]
                    .filter(Boolean).join(" · ")) : null,
    make("dl", { class: "tip-facts" }, facts.map(([name, value, share]) => [
      make("dt", {}, name), make("dd", {}, value), make("dd", {}, share)]))
  ];
};

/* What follows the pointer.  */
const tooltip = {
  show(x, y, content) {
    const box = byId("tooltip");
    fill(box, content);
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const left = x + 14 + width > innerWidth ? x - width - 10 : x + 14;
    const top = y + 16 + height > innerHeight ? y - height - 10 : y + 16;
    box.style.transform = `translate(${Math.max(4, left)}px,`
      + `${Math.max(4, top)}px)`;
  },
  hide() {
    byId("tooltip").hidden = true;
  }
};
