# Programs with records for advice, and what cgprof advise makes of them.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What operations cost is written here, and programs are not sampled (unless
# one asks for it), so that what saves 1 ms or more is advised.

# A file of tests does not keep the variables of another, so these are none.

proc advice_sources { } {
    global srcdir

    return [file normalize $srcdir/cgprof.report/advice]
}

proc advice_costs { } {
    return {
	call 0.3 indirect-call 1.0 guarded-call 0.1 jump 0.4 malloc-free 8
	malloc-free-4k 16 realloc 6 copy-byte 0.01 copy-byte-4m 0.05
	clear-byte 0.02 strlen 2 strlen-byte 0.01 strcmp 2 getenv 15 atoi 8
	putc 2 putc-unlocked 0.6 read 110 sort-comparison 3
	shift-byte 0.02 page 700 vector-step 0.3 list-step 1.3
	list-step-1k 1.5 list-step-16k 6 list-step-256k 40
	tree-find-8 10 tree-find-64 25 tree-find-1k 45 tree-find-16k 120
	tree-find-256k 400 hash-find-8 2.5 hash-find-64 2.5 hash-find-1k 2.6
	hash-find-16k 3 hash-find-256k 13 hash-hop 2.6 rehash-1k 5 rehash-256k 75
	code-pages-512 4 code-pages-1k 6 code-pages-2k 10 code-pages-4k 17
    }
}

# Write the costs into the cache below DIR, whose file calibrate names.  NAME
# is that of the tests.

proc advice_calibrate { dir name } {
    global cgprof_report

    lassign [cgprof_shell $dir \
		 "XDG_CACHE_HOME=$dir/cache $cgprof_report calibrate"] \
	status output
    if { $status ne 0 || ![regexp {kept in (\S+)} $output - file] } {
	fail "$name calibrate"
	return 0
    }
    set names [dict keys [advice_costs]]
    set measured {}
    foreach line [split $output \n] {
	if { [regexp {^(\S+) +[0-9.]+ ns$} $line - operation] } {
	    lappend measured $operation
	}
    }
    if { [cgprof_first_turn] } {
	cgprof_equal "$name calibrate measures all" [lsort $measured] \
	    [lsort $names]
    }
    set lines {}
    foreach line [split [string trim [cgprof_read $file]] \n] {
	lappend lines [lindex $line 0]
    }
    if { [cgprof_first_turn] } {
	cgprof_equal "$name calibrate keeps all" [lsort $lines] [lsort $names]
    }
    set to [open $file w]
    dict for { operation ns } [advice_costs] { puts $to "$operation $ns" }
    close $to
    return 1
}

# Compile and run SOURCE with advice; return `advise --json' as a dict, or ""
# after a FAIL.

proc advice_get { name source dir cache compiler options } {
    global cgprof_report

    lassign $compiler label cc cxx plugin
    set use [expr { [file extension $source] eq ".cc" ? $cxx : $cc }]
    set more ""
    set environment CGPROF_OPTIONS=clock=none
    set sources [list $source]
    foreach directive [cgprof_directives $source] {
	lassign $directive word words
	switch -- $word {
	    options { append more " [lindex $words 0]" }
	    environment { set environment [lindex $words 0] }
	    additional-sources {
		foreach other [lindex $words 0] {
		    lappend sources [advice_sources]/$other
		}
	    }
	}
    }
    set load [cgprof_plugin_flags $plugin advise=all]
    if { ![cgprof_must $name $dir \
	       "$use $options $more $load $sources -o prog &&
		$environment ./prog"] } {
	return ""
    }
    lassign [cgprof_shell $dir \
		 "XDG_CACHE_HOME=$cache $cgprof_report advise --json ./prog"] \
	status output error
    if { $status ne 0 || $error ne "" } {
	fail "$name (advise: status $status: [cgprof_first_line $error])"
	return ""
    }
    if { [catch { json_parse $output } advice] } {
	fail "$name (advise: $advice)"
	return ""
    }
    return $advice
}

# The places (line) for which ADVICE has items of KIND of DIAGNOSTIC.

proc advice_lines { advice diagnostic kind } {
    set lines {}
    foreach item [dict get $advice items] {
	if { [dict get $item diagnostic] eq $diagnostic
	     && [dict get $item kind] eq $kind } {
	    lappend lines [file tail [dict get $item file]]:[dict get $item line]
	}
    }
    return [lsort -unique $lines]
}

# The lines of SOURCE that say HERE.

proc advice_wanted { source } {
    set wanted {}
    set number 0
    foreach line [split [cgprof_read $source] \n] {
	incr number
	if { [string match "*/\\* HERE \\*/*" $line] } {
	    lappend wanted [file tail $source]:$number
	}
    }
    return $wanted
}

# The facts of DIAGNOSTIC's items, of any kind, in ADVICE.

proc advice_facts { advice diagnostic } {
    set facts {}
    foreach item [dict get $advice items] {
	if { [dict get $item diagnostic] eq $diagnostic } {
	    lappend facts [dict get $item facts]
	}
    }
    return [join $facts "; also "]
}
