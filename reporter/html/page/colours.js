/* One colour for each module, the same everywhere, in dark and light.

   The program itself is first in the palette, libraries follow in the order
   of their time; code of no known module is grey.  Functions of one module
   differ a little in lightness, so that neighbours can be told apart.  */

const palette = [                /* Hue and saturation.  */
  [214, 62], [28, 72], [158, 42], [338, 52], [266, 44],
  [46, 68], [188, 52], [8, 58], [98, 36], [300, 32]
];

const moduleColours = (() => {
  const times = profile.modules.name.map(() => 0);
  profile.functions.module.forEach((module, f) => {
    if (module >= 0)
      times[module] += profile.functions.self[f];
  });
  const order = times.map((time, i) => i).sort(
    (a, b) => profile.modules.main[b] - profile.modules.main[a]
      || times[b] - times[a] || a - b);
  const colours = [];
  order.forEach((module, i) => {
    colours[module] = palette[i % palette.length];
  });
  return colours;
})();

const isDark = () => document.documentElement.dataset.theme === "dark";

/* A number from 0 to 4 that a name always has.  */
const nameShade = (name) => {
  let hash = 7;
  for (let i = 0; i < name.length; i++)
    hash = (hash * 31 + name.charCodeAt(i)) | 0;
  return (hash >>> 3) % 5;
};

const moduleColour = (module) => {
  const [hue, saturation] = moduleColours[module] || [220, 8];
  return `hsl(${hue} ${saturation}% ${isDark() ? 58 : 52}%)`;
};

/* The colour of F's frame.  FADED: it is not what is looked for.  */
let frameColours = new Map();
const forgetColours = () => { frameColours = new Map(); };

const frameColour = (f, faded) => {
  const key = f * 2 + (faded ? 1 : 0);
  let colour = frameColours.get(key);
  if (colour)
    return colour;
  const module = f < 0 ? -1 : profile.functions.module[f];
  let [hue, saturation] = moduleColours[module] || [220, 8];
  const shade = f < 0 ? 0 : nameShade(profile.functions.name[f]);
  /* Files of one module are told apart by a little of the hue.  */
  if (f >= 0 && profile.functions.file[f] >= 0)
    hue += (nameShade(profile.files[profile.functions.file[f]]) - 2) * 7;
  if (faded)
    colour = isDark() ? `hsl(${hue} 7% ${24 + shade}%)`
                      : `hsl(${hue} 12% ${90 - shade}%)`;
  else
    colour = isDark() ? `hsl(${hue} ${saturation * 0.62}% ${31 + shade * 2.2}%)`
                      : `hsl(${hue} ${saturation}% ${84 - shade * 2.4}%)`;
  frameColours.set(key, colour);
  return colour;
};

/* In a diff: red has more time than before, blue less, the stronger the
   larger the part of it that is new or gone; grey, a change within the error
   of sampling.  */
const diffColour = (frame, faded) => {
  const { total, other } = frame;
  const change = total - other;
  const error = Math.hypot(timeError(total), timeError(
    other, profile.oldPrecision, profile.oldTotal));
  const dark = isDark();
  if (faded)
    return dark ? "hsl(220 5% 22%)" : "hsl(220 10% 93%)";
  if (Math.abs(change) <= error)
    return dark ? "hsl(220 6% 32%)" : "hsl(220 12% 86%)";
  const part = Math.min(1, Math.abs(change) / Math.max(total, other));
  const hue = change > 0 ? 6 : 214;
  return dark ? `hsl(${hue} ${24 + 36 * part}% ${32 + 8 * part}%)`
              : `hsl(${hue} ${45 + 35 * part}% ${86 - 18 * part}%)`;
};

const dot = (module) =>
  make("span", { class: "dot", style: `background:${moduleColour(module)}`,
                 "aria-hidden": "true" });

/* Dark or light: what was chosen, else what the system prefers.  */
const theme = (() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const listeners = [];
  let chosen = null;
  try {
    chosen = localStorage.getItem("cgprof-theme");
  } catch (error) {
    /* A page from a file may have no storage.  */
  }
  const apply = () => {
    document.documentElement.dataset.theme
      = chosen || (system.matches ? "dark" : "light");
    forgetColours();
    for (const listener of listeners)
      listener();
  };
  system.addEventListener("change", apply);
  apply();
  return {
    toggle() {
      chosen = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("cgprof-theme", chosen);
      } catch (error) {
        /* Likewise.  */
      }
      apply();
    },
    listen: (listener) => listeners.push(listener)
  };
})();

/* A colour of the style sheet.  */
const styleColour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
