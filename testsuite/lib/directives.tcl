# Tests of the plugin in source files: their directives, and how they are run.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A test of the plugin is a source file with directives in its comments, in
# the manner of GCC's:
#
#   { dg-do compile|link|run }        default: run; its exit status must be 0
#   { dg-options "..." }              added to each option set
#   { dg-link-options "..." }         added when linking
#   { dg-plugin-args "key=value" }    options of the plugin
#   { dg-environment "NAME=VALUE" }   of the run
#   { dg-additional-sources "b.c" }   compiled with the plugin
#   { dg-plain-sources "c.c" }        compiled without it, and without LTO
#   { dg-only "-O2" "-O3 -g" }        only these option sets
#   { dg-skip "-O0" }                 all but these
#   { dg-native "..." }               not under an emulator, and why
#   { dg-emulator "NAME=VALUE" }      of the run under an emulator
#   { dg-final { cgprof-scan-asm RE } }      the assembler text matches RE
#   { dg-final { cgprof-scan-asm-not RE } }  or does not
#   { dg-error RE }                   compiling must fail, saying RE
#   { dg-count "caller -> callee" N } the arc's count; 0: there is none
#   { dg-count-spontaneous "f" N }    calls of f from <spontaneous>
#   { dg-calls "f" N }                all calls of f
#   { dg-site "caller -> callee" "FILE:LINE KIND COUNT" }
#
# N may be `@word': the program prints a line "word N" with the true count.
# In dg-site LINE is a number, `.' for the directive's own line, or `.-2'.
# A function is named as reports name it; `file.c:name' tells two of one
# name apart.

# The option sets each plugin test is run with.

set cgprof_option_sets {
    "-O0" "-O1" "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects"
}

# Return the directives of FILE: a list of {name arguments line}.

proc cgprof_directives { file } {
    set list {}
    set number 0
    foreach line [split [cgprof_read $file] \n] {
	incr number
	if { [regexp {\{ dg-([a-z-]+)\s+(.*)\}[^\}]*$} $line - name words] } {
	    if { ![string is list $words] } {
		error "$file:$number: not a list: $words"
	    }
	    lappend list [list $name $words $number]
	}
    }
    return $list
}

# Run the test FILE with each compiler and set of options (cgprof_trials).

proc cgprof_plugin_test { file } {
    global cgprof_option_sets runtests

    if { ![runtest_file_p $runtests $file] || ![cgprof_turn] } { return }
    set directives [cgprof_directives $file]
    set sets $cgprof_option_sets
    foreach directive $directives {
	lassign $directive name words
	if { $name ni { only skip } } { continue }
	set sets [lmap options $sets {
	    if { ($options in $words) == ($name eq "skip") } { continue }
	    set options
	}]
    }
    set native [lsearch -inline -index 0 $directives native]
    # In `make check' one set is enough to see that another compiler counts; and
    # what the plugin meets at -O1 is between -O0 and -O2, at -O3 much as at -O2.
    set first [lmap options $sets {
	if { $options in { "-O1" "-O3 -g" } && [llength $sets] > 1 } { continue }
	set options
    }]
    set others [expr { "-O2" in $sets ? "-O2" : [lrange $sets 0 0] }]
    foreach { compiler sets } [cgprof_trials $sets $first $others] {
	set label [cgprof_name [file tail $file] [lindex $compiler 0]]
	if { ![file exists [lindex $compiler 3]] } {
	    fail "$label: no plugin ([lindex $compiler 3])"
	    continue
	}
	if { [file extension $file] eq ".cc" && [lindex $compiler 2] eq "" } {
	    unsupported "$label: no C++ compiler"
	    continue
	}
	foreach options $sets {
	    if { $native ne "" && [cgprof_emulator] ne "" } {
		unsupported "$label $options: [lindex $native 1 0]"
	    } elseif { [catch { cgprof_plugin_test_1 $file $directives \
				    $compiler $options "$label $options" } \
			    message] } {
		verbose -log -- $::errorInfo
		unresolved "$label $options ([string map { \n " " } $message])"
	    }
	}
    }
}

# Run one test FILE with one COMPILER and the option set OPTIONS.

