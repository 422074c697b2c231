# Read JSON: json_parse TEXT gives a Tcl value.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An object becomes a dict, an array a list, a string or number itself, and
# true, false, null the words 1, 0, "".  That loses the types, which the
# tests, knowing the schema, do not miss.  One regular expression finds each
# token; some megabytes a second.

# Parse TEXT, which must be one JSON value, and return it; an error tells
# the place.

proc json_parse { text } {
    set at 0
    set value [json_value $text at]
    if { ![regexp -start $at {\A[ \t\r\n]*\Z} $text] } {
	error "json: text after the value at offset $at"
    }
    return $value
}

# Parse the value at offset AT (a variable of the caller) of TEXT.

proc json_value { text at_name } {
    upvar 1 $at_name at

    if { ![regexp -start $at -indices -- \
	       {\A[ \t\r\n]*([\[\{\"]|[-+0-9.eE]+|true|false|null)} \
	       $text all token] } {
	error "json: no value at offset $at"
    }
    set at [expr { [lindex $all 1] + 1 }]
    set word [string range $text [lindex $token 0] [lindex $token 1]]

    switch -- $word {
	"\{" {
	    set object [dict create]
	    if { [json_skip $text at "\}"] } { return $object }
	    while 1 {
		if { ![json_skip $text at "\""] } {
		    error "json: no key at offset $at"
		}
		set key [json_string $text at]
		if { ![json_skip $text at ":"] } {
		    error "json: no colon at offset $at"
		}
		dict set object $key [json_value $text at]
		if { [json_skip $text at "\}"] } { return $object }
		if { ![json_skip $text at ","] } {
		    error "json: neither comma nor brace at offset $at"
		}
	    }
	}
	"\[" {
	    set array {}
	    if { [json_skip $text at "\]"] } { return $array }
	    while 1 {
		lappend array [json_value $text at]
		if { [json_skip $text at "\]"] } { return $array }
		if { ![json_skip $text at ","] } {
		    error "json: neither comma nor bracket at offset $at"
		}
	    }
	}
	"\"" { return [json_string $text at] }
	true { return 1 }
	false { return 0 }
	null { return "" }
	default {
	    if { ![string is double -strict $word] } {
		error "json: bad number '$word' before offset $at"
	    }
	    return $word
	}
    }
}

# If the next character of TEXT but blanks is CHARACTER, step over it.

proc json_skip { text at_name character } {
    upvar 1 $at_name at

    while { [string is space -strict [string index $text $at]] } { incr at }
    if { [string index $text $at] ne $character } { return 0 }
    incr at
    return 1
}

# Parse a string whose opening quote was stepped over.

proc json_string { text at_name } {
    upvar 1 $at_name at

    if { ![regexp -start $at -indices -- {\A((?:[^\"\\]|\\.)*)\"} \
	       $text all inside] } {
	error "json: unterminated string at offset $at"
    }
    set at [expr { [lindex $all 1] + 1 }]
    set string [string range $text [lindex $inside 0] [lindex $inside 1]]
    if { [string first "\\" $string] < 0 } { return $string }

    set result ""
    while { [regexp -- {^([^\\]*)\\(u[0-9a-fA-F]{4}|.)(.*)$} $string \
		 - before escape string] } {
	append result $before
	switch -glob -- $escape {
	    u* { append result [format %c 0x[string range $escape 1 end]] }
	    n { append result "\n" }
	    t { append result "\t" }
	    r { append result "\r" }
	    b { append result "\b" }
	    f { append result "\f" }
	    default { append result $escape }
	}
    }
    return $result$string
}
