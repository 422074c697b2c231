# Put the machine code of a text in place of its instructions, for each of which
# an assembler runs some 5,000 of its own, in each object that is compiled.  All
# else stays: labels that are named elsewhere, unwind tables, data.
#
# Use: awk -v step=mark -f machine-code.awk TEXT.s > MARKED.s
#      as --keep-locals MARKED.s; objdump -s -t -r of that > DUMP
#      awk -f machine-code.awk DUMP TEXT.s
#
# What is made of a line of code is what lies between its mark and the next one,
# so nothing need be known of instructions but the symbol in an operand.
# SPDX-License-Identifier: GPL-3.0-or-later

BEGIN { digits = "0123456789abcdef" }

function from_hex(text,    i, value) {
  for (i = 1; i <= length(text); i++)
    value = value * 16 + index(digits, substr(text, i, 1)) - 1
  return value
}

# What objdump tells: AT[MARK], BYTES[SECTION] as digits, and RELOCATION[SECTION,
# OFFSET], the type.

step != "mark" && FNR == NR {
  if (/^Contents of section /) {
    section = substr($4, 1, length($4) - 1)
    contents = 1
  } else if (/^RELOCATION RECORDS FOR /) {
    section = substr($4, 2, length($4) - 3)
    contents = 0
  } else if (contents && match($0, /^ [0-9a-f]+ /)) {
    text = substr($0, RLENGTH + 1, 35)
    gsub(/ /, "", text)
    bytes[section] = bytes[section] text
  } else if ($NF ~ /^\.Lcgprof_at_/)
    at[substr($NF, 13)] = from_hex($1)
  else if ($2 ~ /^R_/)
    relocation[section, from_hex($1)] = $2
  next
}

# The text, line by line: LINES[1 ... COUNT], IN_SECTION[LINE], which is "" where
# there is no code.

function add(line) {
  lines[++count] = line
  in_section[count] = section
}

FNR == 1 { section = "" }

/^[ \t]*\.(section|text|data|bss)([ \t]|$)/ {
  add($0)
  section = ""
  if ($1 == ".text")
    section = ".text"
  else if ($1 == ".section" && match($2, /^\.text[^,]*/))
    section = substr($2, 1, RLENGTH)
  next
}

section && /^[A-Za-z0-9_.$]+:[ \t]*[^ \t]/ {
  add(substr($0, 1, index($0, ":")))
  add(substr($0, index($0, ":") + 1))
  next
}

{ add($0) }

# The symbol in the operands of instruction LINE and what is added to it, as an
# expression.

function find_symbol(line,    number) {
  sub(/^[ \t]*[a-z0-9]+[ \t]+/, "", line)
  gsub(/%[a-z0-9]+|\$[-0-9]+|[*(): \t,]|@[A-Za-z]+/, "", line)
  if (match(line, /^[0-9]+\+/)) {
    number = substr(line, 1, RLENGTH - 1)
    line = substr(line, RLENGTH + 1) "+" number
  }
  return line
}

# Write bytes from FROM to TO of the section; flush writes what is held.

function put_bytes(from, to) {
  for (; from < to; from++)
    held = held sprintf("\\%03o", \
			from_hex(substr(bytes[section], 2 * from + 1, 2)))
}

function flush() {
  if (held)
    print "\t.ascii\t\"" held "\""
  held = ""
}

# Whether there is a relocation from FROM to TO of the section.

function is_relocated(from, to) {
  for (; from < to; from++)
    if ((section, from) in relocation)
      return 1
  return 0
}

# Note which labels LINE names, which stays or has a relocation.

function note_labels(line) {
  while (match(line, /\.L[A-Za-z0-9_]+/)) {
    named[substr(line, RSTART, RLENGTH)] = 1
    line = substr(line, RSTART + RLENGTH)
  }
}

# Write what LINE was made to, from FROM to TO of the section.

function put_code(line, from, to,    i, type, symbol, start) {
  start = from
  if (length(bytes[section]) < 2 * to) {
    print "cgprof: objdump: the code of " section " was not printed," \
	  " expected \"Contents of section\"" | "cat 1>&2"
    exit 1
  }
  for (i = from; i < to; i++)
    if ((section, i) in relocation) {
      type = relocation[section, i]
      put_bytes(start, i)
      flush()
      symbol = find_symbol(line)
      # Instructions tell the assembler that it is thread-local.
      if (type ~ /TPOFF/)
	print "\t.type\t" symbol ", %tls_object"
      # An address relative to the instruction is one to its end.
      print "\t.reloc\t., " type ", " symbol \
	    (type ~ /TPOFF32|_32S?$|_64$/ ? "" : "-" (to - i))
      start = i
    }
  put_bytes(start, to)
}

# Whether LINE among code, which makes none, is needed: not a label that no line
# names which stays.

function is_needed(line) {
  if (line ~ /^(\.L[A-Za-z0-9_]*|[0-9]+):$/)
    return substr(line, 1, length(line) - 1) in named
  return line !~ /^#/
}

END {
  if (step == "mark") {
    for (i = 1; i <= count; i++) {
      if (in_section[i])
	print ".Lcgprof_at_" i ":"
      print lines[i]
    }
    exit
  }

  for (i = 1; i <= count; i++) {
    section = in_section[i]
    is_code[i] = section && in_section[i + 1] == section && at[i + 1] > at[i]
    if (is_code[i] ? is_relocated(at[i], at[i + 1]) : lines[i] !~ /:$/)
      note_labels(lines[i])
  }
  for (i = 1; i <= count; i++) {
    section = in_section[i]
    if (is_code[i])
      put_code(lines[i], at[i], at[i + 1])
    else if (!section || is_needed(lines[i])) {
      flush()
      print lines[i]
    }
  }
  flush()
}
