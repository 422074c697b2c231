/* Compare an HTML report with the JSON export of the same profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   node html-compare.js PAGE JSON

   One line for each kind of thing: its name and how many were compared, or
   what differs.  */

"use strict";

const fs = require("fs");
const path = require("path").posix;
const [, , pageFile, jsonFile] = process.argv;
const page = fs.readFileSync(pageFile, "latin1");
const wanted = JSON.parse(fs.readFileSync(jsonFile, "utf8"));

/* As a browser takes the page apart: a script ends at the first end tag.  */
const part = (name) => {
  const begin = `<script type="application/json" id="data-${name}">`;
  const from = page.indexOf(begin) + begin.length;
  const text = page.slice(from, page.indexOf("</script", from));
  return JSON.parse(Buffer.from(text, "latin1").toString("utf8"));
};

const seconds = (time) =>
  `${Math.floor(time / 1e9)}.${String(time % 1e9).padStart(9, "0")}`;
const exact = (value) => value.toFixed(9);

const compare = (kind, got, expected) => {
  const differing = [];
  if (got.length !== expected.length)
    differing.push(`${got.length} instead of ${expected.length}`);
  for (let i = 0; i < Math.min(got.length, expected.length); i++)
    if (JSON.stringify(got[i]) !== JSON.stringify(expected[i]))
      differing.push(`${i}: ${JSON.stringify(got[i])} instead of `
                     + JSON.stringify(expected[i]));
  console.log(kind + " " + (differing.length === 0 ? "agree"
                            : differing.slice(0, 3).join("; ")));
  if (expected.length === 0 && kind !== "lines" && kind !== "bytes-of-frames")
    console.log(kind + " are none");
};

const rows = (columns, make) =>
  Object.values(columns)[0].map((value, i) => make(i));

const compareDiff = () => {
  const functions = part("functions");
  const arcs = part("arcs");
  const sites = part("sites");
  compare("functions", rows(functions, (i) => [
    functions.name[i], functions.oldCalls[i], functions.calls[i],
    seconds(functions.oldSelf[i]), seconds(functions.self[i]),
    seconds(functions.selfChangeError[i]), seconds(functions.oldInclusive[i]),
    seconds(functions.inclusive[i]),
    seconds(functions.inclusiveChangeError[i])
  ]), wanted.functions.map(
    ({ old: before, new: after, calls, self_seconds: self,
       inclusive_seconds: inclusive }) => [
      after || before, calls.old, calls.new, exact(self.old), exact(self.new),
      exact(self.error), exact(inclusive.old), exact(inclusive.new),
      exact(inclusive.error)]));
  compare("arcs", rows(arcs, (i) => [
    functions.name[arcs.caller[i]], functions.name[arcs.callee[i]],
    arcs.oldCount[i], arcs.count[i], seconds(arcs.oldInclusive[i]),
    seconds(arcs.inclusive[i])
  ]), wanted.arcs.map((each) => [
    each.caller, each.callee, each.count.old, each.count.new,
    exact(each.inclusive_seconds.old), exact(each.inclusive_seconds.new)]));
  compare("sites", rows(sites, (i) => [
    functions.name[sites.caller[i]], functions.name[sites.callee[i]],
    sites.kind[i] > 0, sites.oldCount[i], sites.count[i]
  ]), wanted.sites.map((each) => [
    each.caller, each.callee, each.indirect, each.count.old,
    each.count.new]));
};

