/* Numbers as people read them.  */

const THIN = "\u202f";          /* Between groups of digits.  */

/* COUNT with its digits in groups.  A count above 2^53 is a string.  */
const formatCount = (count) =>
  String(count).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);

/* A count in four letters or so, for narrow places.  */
const formatShortCount = (count) => {
  const value = Number(count);
  if (value < 10000)
    return formatCount(count);
  const units = ["k", "M", "G", "T", "P", "E"];
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length);
  const scaled = value / 1000 ** power;
  return (scaled >= 999.5 ? scaled.toFixed(0)
          : scaled.toPrecision(3)) + units[power - 1];
};

/* The unit for times up to LARGEST nanoseconds, and its digits: from one
   unit of a table to the next it goes at ten of the larger one.  */
const columnUnit = (largest) => {
  const unit = timeUnit(largest);
  return unit.name === "s" && largest < 1e10
    ? { name: "ms", size: 1e6, digits: 1 } : unit;
};

/* The unit for a time up to LARGEST nanoseconds that stands alone.  */
const timeUnit = (largest) => {
  if (profile.dimension !== "seconds")
    return { name: profile.dimension, size: 1e9, digits: 2 };
  for (const [name, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]])
    if (largest >= size) {
      const scaled = largest / size;
      return { name, size, digits: scaled >= 100 ? 1 : scaled >= 10 ? 2 : 3 };
    }
  return { name: "ns", size: 1, digits: 0 };
};

/* TIME in UNIT, without its name.  */
const formatIn = (unit, time) => {
  const [whole, part] = (time / unit.size).toFixed(unit.digits).split(".");
  return formatCount(whole) + (part ? "." + part : "");
};

/* TIME in the unit that suits it.  */
const formatTime = (time) => {
  if (time === 0)
    return "0";
  const unit = timeUnit(time);
  return formatIn(unit, time) + THIN + unit.name;
};

/* Likewise of a time that is meant to be round: "1 ms".  */
const formatRoundTime = (time) =>
  formatTime(time).replace(/\.?0+(?=\u202f)/, "");

/* "12.3 ms ± 0.4", the error in the time's unit; without one if it is not
   known.  */
const formatTimeError = (time, error) => {
  if (!error)
    return formatTime(time);
  const unit = timeUnit(Math.max(time, error));
  return formatIn(unit, time) + " ± " + formatIn(unit, error)
    + THIN + unit.name;
};

/* A number of BYTES in three digits, and in the unit that suits it.  */
const formatBytes = (bytes) => {
  const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  if (bytes < 1024)
    return formatCount(Math.round(bytes)) + THIN + "B";
  let power = Math.floor(Math.log2(bytes) / 10);
  /* 1023.9 would have four.  */
  if (bytes / 1024 ** power >= 999.5)
    power++;
  return (bytes / 1024 ** power).toPrecision(3) + THIN + units[power - 1];
};

/* "1.07 MiB (1 123 158 bytes)".  */
const formatExactBytes = (bytes) => bytes < 1024 ? formatBytes(bytes)
  : `${formatBytes(bytes)} (${formatCount(bytes)} bytes)`;

/* A change with its sign.  */
const signOf = (change) => change > 0 ? "+" : change < 0 ? "−" : "±";
const formatChange = (change) => signOf(change) + formatTime(Math.abs(change));

/* "+12" of the counts NEW and OLD, "" if they are equal.  */
const countChange = (now, old) => {
  const change = BigInt(now) - BigInt(old);
  return change === 0n ? ""
    : signOf(Number(change)) + formatCount(change < 0n ? -change : change);
};

const formatPercent = (part, whole) => {
  if (!(whole > 0))
    return "";
  const percent = 100 * part / whole;
  return (percent >= 99.95 ? "100" : percent.toFixed(1)) + THIN + "%";
};

/* A name in which bytes that are no UTF-8 (they came as U+DC80 and up) can
   be seen.  */
const formatName = (name) =>
  /[\udc80-\udcff\u0000-\u001f\u007f]/.test(name)
    ? name.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]|[\u0000-\u001f\u007f]/g,
                   (byte) => "\\x"
                   + (byte.charCodeAt(0) & 255).toString(16).padStart(2, "0"))
    : name;

/* Of a name of C++ what stands in no pair of brackets: neither arguments of
   templates nor parameters, nor what it returns.  Operators that are spelt
   with brackets are kept, and so is what we add to a name, "(file.c)" or
   "[inlined]".  */
