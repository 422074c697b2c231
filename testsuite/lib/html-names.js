/* Short forms of names, as HTML reports have them where there is no room.

   SPDX-License-Identifier: GPL-3.0-or-later

   node html-names.js FORMAT.JS <NAMES

   A line for each name: its forms, the longest first, with bars between
   them.  */

"use strict";

const fs = require("fs");
const vm = require("vm");
const page = vm.createContext({});
const names = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
page.profile = { namesThatRan: names };
vm.runInContext(fs.readFileSync(process.argv[2], "utf8")
                + ";this.nameForms = nameForms;", page);
for (const name of names)
  console.log(page.nameForms(name).join(" | "));
