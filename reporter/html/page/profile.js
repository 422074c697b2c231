/* The profile: columns as html.c wrote them, and indices over them.

   Times are in nanoseconds.  A function, file, module or context that there
   is not is -1.  What takes long is read when it is needed first.  */

/* The part NAME of the data.  Its text is dropped once read.  */
const readPart = (name) => {
  const script = byId("data-" + name);
  if (!script)
    return null;
  const value = JSON.parse(script.textContent);
  script.remove();
  return value;
};

/* Let MAKER give OBJECT[NAME] when it is asked for.  */
const lazily = (object, name, maker) => {
  Object.defineProperty(object, name, {
    configurable: true,
    get() {
      const value = maker();
      Object.defineProperty(object, name, { value, writable: true });
      return value;
    }
  });
};

/* Which of the rows 0..KEYS.length-1 have which key below COUNT: those with
   key K are rows[first[K]] up to rows[first[K + 1]].  */
const indexRows = (keys, count) => {
  const first = new Int32Array(count + 1);
  for (const key of keys)
    if (key >= 0)
      first[key + 1]++;
  for (let i = 0; i < count; i++)
    first[i + 1] += first[i];
  const next = first.slice();
  const rows = new Int32Array(first[count]);
  for (let i = 0; i < keys.length; i++)
    if (keys[i] >= 0)
      rows[next[keys[i]]++] = i;
  return { of: (key) => rows.subarray(first[key], first[key + 1]) };
};

const profile = readPart("summary");
profile.modules = readPart("modules");
profile.files = readPart("files");
profile.functions = readPart("functions");
profile.never = readPart("never") || { name: [], sites: 0 };
profile.cycles = readPart("cycles");
profile.processes = readPart("processes");
profile.threads = readPart("threads");
for (const part of ["arcs", "sites", "contexts", "samples", "byteTree",
                    "timeline", "lines", "sources", "assembly", "branches",
                    "loops"])
  lazily(profile, part, () => readPart(part));

/* What grew and what shrank, in a diff.  */
if (profile.diff)
  for (const key of ["self", "inclusive"]) {
    const old = profile.functions["old" + key[0].toUpperCase() + key.slice(1)];
    profile.functions[key + "Change"]
      = profile.functions[key].map((time, f) => time - old[f]);
  }

/* Whether bytes are summed up.  */
profile.hasBytes = Boolean(profile.functions.allocated);

profile.namesThatRan = profile.functions.name.slice();

/* Of functions that never ran the names are known: they follow the others, for
   who looks for them.  */
const NEVER_SEEN = { module: -1, file: -1, cycle: -1, instrumented: 1 };
for (const [key, column] of Object.entries(profile.functions))
  for (const name of profile.never.name)
    column.push(key === "name" ? name : NEVER_SEEN[key] || 0);
profile.functionCount = profile.functions.name.length;
lazily(profile, "byName", () => {
  const byName = new Map();
  profile.functions.name.forEach((name, i) => byName.set(name, i));
  return byName;
});
lazily(profile, "arcsOut",
       () => indexRows(profile.arcs.caller, profile.functionCount));
lazily(profile, "arcsIn",
       () => indexRows(profile.arcs.callee, profile.functionCount));
lazily(profile, "sitesOut",
       () => indexRows(profile.sites.caller, profile.functionCount));

/* A function's name as it is shown, what matters of it where there is
   room for so many LETTERS, and that of its module.  */
const functionName = (f) =>
  f < 0 ? profile.title : formatName(profile.functions.name[f]);
const shortFunctionName = (f, letters) => {
  const forms = nameForms(functionName(f));
  return forms.find((form) => form.length <= letters)
    || forms[forms.length - 1];
};
const moduleName = (f) => {
  const module = f < 0 ? -1 : profile.functions.module[f];
  return module < 0 ? "" : formatName(profile.modules.name[module]);
};

/* "file.c:12" of a function, or "".  */
const lastPart = (path) => path.slice(path.lastIndexOf("/") + 1);
const functionPlace = (f) => {
  const file = f < 0 ? -1 : profile.functions.file[f];
  if (file < 0)
    return "";
  const line = profile.functions.line[f];
  return formatName(lastPart(profile.files[file]))
    + (line > 0 ? ":" + line : "");
};

/* Half of the interval that holds a time measured as PART in 95 cases of
   100, as precision.c has it: Wilson's, for the share of the samples.  */
const timeError = (part, n = profile.precision, total = profile.total) => {
  if (!(n > 0 && total > 0 && part > 0))
    return 0;
  const z = 1.96;
  const k = Math.min(n, n * part / total);
  return total * z / (n + z * z) * Math.sqrt(k * (n - k) / n + z * z / 4);
};