proc cgprof_plugin_test_1 { file directives compiler options label } {
    lassign $compiler - cc cxx plugin
    set from [file dirname $file]
    set dir [cgprof_directory "plugin/$label"]

    set do run
    set more ""
    set link ""
    set args {}
    set environment ""
    set sources [list [file tail $file]]
    set plain {}
    set wanted_error ""
    foreach directive $directives {
	lassign $directive name words
	switch -- $name {
	    do { set do [lindex $words 0] }
	    options { append more " [lindex $words 0]" }
	    link-options { append link " [lindex $words 0]" }
	    plugin-args { lappend args {*}[lindex $words 0] }
	    environment { append environment " [lindex $words 0]" }
	    emulator {
		if { [cgprof_emulator] ne "" } {
		    append environment " [lindex $words 0]"
		}
	    }
	    additional-sources { lappend sources {*}[lindex $words 0] }
	    plain-sources { lappend plain {*}[lindex $words 0] }
	    error { set wanted_error [lindex $words 0] }
	    only - skip - native - final - count - count-spontaneous - calls - site { }
	    default { error "unknown directive dg-$name" }
	}
    }
    set environment [string map [list @srcdir@ $from] $environment]
    set more [string map [list @srcdir@ $from] $more]
    set args [string map [list @srcdir@ $from] $args]
    set load [cgprof_plugin_flags $plugin $args]

    # Compile.
    set objects {}
    set driver $cc
    foreach source [concat $sources $plain] {
	set object [file rootname $source].o
	set flags "$options$more $load"
	if { $source in $plain } {
	    set flags [string map { " -flto -ffat-lto-objects" "" } \
			   "$options$more"]
	}
	set compile $cc
	if { [file extension $source] eq ".cc" } {
	    set compile $cxx
	    set driver $cxx
	}
	lassign [cgprof_shell $dir \
		     "$compile $flags -c $from/$source -o $object"] \
	    status output error
	if { $wanted_error ne "" } {
	    if { $status eq 0 } {
		fail "$label error (compiled)"
	    } else {
		cgprof_match "$label error" $error $wanted_error
	    }
	    return
	}
	if { $status ne 0 } {
	    fail "$label compile ([cgprof_first_line $error])"
	    return
	}
	lappend objects $object
    }
    pass "$label compile"

    # The assembler text.
    set assembler ""
    foreach directive $directives {
	lassign $directive name words
	if { $name ne "final" } { continue }
	set words [lindex $words 0]
	lassign $words check re
	if { [cgprof_emulator] ne "" } {
	    unsupported "$label $check $re: the text is another processor's"
	    continue
	}
	if { $assembler eq "" } {
	    set compile [expr { [file extension $file] eq ".cc" ? $cxx : $cc }]
	    lassign [cgprof_shell $dir \
			 "$compile $options$more $load -S $file -o test.s"] \
		status
	    if { $status ne 0 } {
		fail "$label -S"
		break
	    }
	    set assembler [cgprof_read $dir/test.s]
	}
	set found [regexp -line -- $re $assembler]
	switch -- $check {
	    cgprof-scan-asm { set ok $found }
	    cgprof-scan-asm-not { set ok [expr { !$found }] }
	    default { error "unknown check $check" }
	}
	if { $ok } {
	    pass "$label $check $re"
	} else {
	    fail "$label $check $re"
	}
    }
    if { $do eq "compile" } { return }

    # Link; with LTO this is where the code is made.
    set lto ""
    if { [string match *-flto* $options] } { set lto " $options$more $load" }
    lassign [cgprof_shell $dir \
		 "$driver$lto $objects -o prog$link"] status output error
    set units [lmap each [concat $sources $plain] { file join $from $each }]
    if { $status ne 0 && [cgprof_emulator] ne ""
	 && [cgprof_plain $dir $driver "$options$more" $link $units] == 8 } {
	unsupported "$label link: fails without the plugin, too"
	return
    }
    if { $status ne 0 } {
	fail "$label link ([cgprof_first_line $error])"
	return
    }
    pass "$label link"
    if { $do eq "link" } { return }

    # Run.
    lassign [cgprof_shell $dir "$environment [cgprof_emulator] ./prog"] status output error
    if { $status ne 0 && [cgprof_emulator] ne ""
	 && [cgprof_plain $dir $driver "$options$more" $link $units] == 9 } {
	unsupported "$label run: fails without the plugin, too"
	return
    }
    if { $status ne 0 } {
	fail "$label run (status $status: [cgprof_first_line $error])"
	return
    }
    if { $error ne "" } {
	fail "$label run (said [cgprof_first_line $error])"
	return
    }
    pass "$label run"

    cgprof_check_counts $label $dir $directives $output
}

# What becomes of the program of SOURCES, made in DIR by DRIVER with OPTIONS and
# LINK, without the plugin: 8 if it cannot be made, 9 if it fails under the
# emulator, else 0.  Compilers, linkers and emulators for other processors have
# their own faults.

proc cgprof_plain { dir driver options link sources } {
    lassign [cgprof_shell $dir "$driver $options $sources -o plain$link || exit 8
	    [cgprof_emulator] ./plain || exit 9"] status
    return $status
}

# Compare the profile of DIR/prog, which printed OUTPUT, with the DIRECTIVES
# about counts.

proc cgprof_check_counts { label dir directives output } {
    set export ""
    foreach directive $directives {
	lassign $directive name words line
	if { $name ni { count count-spontaneous calls site } } { continue }
	if { $export eq "" } {
	    set export [cgprof_export "$label profile" $dir ./prog]
	    if { $export eq "" } { return }
	}
	lassign $words what wanted
	if { [regexp {^@(.*)$} $wanted - word]
	     && ![regexp -line -- "^$word (\\d+)$" $output - wanted] } {
	    error "the program did not print '$word N'"
	}
	switch -- $name {
	    count {
		lassign [cgprof_arc_names $what] caller callee
		cgprof_equal "$label $what count" \
		    [cgprof_arc_count $export $caller $callee] $wanted
	    }
	    count-spontaneous {
		cgprof_equal "$label <spontaneous> -> $what count" \
		    [cgprof_function_sum $export $what spontaneous] $wanted
	    }
	    calls {
		cgprof_equal "$label $what calls" \
		    [cgprof_function_sum $export $what calls] $wanted
	    }
	    site {
		lassign [cgprof_arc_names $what] caller callee
		lassign $wanted place kind count
		set colon [string last : $place]
		set where [string range $place 0 [expr { $colon - 1 }]]
		set number [string range $place [expr { $colon + 1 }] end]
		if { [regexp {^\.([-+]\d+)?$} $number - distance] } {
		    set number [expr { $line + ($distance eq "" ? 0
						: $distance) }]
		}
		cgprof_equal "$label $what at $where:$number $kind" \
		    [cgprof_site_count $export $caller $callee $where \
			 $number $kind] $count
	    }
	}
    }
}
