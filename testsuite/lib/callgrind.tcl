# What is common to reading callgrind's files.  Who sources this sets
# "canonical", a dict of symbols to those that stand for them.
# SPDX-License-Identifier: GPL-3.0-or-later

proc die { message } {
    puts stderr "[file tail $::argv0]: $message"
    exit 1
}

# Undo name compression: WORD is "(ID) NAME", "(ID)" or "NAME"; the names
# seen are in the caller's array TABLE.

proc full_name { table_name word } {
    upvar 1 $table_name table
    if { [regexp {^\((\d+)\)(?: (.*))?$} $word - id name] } {
	if { $name ne "" } { set table($id) $name }
	if { ![info exists table($id)] } { die "callgrind: no name for $word" }
	return $table($id)
    }
    return $word
}

# A function's name without what optimisation added to it, or recursion
# levels ('2).

proc base_name { symbol } {
    global canonical

    regsub {'\d+$} $symbol "" symbol
    if { [dict exists $canonical $symbol] } {
	set symbol [dict get $canonical $symbol]
    }
    while { [regsub {\.(isra|part|constprop|cold|lto_priv|localalias)(\.\d+)?$} \
		 $symbol "" symbol] } { }
    return $symbol
}

# Return a dict of the symbols of PROGRAM that share an address with others,
# as C++ constructors do, to the first of them: either side may name any.

proc read_aliases { program } {
    set places [dict create]
    set at [dict create]
    foreach line [split [exec nm --defined-only $program] \n] {
	if { [llength $line] == 3 && [string match -nocase {[tw]} \
					   [lindex $line 1]] } {
	    dict lappend places [lindex $line 2] [lindex $line 0]
	    dict lappend at [lindex $line 0] [lindex $line 2]
	}
    }
    set canonical [dict create]
    dict for { address symbols } $at {
	set symbols [lsort $symbols]
	foreach symbol $symbols {
	    # A local name may stand for several functions.
	    if { [llength $symbols] > 1
		 && [llength [dict get $places $symbol]] == 1 } {
		dict set canonical $symbol [lindex $symbols 0]
	    }
	}
    }
    return $canonical
}
