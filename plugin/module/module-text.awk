# Make TEXT.s, what GCC makes of TEXT.c, into a C string for the plugin:
# every section joins one COMDAT group, so that the linker keeps one copy in
# a module; local labels get names of their own; what belongs to the object
# and not to the group is left out.
# Use: awk -v group=SYMBOL -f module-text.awk TEXT.s
# SPDX-License-Identifier: GPL-3.0-or-later

# Print LINE as a C string literal, character by character: awks differ on
# backslashes in replacements.
function put(line,    i, c, text) {
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    text = text (c == "\\" || c == "\"" ? "\\" c : c)
  }
  printf "  \"%s\\n\"\n", text
}

BEGIN { print "/* Made by module-text.awk.  */" }

{ sub(/[ \t]+$/, "") }
/^[ \t]*\.(file|ident|text|attribute|eabi_attribute|abiversion)([ \t]|$)/ {
  next
}

/^[ \t]*\.section[ \t]/ {
  text = $0
  sub(/^[ \t]*\.section[ \t]*/, "", text)
  fields = split(text, field, ",")
  name = field[1]
  skip = name ~ /^\.note/
  if (skip)
    next
  # One that was there before may be named alone.
  if (fields > 1) {
    flags = field[2]
    type = fields > 2 ? field[3] : "%progbits"
    known_flags[name] = flags
    known_type[name] = type
  } else {
    flags = name in known_flags ? known_flags[name] : "\"a\""
    type = name in known_type ? known_type[name] : "%progbits"
  }
  if (name ~ /^\.init_array/) type = "%init_array"
  if (name ~ /^\.fini_array/) type = "%fini_array"
  if (name == ".rodata") name = ".rodata." group
  sub(/^@/, "%", type)
  gsub(/[G"]/, "", flags)
  flags = "\"" flags "G\""
  put("\t.section\t" name "," flags "," type "," group ",comdat")
  next
}

skip || /^$/ { next }
{
  gsub(/\.L/, ".L" group "_")
  # What i386 has in place of addresses relative to an instruction.
  gsub(/__x86\.get_pc_thunk\./, "__cgprof_pc_thunk_1.")
  put($0)
}
