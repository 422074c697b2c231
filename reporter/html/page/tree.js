/* Call trees, made from the contexts of the samples.

   CallTree holds the merged stacks in arrays: node 0 is everything, and a
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

class CallTree {
  /* Of the samples of threads that HIDDENTHREADS does not have; functions of
     HIDDENMODULES belong to their callers.  */
  constructor(hiddenThreads, hiddenModules) {
    const { contexts, samples, functions } = profile;
    const room = contexts.function.length + samples.function.length + 1;
    this.fn = new Int32Array(room);
    this.parent = new Int32Array(room);
    this.flags = new Uint8Array(room);
    this.self = new Float64Array(room);
    this.other = new Float64Array(room);  /* Self time before, in a diff.  */
    this.count = 1;
    this.fn[0] = -1;
    this.parent[0] = -1;
    this.map = new PairMap(room);

    const hidden = new Uint8Array(profile.functionCount);
    for (let f = 0; f < hidden.length; f++)
      hidden[f] = hiddenModules.has(functions.module[f]) ? 1 : 0;
    const nodes = new Int32Array(contexts.function.length);
    for (let i = 0; i < nodes.length; i++) {
      const above = contexts.parent[i] < 0 ? 0 : nodes[contexts.parent[i]];
      const f = contexts.function[i];
      nodes[i] = hidden[f] ? above : this.node(above, f, contexts.flags[i]);
    }
    for (let i = 0; i < samples.function.length; i++) {
      /* What no sample could show is of no thread, -1.  */
      const thread = samples.thread[i];
      if (thread < 0 ? hiddenThreads.size > 0 : hiddenThreads.has(thread))
        continue;
      const above = samples.context[i] < 0 ? 0 : nodes[samples.context[i]];
      const f = samples.function[i];
      const node = hidden[f] ? above : this.node(above, f, samples.flags[i]);
      this.self[node] += samples.time[i];
      if (samples.old)
        this.other[node] += samples.old[i];
    }
    this.map = null;
    this.finish();
  }

  node(parent, f, flags) {
    const place = this.map.place(parent, f);
    if (this.map.first[place] >= 0)
      return this.map.value[place];
    const node = this.count++;
    this.map.first[place] = parent;
    this.map.second[place] = f;
    this.map.value[place] = node;
    this.fn[node] = f;
    this.parent[node] = parent;
    this.flags[node] = flags;
    return node;
  }

  /* Total times, depths and lists of children.  */
  finish() {
    const { count, parent } = this;
    this.total = this.self.slice(0, count);
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

  /* The nodes of F that are below no other of it, once for all functions:
     the sum of their total times is F's inclusive time.  */
  outermost(f) {
    if (!this.outermostIndex) {
      const keys = new Int32Array(this.count).fill(-1);
      const open = new Int32Array(profile.functionCount);
      let node = 0;
      for (;;) {
        const of = this.fn[node];
        if (of >= 0 && open[of]++ === 0)
          keys[node] = of;
        if (this.firstChild[node] >= 0) {
          node = this.firstChild[node];
          continue;
        }
        for (;;) {
          if (this.fn[node] >= 0)
            open[this.fn[node]]--;
          if (node === 0 || this.nextSibling[node] >= 0)
            break;
          node = this.parent[node];
        }
        if (node === 0)
          break;
        node = this.nextSibling[node];
      }
      this.outermostIndex = indexRows(keys, profile.functionCount);
    }
    return this.outermostIndex.of(f);
  }

  /* Self and inclusive time of every function in this tree.  */
  times() {
    if (!this.functionTimes) {
      const self = new Float64Array(profile.functionCount);
      const inclusive = new Float64Array(profile.functionCount);
      for (let i = 1; i < this.count; i++)
        self[this.fn[i]] += this.self[i];
      for (let f = 0; f < profile.functionCount; f++)
        for (const node of this.outermost(f))
          inclusive[f] += this.total[node];
      this.functionTimes = { self, inclusive };
    }
    return this.functionTimes;
  }
}

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

/* The tree that the filters leave, made when it is asked for.  */
const trees = (() => {
  let current = null;
  let key = "";
  return () => {
    const wanted = [...state.hiddenThreads].join() + "/"
      + [...state.hiddenModules].join();
    if (!current || key !== wanted) {
      current = new CallTree(state.hiddenThreads, state.hiddenModules);
      key = wanted;
    }
    return current;
  };
})();

/* Times of functions in the threads that are shown: those of the report
   unless some are hidden.  */
const shownTimes = () => {
  if (state.hiddenThreads.size === 0)
    return profile.functions;
  if (!shownTimes.tree || shownTimes.key !== [...state.hiddenThreads].join()) {
    shownTimes.key = [...state.hiddenThreads].join();
    shownTimes.tree = state.hiddenModules.size === 0
      ? trees() : new CallTree(state.hiddenThreads, new Set());
  }
  return shownTimes.tree.times();
};
