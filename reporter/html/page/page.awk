# Make the page of cgprof html into C strings, a line each: report.html, in
# which "@include FILE" stands for a file beside it and "@data" for the data.
# Use: awk -v dir=DIRECTORY -f page.awk DIRECTORY/report.html
# SPDX-License-Identifier: GPL-3.0-or-later

# LINE as a C string literal, character by character: awks differ on
# backslashes in replacements.  C has no trigraphs here (-std=gnu11).
function put(line,    i, c, text) {
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    text = text (c == "\\" || c == "\"" ? "\\" c : c)
  }
  printf "  \"%s\\n\",\n", text
}

function include(file,    line, status) {
  while ((status = (getline line < file)) > 0)
    put(line)
  if (status < 0) {
    print "page.awk: " file ": cannot read" > "/dev/stderr"
    failed = 1
    exit 1
  }
  close(file)
}

BEGIN {
  print "/* Made from html/page by page.awk.  */"
  print "#include \"html/page.h\""
  print "#include <stddef.h>"
  print "const char *const html_page_head[] = {"
}
$1 == "@include" { include(dir "/" $2); next }
$1 == "@data" {
  print "  NULL\n};"
  print "const char *const html_page_tail[] = {"
  next
}
{ put($0) }
END { if (!failed) print "  NULL\n};" }
