# Read JSON: json_parse TEXT gives a Tcl value.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An object becomes a dict, an array a list, a string or number itself, and
# true, false, null the words 1, 0, "".  That loses the types, which the
# tests, knowing the schema, do not miss.  A list in a list may have braces that
# it need not have: what is compared as a string is a string or a number.
#
# Outside of strings JSON is a Tcl list but for its punctuation, so all is done
# by commands that go through the whole text; a value at a time would take five
# times as long.

set json_to_list { "\[" "\{" "\]" "\}" , " " : " " true 1 false 0 null "{}"
		   " " "" "\t" "" "\r" "" "\n" "" }

# A value, of which objects and arrays, "v", and strings, "s", have been found;
# and an object or array of such.
set json_value {(?:[vs]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)}
set json_whole [string map [list V $json_value] \
		    {\[(?:V(?:,V)*)?\]|\{(?:s:V(?:,s:V)*)?\}}]

# Parse TEXT, which must be one JSON value, and return it.

proc json_parse { text } {
    global json_to_list json_value json_whole

    # What a string may not have stands for the backslashes and quotes in it.
    if { [regexp {[\x01\x02]} $text] } { error "json: a control character" }
    set text [string map [list "\\\\" \x01 "\\\"" \x02] $text]
    if { [regexp {\\(?![/bfnrt]|u[0-9a-fA-F]{4}).?} $text escape] } {
	error "json: no such escape: $escape"
    }
    set parts [split $text \"]
    if { [llength $parts] % 2 == 0 } { error "json: a string does not end" }
    set others [lmap { other string } $parts { set other }]
    set strings [lmap { string other } [lrange $parts 1 end] { set string }]

    # From the innermost on.
    set shape [join $others s]
    if { [regexp {[^][\{\},:\s]\s+[^][\{\},:\s]} $shape words] } {
	error "json: no comma: $words"
    }
    regsub -all {\s+} $shape "" shape
    while { [regsub -all $json_whole $shape v shape] } { }
    if { ![regexp "^$json_value\$" $shape] } {
	error "json: no value: [string range $shape 0 60]"
    }

    if { [regexp {[\x01\x02\\]} $text] } {
	set strings [lmap string $strings { json_string $string }]
    }
    set others [split [string map $json_to_list [join $others \x01]] \x01]
    set list [lindex $others 0]
    foreach string $strings other [lrange $others 1 end] {
	append list [list $string] $other
    }
    return [lindex $list 0]
}

# What STRING, as json_parse has it, says.

proc json_string { string } {
    return [subst -nocommands -novariables \
		[string map [list \x01 "\\\\" \x02 "\\\"" "\\/" /] $string]]
}