const CPP_OPERATOR = /\boperator\s*(?:\(\)|\[\]|<=>|<<=?|>>=?|->\*?|[<>]=?)/g;

const bareName = (name) => {
  const added = (name.match(/ (?:\([^()]*\)|\[[^[\]]*\])$/) || [""])[0];
  const kept = [];
  const keep = (part) =>
    String.fromCharCode(0xe000 + kept.push(part) - 1);
  const text = name.slice(0, name.length - added.length)
    .replace(CPP_OPERATOR, keep).replace(/\(anonymous namespace\)/g, keep);
  let bare = "";
  let depth = 0;
  for (const letter of text)
    if (letter === "<" || letter === "(")
      depth++;
    else if (letter === ">" || letter === ")")
      depth--;
    else if (depth === 0)
      bare += letter;
    else if (depth < 0)
      return name;
  if (depth !== 0)
    return name;
  /* What it returns stands before a space; "operator bool" has one, too.  */
  bare = bare.replace(/ const$/, "").trim();
  const operator = bare.match(/(?:^| )(\S*\boperator .*)$/);
  bare = (operator ? operator[1] : bare.slice(bare.lastIndexOf(" ") + 1))
    .replace(/[\ue000-\uf8ff]/g,
             (mark) => kept[mark.charCodeAt(0) - 0xe000] || mark);
  return /[\w)}\]]/.test(bare) ? bare + added : name;
};

/* The word of NAME about its letter AT, up to the end of the argument.  */
const wordAt = (name, at) => {
  let from = at;
  while (from > 0 && /[\w:]/.test(name[from - 1]))
    from--;
  return name.slice(from).match(/^[^,<>()]*/)[0].trim();
};

/* For each of NAMES, which are sorted, the words by which it differs from the
   others: where it parts from one of them, going through its letters.  */
const tellingWords = (names) => {
  const common = names.slice(1).map((name, i) => {
    let at = 0;
    while (at < name.length && name[at] === names[i][at])
      at++;
    return at;
  });
  return names.map((name, i) => {
    const places = new Set();
    for (const step of [-1, 1]) {
      let least = Infinity;
      for (let j = step < 0 ? i - 1 : i; j >= 0 && j < common.length; j += step)
        if (common[j] < least)
          places.add(least = common[j]);
    }
    return [...new Set([...places].sort((a, b) => a - b)
      .map((at) => wordAt(name, at)).filter((word) => word !== ""))];
  });
};

/* What tells NAME from others that ran and have its bare form: " {int, char}",
   or "".  */
let knownTellers = null;
const nameTeller = (name) => {
  if (!knownTellers) {
    const groups = new Map();
    for (const each of new Set(profile.namesThatRan.map(formatName)))
      if (/[<(]/.test(each)) {
        const bare = bareName(each);
        if (groups.has(bare))
          groups.get(bare).push(each);
        else
          groups.set(bare, [each]);
      }
    knownTellers = new Map();
    for (const group of groups.values())
      if (group.length > 1) {
        const words = tellingWords(group.sort());
        group.forEach((each, i) => {
          if (words[i].length > 0)
            knownTellers.set(each, ` {${words[i].join(", ")}}`);
        });
      }
  }
  return knownTellers.get(name) || "";
};

/* NAME, and shorter forms of it for narrow places: without what stands in
   brackets, without namespaces but the last two parts, the last part, each with
   the words that tell it from others as long as there is room.  */
const knownForms = new Map();
const nameForms = (name) => {
  if (!/[<(]|::/.test(name))
    return [name];
  let forms = knownForms.get(name);
  if (!forms) {
    const bare = bareName(name);
    const parts = bare.split("::");
    const last = parts[parts.length - 1];
    const teller = nameTeller(name);
    forms = [...new Set([name, bare + teller,
                         parts.slice(-2).join("::") + teller, last + teller,
                         last])];
    knownForms.set(name, forms);
  }
  return forms;
};

/* TEXT, or as much of it as has room in WIDTH by MEASURE.  */
const cutText = (text, width, measure) => {
  const full = measure(text);
  if (full <= width)
    return text;
  const letters = Math.floor(width / (full / text.length)) - 1;
  return letters < 2 ? "" : text.slice(0, letters) + "…";
};

/* The first of a name's forms that has room in WIDTH by MEASURE, else the
   last one up to where it has.  */
const fitName = (name, width, measure) => {
  const forms = nameForms(name);
  const fitting = forms.find((form) => measure(form) <= width);
  if (fitting !== undefined)
    return fitting;
  return cutText(forms[forms.length - 1], width, measure);
};
