/* The tree of allocated bytes, as byte-tree.c made it from the call graph: no
   stack is known of them.

   What callees without a frame allocate, as it was too little, is neither a
   frame's own nor a child's.  */

class ByteTree extends CallTree {
  constructor(hiddenModules) {
    const { function: fn, parent, total, own } = profile.byteTree;
    super(fn.length);
    const hidden = hiddenFunctions(hiddenModules);
    const rest = Float64Array.from(total, (bytes, i) =>
      Number(bytes) - Number(own[i]));
    for (let i = 1; i < fn.length; i++)
      rest[parent[i]] -= Number(total[i]);
    const nodes = new Int32Array(fn.length);
    const alone = new Float64Array(fn.length);
    fn.forEach((f, i) => {
      if (i > 0)
        nodes[i] = hidden[f] ? nodes[parent[i]]
          : this.node(nodes[parent[i]], f, 0);
      this.self[nodes[i]] += Number(own[i]);
      alone[nodes[i]] += Number(own[i]) + rest[i];
    });
    this.finish(alone);
  }

  format(bytes) {
    return formatBytes(bytes);
  }

  formatExactly(bytes) {
    return formatExactBytes(bytes);
  }

  /* What else is to be told of FRAME: name and value.  */
  facts(frame) {
    const rest = frame.children.reduce((left, { total }) => left - total,
                                       frame.total - frame.self);
    return frame.up || rest === 0 ? []
      : [["Callees not shown", this.formatExactly(rest)]];
  }
}

/* It without the modules that are left out, made when it is asked for.  */
const byteTrees = (() => {
  let current = null;
  let key = "";
  return () => {
    const wanted = [...state.hiddenModules].join();
    if (!current || key !== wanted) {
      current = new ByteTree(state.hiddenModules);
      key = wanted;
    }
    return current;
  };
})();

/* What is to be known of the graph.  */
const bytesNote = () => {
  const total = Number(profile.byteTree.total[0]);
  return `${formatExactBytes(total)} allocated. No stack is known of bytes: `
    + "those of a function and its callees are shared by numbers of calls "
    + "among its callers. What has less than 1/"
    + `${profile.byteTree.parts} of all has no frame.`
    + (isWhole() ? "" : ` Bytes are those of ${unfiltered()}.`);
};