const compareAll = () => {
  const summary = part("summary");
  const modules = part("modules");
  const files = part("files");
  const functions = part("functions");
  const arcs = part("arcs");
  const sites = part("sites");
  const cycles = part("cycles");
  const threads = part("threads");

  const fileName = (index) => index < 0 ? null : files[index];
  const wholeName = (directory, file) =>
    file && path.normalize(directory && !file.startsWith("/")
                           ? directory + "/" + file : file);
  const directories = new Map(wanted.functions.map(
    (each) => [each.name, each.directory]));
  const line = (number) => number || null;
  const kinds = ["direct", "indirect", "virtual"];

  compare("totals",
          [[summary.program, summary.processCount, seconds(summary.total),
            seconds(summary.sample), seconds(summary.longestSample),
            summary.measured]],
          [[wanted.program, wanted.processes, exact(wanted.seconds),
            exact(wanted.sample_seconds), exact(wanted.longest_sample_seconds),
            wanted.propagation === "measured"]]);
  compare("modules", rows(modules, (i) => [
    modules.name[i], modules.path[i], modules.instrumented[i] === 1,
    seconds(modules.self[i]), seconds(modules.inclusive[i])
  ]), wanted.modules.map((each) => [
    each.name, each.path, each.instrumented, exact(each.self_seconds),
    exact(each.inclusive_seconds)
  ]));
  compare("functions", rows(functions, (i) => [
    functions.name[i],
    functions.symbol[i] === 0 ? functions.name[i] : functions.symbol[i],
    functions.module[i] < 0 ? null : modules.name[functions.module[i]],
    fileName(functions.file[i]), line(functions.line[i]),
    functions.cycle[i] < 0 ? null : functions.cycle[i] + 1,
    Number(functions.calls[i]), Number(functions.spontaneous[i]),
    seconds(functions.self[i]), seconds(functions.inclusive[i])
  ]), wanted.functions.map((each) => [
    each.name, each.symbol, each.module, wholeName(each.directory, each.file),
    each.line, each.cycle, each.calls, each.spontaneous,
    exact(each.self_seconds), exact(each.inclusive_seconds)
  ]));
  if (functions.selfError)
    compare("errors", rows(functions, (i) => [
      functions.name[i], seconds(functions.selfError[i]),
      seconds(functions.inclusiveError[i])
    ]), wanted.functions.map((each) => [
      each.name, exact(each.self_error), exact(each.inclusive_error)]));
  compare("arcs", rows(arcs, (i) => [
    functions.name[arcs.caller[i]], functions.name[arcs.callee[i]],
    Number(arcs.count[i]), seconds(arcs.self[i]), seconds(arcs.inclusive[i])
  ]), wanted.arcs.map((each) => [
    each.caller, each.callee, each.count, exact(each.self_seconds),
    exact(each.inclusive_seconds)
  ]));
  compare("sites", rows(sites, (i) => [
    functions.name[sites.caller[i]], functions.name[sites.callee[i]],
    kinds[sites.kind[i]], sites.tail[i] === 1, fileName(sites.file[i]),
    line(sites.line[i]), line(sites.column[i]), Number(sites.count[i])
  ]), wanted.sites.map((each) => [
    each.caller, each.callee, each.kind, each.tail,
    wholeName(directories.get(each.caller), each.file), each.line, each.column,
    each.count
  ]));
  compare("cycles", cycles.map((each) => [
    each.members.map((i) => functions.name[i]), Number(each.calls),
    Number(each.innerCalls), Number(each.spontaneous), seconds(each.self),
    seconds(each.inclusive)
  ]), wanted.cycles.map((each) => [
    each.members, each.calls, each.inner_calls, each.spontaneous,
    exact(each.self_seconds), exact(each.inclusive_seconds)
  ]));
  compare("threads", rows(threads, (i) => [
    threads.name[i], threads.pid[i], threads.tid[i], seconds(threads.time[i])
  ]), wanted.threads.map((each) => [
    each.name, each.pid, each.tid, exact(each.seconds)
  ]));
  const processes = part("processes");
  const known = (i, value) => processes.known[i] ? value : null;
  const ofDay = (time) => time === null ? null : Number(time) / 1e9;
  compare("processes", rows(processes, (i) => [
    processes.pid[i], processes.parent[i], processes.processes[i],
    processes.program[i], processes.command[i], processes.host[i],
    processes.rank[i] < 0 ? null : processes.rank[i], ofDay(processes.start[i]),
    ofDay(processes.end[i]), processes.ending[i],
    processes.status[i] < 0 ? null : processes.status[i],
    known(i, Number(processes.calls[i])), known(i, seconds(processes.time[i]))
  ]), wanted.process_table.map((each) => [
    each.pid, each.ppid, each.processes, each.program,
    each.arguments.length > 0 ? each.arguments.join(" ")
      : each.program || "process", each.host, each.rank, each.start, each.end, each.ending,
    each.status, each.calls, each.seconds === null ? null
      : exact(each.seconds)
  ]));
  if (summary.hasStacks)
    compareStacks(functions, threads);
  if (functions.allocated)
    compareBytes(functions);
  compareLines(sites);
};

