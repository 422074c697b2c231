/* Call trees, that of the samples made from their contexts.

   CallTree holds merged stacks in arrays: node 0 is everything, and a
   parent's number is below its children's.  What a flame graph shows are
   Frames, made only where it looks: a frame stands for several nodes
   (REFS) that have one function, and its children are theirs grouped by
   function.  Downwards those are the nodes' children; upwards, their
   parents.  */

/* Pairs of numbers to numbers, open addressing.  */
class PairMap {
  constructor(size) {
    let room = 1024;
    while (room < size * 2)
      room *= 2;
    this.mask = room - 1;
    this.first = new Int32Array(room).fill(-1);
    this.second = new Int32Array(room);
    this.value = new Int32Array(room);
  }

  /* The place of (A, B); its FIRST is -1 if it is new.  */
  place(a, b) {
    let i = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b));
    i = (i ^ (i >>> 15)) & this.mask;
    while (this.first[i] >= 0 && (this.first[i] !== a || this.second[i] !== b))
      i = (i + 1) & this.mask;
    return i;
  }
}

const FRAME_INLINED = 1;
const FRAME_INFERRED = 2;

/* 1 for each function of HIDDENMODULES, which belong to their callers.  */
const hiddenFunctions = (hiddenModules) =>
  Uint8Array.from(profile.functions.module,
                  (module) => hiddenModules.has(module) ? 1 : 0);

class CallTree {
  /* Of up to ROOM nodes; whoever adds them calls finish.  */
  constructor(room) {
    this.fn = new Int32Array(room);
    this.parent = new Int32Array(room);
    this.flags = new Uint8Array(room);
    this.self = new Float64Array(room);
    this.other = new Float64Array(room);  /* Self time before, in a diff.  */
    this.count = 1;
    this.fn[0] = -1;
    this.parent[0] = -1;
    this.map = new PairMap(room);
  }

  /* The node of F below PARENT.  One of its own has what was inlined, to which
     no arc leads; frames have both.  */
  node(parent, f, flags) {
    const key = 2 * f + (flags & FRAME_INLINED);
    const place = this.map.place(parent, key);
    if (this.map.first[place] >= 0)
      return this.map.value[place];
    const node = this.count++;
    this.map.first[place] = parent;
    this.map.second[place] = key;
    this.map.value[place] = node;
    this.fn[node] = f;
    this.parent[node] = parent;
    this.flags[node] = flags;
    return node;
  }

  /* Total times and lists of children.  ALONE is what each node has that is
     none of its children's.  */
  finish(alone = this.self) {
    const { count, parent } = this;
    this.map = null;
    this.total = alone.slice(0, count);
    this.otherTotal = this.other.slice(0, count);
    this.firstChild = new Int32Array(count).fill(-1);
    this.nextSibling = new Int32Array(count).fill(-1);
    for (let i = count - 1; i > 0; i--) {
      this.total[parent[i]] += this.total[i];
      this.otherTotal[parent[i]] += this.otherTotal[i];
      this.nextSibling[i] = this.firstChild[parent[i]];
      this.firstChild[parent[i]] = i;
    }
  }

  /* KEYS, one of each node below COUNT or -1, of the nodes that are below no
     other with the same; -1 of the others.  */
  outermostKeys(keys, count) {
    const found = new Int32Array(this.count).fill(-1);
    const open = new Int32Array(count);
    let node = 0;
    for (;;) {
      const of = keys[node];
      if (of >= 0 && open[of]++ === 0)
        found[node] = of;
      if (this.firstChild[node] >= 0) {
        node = this.firstChild[node];
        continue;
      }
      for (;;) {
        if (keys[node] >= 0)
          open[keys[node]]--;
        if (node === 0 || this.nextSibling[node] >= 0)
          break;
        node = this.parent[node];
      }
      if (node === 0)
        return found;
      node = this.nextSibling[node];
    }
  }

  /* The nodes of F that are below no other of it, once for all functions:
     the sum of their total times is F's inclusive time.  */
  outermost(f) {
    if (!this.outermostIndex)
      this.outermostIndex = indexRows(
        this.outermostKeys(this.fn, profile.functionCount),
        profile.functionCount);
    return this.outermostIndex.of(f);
  }

  /* The sums by KEYS, one of each node below COUNT or -1, of self times and,
     once for each stack, of total times.  */
  sums(keys, count) {
    const self = new Float64Array(count);
    const inclusive = new Float64Array(count);
    this.outermostKeys(keys, count).forEach((key, node) => {
      if (key >= 0)
        inclusive[key] += this.total[node];
    });
    for (let node = 0; node < this.count; node++)
      if (keys[node] >= 0)
        self[keys[node]] += this.self[node];
    return { self, inclusive };
  }

