/* Elements of the page, made in one call each.  */

/* Set ATTRIBUTES of NODE: "on..." are listeners, null leaves one out.  */
const setAttributes = (node, attributes) => {
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith("on"))
      node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? "" : value);
  return node;
};

/* Add CHILDREN, nodes or texts; lists are taken apart, null left out.  */
const addChildren = (node, children) => {
  for (const child of children.flat(3))
    if (child !== null && child !== undefined && child !== false)
      node.append(child);
  return node;
};

const make = (tag, attributes, ...children) =>
  addChildren(setAttributes(document.createElement(tag), attributes),
              children);

const makeSvg = (tag, attributes, ...children) =>
  addChildren(
    setAttributes(document.createElementNS("http://www.w3.org/2000/svg", tag),
                  attributes),
    children);

const byId = (id) => document.getElementById(id);

const fill = (node, ...children) => {
  node.replaceChildren();
  return addChildren(node, children);
};

/* Tell those who do not see the page.  */
const announce = (text) => {
  byId("announcer").textContent = text;
};

/* FUNCTION, called once with the last arguments, a little later.  */
const delayed = (milliseconds, run) => {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...values), milliseconds);
  };
};

/* FUNCTION, called once before the next picture.  */
const oncePerFrame = (run) => {
  let asked = false;
  return () => {
    if (asked)
      return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      run();
    });
  };
};

/* The picture NAME, drawn in lines on a field of 16 by 16.  */
const icons = {
  sun: "M8 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM8 .8v1.6M8 13.6v1.6M.8 8h1.6"
    + "M13.6 8h1.6M2.9 2.9l1.1 1.1M12 12l1.1 1.1M2.9 13.1L4 12M12 4l1.1-1.1",
  moon: "M13.6 9.8A6 6 0 016.2 2.4a6 6 0 107.4 7.4z",
  search: "M7 2.2a4.8 4.8 0 100 9.6 4.8 4.8 0 000-9.6zM10.6 10.6l3.4 3.4",
  flame: "M2 13.5h12M2 10h9M3 6.5h5M3 3h2.5",
  graph: "M5.5 1.5h5v3h-5zM1.5 11.5h5v3h-5zM9.5 11.5h5v3h-5z"
    + "M8 4.5v3.2M4 11.5V8h8v3.5",
  source: "M5.5 4L1.8 8l3.7 4M10.5 4l3.7 4-3.7 4",
  down: "M4 6.2l4 4 4-4",
  reset: "M2.8 8a5.2 5.2 0 101.7-3.8M2.6 1.8v3h3"
};

const icon = (name) =>
  makeSvg("svg", { viewBox: "0 0 16 16", class: "icon",
                   "aria-hidden": "true" },
          makeSvg("path", { d: icons[name] }));