/* The page's flame graphs and filters add the samples up themselves: what
   they can get from them is what the JSON has.  */
const compareStacks = (functions, threads) => {
  const samples = part("samples");
  const contexts = part("contexts");
  const self = new Map();
  const inclusive = new Map();
  const ofThreads = new Array(threads.name.length).fill(0);
  const add = (map, key, time) => map.set(key, (map.get(key) || 0) + time);
  rows(samples, (i) => {
    const time = samples.time[i];
    const seen = new Set([samples.function[i]]);
    for (let at = samples.context[i]; at >= 0; at = contexts.parent[at])
      seen.add(contexts.function[at]);
    add(self, samples.function[i], time);
    seen.forEach((each) => add(inclusive, each, time));
    if (samples.thread[i] >= 0)
      ofThreads[samples.thread[i]] += time;
  });
  /* Each time is rounded to a nanosecond; so are those that were added.  */
  const near = (name, got, seconds) =>
    Math.abs((got || 0) - seconds * 1e9) <= Math.max(2, samples.time.length / 2)
      ? name : `${name}: ${got} ns, not ${seconds} s`;
  compare("stacks", functions.name.flatMap((name, i) => [
    near(name, self.get(i), wanted.functions[i].self_seconds),
    near(name, inclusive.get(i), wanted.functions[i].inclusive_seconds)
  ]), functions.name.flatMap((name) => [name, name]));
  compare("stacks-of-threads", ofThreads.map((time, i) =>
    near(threads.name[i], time, wanted.threads[i].seconds)), threads.name);
};

/* The tree of what is allocated has no more than there is, of each function
   and below each frame; and its root has all.  */
const compareBytes = (functions) => {
  const { function: fn, parent, total, own } = part("byteTree");
  compare("bytes-of-functions", functions.allocated, wanted.functions.map(
    (each) => Math.round(each.inclusive_allocated_bytes)));
  const sums = functions.name.map(() => ({ total: 0, own: 0, frames: 0 }));
  const left = total.map((bytes, i) => bytes - own[i]);
  fn.forEach((f, i) => {
    if (i === 0)
      return;
    left[parent[i]] -= total[i];
    sums[f].total += total[i];
    sums[f].own += own[i];
    sums[f].frames++;
  });
  compare("bytes-all", [total[0], own[0], parent[0], left.some((b) => b < 0),
                        parent.some((above, i) => above >= i)],
          [wanted.bytes.allocated || 0, 0, -1, false, false]);
  compare("bytes-of-frames", functions.name.flatMap((name, i) => {
    const { bytes, cycle, inclusive_allocated_bytes: all }
      = wanted.functions[i];
    const { total: got, own: alone, frames } = sums[i];
    return (cycle || got <= all + frames)
      && alone <= (bytes.allocated || 0) + frames ? [] : [name];
  }), []);
};

/* The page has the lines with time; it adds up the calls on a line.  */
const compareLines = (sites) => {
  const files = part("files");
  const lines = part("lines");
  const calls = new Map();
  rows(sites, (i) => {
    const key = `${sites.file[i]}:${sites.line[i]}`;
    calls.set(key, (calls.get(key) || 0) + Number(sites.count[i]));
  });
  compare("lines", rows(lines, (i) => [
    files[lines.file[i]], lines.line[i],
    calls.get(`${lines.file[i]}:${lines.line[i]}`) || 0,
    seconds(lines.self[i]), seconds(lines.inclusive[i])
  ]), wanted.lines.filter((each) => each.inclusive_seconds > 0).map((each) => [
    each.file, each.line, each.calls, exact(each.self_seconds),
    exact(each.inclusive_seconds)]));
};

if (wanted.schema === "cgprof-diff")
  compareDiff();
else
  compareAll();