  /* For each node what KEY makes of the function whose code calls it, its own
     and its number; -1 of those that nothing calls.  */
  keysOfCalls(key) {
    const { count, fn, parent, flags } = this;
    const code = new Int32Array(count).fill(-1);
    const keys = new Int32Array(count).fill(-1);
    for (let node = 1; node < count; node++) {
      const caller = code[parent[node]];
      if (flags[node] & FRAME_INLINED)
        code[node] = caller;
      else {
        code[node] = fn[node];
        if (caller >= 0)
          keys[node] = key(caller, fn[node]);
      }
    }
    return keys;
  }
}

class SampleTree extends CallTree {
  /* Of the samples, whose TIMES are shown.  */
  constructor(times, hiddenModules) {
    const { contexts, samples } = profile;
    super(contexts.function.length + samples.function.length + 1);
    const hidden = hiddenFunctions(hiddenModules);
    const nodes = new Int32Array(contexts.function.length);
    for (let i = 0; i < nodes.length; i++) {
      const above = contexts.parent[i] < 0 ? 0 : nodes[contexts.parent[i]];
      const f = contexts.function[i];
      nodes[i] = hidden[f] ? above : this.node(above, f, contexts.flags[i]);
    }
    for (let i = 0; i < samples.function.length; i++) {
      if (times[i] === 0 && !samples.old)
        continue;
      const above = samples.context[i] < 0 ? 0 : nodes[samples.context[i]];
      const f = samples.function[i];
      const node = hidden[f] ? above : this.node(above, f, samples.flags[i]);
      this.self[node] += times[i];
      if (samples.old)
        this.other[node] += samples.old[i];
    }
    this.finish();
  }

  /* What a frame has, and with what is known of its error.  */
  format(time) {
    return formatTime(time);
  }

  formatExactly(time) {
    return formatTimeError(time, timeError(time));
  }

  facts() {
    return [];
  }
}

/* Times of functions, arcs and cycles in TREE, made when they are asked
   for.  */
const treeTimes = (tree) => {
  const times = {};
  const { arcs, cycles, functions } = profile;
  lazily(times, "functions",
         () => tree.sums(tree.fn, profile.functionCount));
  lazily(times, "arcs", () => {
    const rows = pairRows(arcs.caller.map((caller, i) => [
      caller, arcs.callee[i]]), (i) => Number(arcs.count[i]) > 0
                                       || arcs.inclusive[i] > 0);
    return { ...arcs, error: null,
             ...tree.sums(tree.keysOfCalls(rows), arcs.caller.length) };
  });
  lazily(times, "cycles", () => {
    const cycleOf = (f) => f < 0 ? -1 : functions.cycle[f];
    const { inclusive } = tree.sums(Int32Array.from(tree.fn, cycleOf),
                                    cycles.length);
    /* What leads into a cycle, and out of one.  */
    const into = cycles.flatMap(({ callers }, c) =>
      callers.map(([f]) => [f, c]));
    const out = cycles.flatMap(({ callees }, c) =>
      callees.map(([f]) => [f, c]));
    const sumsOf = (pairs, key) => {
      const rows = pairRows(pairs);
      return tree.sums(tree.keysOfCalls((caller, callee) =>
        cycleOf(caller) === cycleOf(callee) ? -1
          : rows(...key(caller, callee))), pairs.length).inclusive;
    };
    const intoTimes = sumsOf(into, (caller, callee) => [caller,
                                                        cycleOf(callee)]);
    const outTimes = sumsOf(out, (caller, callee) => [callee,
                                                      cycleOf(caller)]);
    let i = 0, o = 0;
    return cycles.map((cycle, c) => ({
      ...cycle, inclusive: inclusive[c],
      callers: cycle.callers.map(([f, count, self]) => [
        f, count, self, intoTimes[i++]]),
      callees: cycle.callees.map(([f, count, self]) => [
        f, count, self, outTimes[o++]])
    }));
  });
  return times;
};

/* A function that finds the number of a pair among PAIRS, those that WANTED
   tells to be; or -1.  */
const pairRows = (pairs, wanted = () => true) => {
  const map = new PairMap(pairs.length);
  pairs.forEach(([a, b], i) => {
    if (!wanted(i))
      return;
    const place = map.place(a, b);
    map.first[place] = a;
    map.second[place] = b;
    map.value[place] = i;
  });
  return (a, b) => {
    const place = map.place(a, b);
    return map.first[place] < 0 ? -1 : map.value[place];
  };
};

class Frame {
  constructor(tree, up, f, parent) {
    this.tree = tree;
    this.up = up;
    this.fn = f;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.flags = 0;
    this.total = 0;
    this.self = 0;
    this.other = 0;
    this.refs = [];             /* Nodes, and going up the part of their */
    this.weights = up ? [] : null;      /* time that counts.  */
    this.others = up ? [] : null;
    this.made = null;
  }

  add(node, weight, other) {
    this.refs.push(node);
    this.total += weight;
    this.other += other;
    this.flags |= this.tree.flags[node];
    if (this.up) {
      this.weights.push(weight);
      this.others.push(other);
    } else
      this.self += this.tree.self[node];
  }

  /* The frames next to this one, the one with most time first.  */
  get children() {
    if (!this.made) {
      this.made = this.up ? this.makeUp() : this.makeDown();
      this.made.sort((a, b) => b.total + b.other - a.total - a.other
                     || a.fn - b.fn);
    }
    return this.made;
  }

  makeDown() {
    const { tree } = this;
    const found = new Map();
    for (const ref of this.refs)
      for (let i = tree.firstChild[ref]; i >= 0; i = tree.nextSibling[i])
        if (tree.total[i] > 0 || tree.otherTotal[i] > 0)
          this.group(found, i, tree.total[i], tree.otherTotal[i]);
    return [...found.values()];
  }

  makeUp() {
    const { tree } = this;
    const found = new Map();
    if (this.fn < 0) {
      for (let i = 1; i < tree.count; i++)
        if (tree.self[i] > 0 || tree.other[i] > 0)
          this.group(found, i, tree.self[i], tree.other[i], i);
    } else
      this.refs.forEach((ref, i) => {
        const above = tree.parent[ref];
        if (above > 0)
          this.group(found, above, this.weights[i], this.others[i]);
      });
    return [...found.values()];
  }

  group(found, node, weight, other) {
    const f = this.tree.fn[node];
    let frame = found.get(f);
    if (!frame) {
      frame = new Frame(this.tree, this.up, f, this);
      found.set(f, frame);
    }
    frame.add(node, weight, other);
  }

  /* Names from below the root to here.  */
  get path() {
    const names = [];
    for (let frame = this; frame.parent; frame = frame.parent)
      names.unshift(profile.functions.name[frame.fn]);
    return names;
  }
}

/* The whole of TREE from the program's start on, or from the innermost
   functions upwards.  */
const wholeTree = (tree, up) => {
  const root = new Frame(tree, up, -1, null);
  if (up) {
    root.total = tree.total[0];
    root.other = tree.otherTotal[0];
  } else
    root.add(0, tree.total[0], tree.otherTotal[0]);
  return root;
};

/* What F calls, or (UP) what calls it.  */
const functionTree = (tree, f, up) => {
  const root = new Frame(tree, up, f, null);
  for (const node of tree.outermost(f))
    root.add(node, tree.total[node], tree.otherTotal[node]);
  return root;
};

/* The time of each sample that the filters of threads and times leave.  */
const chosenTimes = () => {
  const { samples } = profile;
  const times = state.range ? timeline.timesWithin(...state.range)
    : Float64Array.from(samples.time);
  /* What no sample could show is of no thread, -1.  */
  if (state.hiddenThreads.size > 0)
    samples.thread.forEach((thread, i) => {
      if (thread < 0 || state.hiddenThreads.has(thread))
        times[i] = 0;
    });
  return times;
};

/* What the filters of threads and times are, for comparison.  */
const chosenKey = () => [...state.hiddenThreads].join() + "/"
  + (state.range || []).join();

/* The tree that the filters leave, made when it is asked for.  */
const trees = (() => {
  let current = null;
  let key = "";
  return () => {
    const wanted = chosenKey() + "/" + [...state.hiddenModules].join();
    if (!current || key !== wanted) {
      current = new SampleTree(chosenTimes(), state.hiddenModules);
      key = wanted;
    }
    return current;
  };
})();

/* Times of functions, arcs and cycles in what is shown, and the total: those
   of the report unless something is left out.  */
const chosen = (() => {
  let times = null;
  let key = "";
  const made = () => {
    if (!times || key !== chosenKey()) {
      key = chosenKey();
      const tree = state.hiddenModules.size === 0
        ? trees() : new SampleTree(chosenTimes(), new Set());
      times = treeTimes(tree);
      times.total = tree.total[0];
    }
    return times;
  };
  return {
    get functions() {
      return isWhole() ? profile.functions : made().functions;
    },
    get arcs() {
      return isWhole() ? profile.arcs : made().arcs;
    },
    get cycles() {
      return isWhole() ? profile.cycles : made().cycles;
    },
    get total() {
      return isWhole() ? profile.total : made().total;
    }
  };
})();
