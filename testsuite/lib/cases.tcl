# Tests of reports that are each one file, a case: a profile in text, commands
# and what they must print.  HACKING, "How to add a test", has the format.
# SPDX-License-Identifier: GPL-3.0-or-later

# Read the case FILE: a list of steps {word arguments body}, the body being a
# list of {mark text} of the lines below that begin with a mark.

proc case_read { file } {
    set steps {}
    set number 0
    foreach line [split [cgprof_read $file] \n] {
	incr number
	if { $line eq "" || [string index $line 0] eq "#" } { continue }
	if { [regexp {^(2?[|+-]|[>?=])(?: (.*))?$} $line - mark text] } {
	    if { $steps eq {} } { error "$number: nothing to belong to" }
	    set body [lindex $steps end 2]
	    lappend body [list $mark $text]
	    lset steps end 2 $body
	} elseif { [regexp {^(\$|[a-z]+)(?: (.*))?$} $line - word rest] } {
	    lappend steps [list $word $rest {}]
	} else {
	    error "$number: not understood: $line"
	}
    }
    return $steps
}

# The texts of BODY that have MARK.

proc case_texts { body mark } {
    set texts {}
    foreach line $body {
	if { [lindex $line 0] eq $mark } { lappend texts [lindex $line 1] }
    }
    return $texts
}

# The lines of BODY that have MARK, as one text.

proc case_text { body mark } {
    set text ""
    foreach line [case_texts $body $mark] { append text $line\n }
    return $text
}

# Run COMMAND in DIR, where cgprof is the one that was built.

proc case_shell { dir command } {
    global case_path

    return [cgprof_shell $dir "PATH=$case_path:\$PATH; export PATH
unset CGPROF_PAGER COLUMNS GPROF_PATH LESS LV NO_COLOR PAGER TERM
$command"]
}

# Make a program FILE with make-elf; returns the addresses of its functions.

proc case_image { dir words } {
    global case_tools

    set words [lassign $words file]
    set arguments {}
    foreach name { f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 } { lappend functions $name }
    foreach word $words {
	lappend arguments '$word'
	regexp {^names=(.*)$} $word - names
    }
    if { [info exists names] } { set functions [split $names ,] }
    lassign [cgprof_shell $dir "$case_tools/make-elf $arguments >$file"] status
    if { $status ne 0 } { error "image $words: status $status" }
    set at [dict create]
    set address 0x1000
    foreach name $functions {
	dict set at $name [expr { $address }]
	incr address 16
    }
    return $at
}

# Compile FILE by the WORDS for the compiler behind it, sources being beside
# the cases' directory; returns the addresses of its functions.

proc case_compile { dir words } {
    global CC case_sources

    set words [lassign $words file]
    foreach word $words {
	if { [file exists $case_sources/$word] } {
	    file copy -force $case_sources/$word $dir
	}
    }
    lassign [cgprof_shell $dir "$CC $words -o $file"] status - error
    if { $status ne 0 } { error "compile: [cgprof_first_line $error]" }
    set at [dict create]
    foreach line [split [exec nm $dir/$file] \n] {
	if { [llength $line] == 3 } {
	    scan [lindex $line 0] %llx address
	    dict set at [lindex $line 2] $address
	}
    }
    return $at
}

# Write a profile with make-gmon from TEXT, in which FUNCTION or FUNCTION+HEX
# is an address of AT.

proc case_profile { dir words text at } {
    global case_tools

    set words [lassign $words file]
    set lines ""
    foreach line [split $text \n] {
	set out {}
	foreach word $line {
	    set offset 0
	    regexp {^(.+)\+([[:xdigit:]]+)$} $word - word offset
	    if { [dict exists $at $word] } {
		scan $offset %llx offset
		set word [format %llx [expr { [dict get $at $word] + $offset }]]
	    }
	    lappend out $word
	}
	if { $out ne {} } { append lines $out\n }
    }
    cgprof_write $dir/.profile $lines
    lassign [cgprof_shell $dir \
		 "$case_tools/make-gmon $words <.profile >$file"] \
	status output error
    file delete $dir/.profile
    if { $status ne 0 } { error [cgprof_first_line $error] }
}

# Return what is wrong of TEXT, called WHAT, if BODY expects something else of
# it by lines with a mark that begins with PREFIX.

proc case_wrong_text { body prefix what text } {
    set wrong {}
    set exact [case_texts $body $prefix|]
    set yes [case_texts $body $prefix+]
    set no [case_texts $body $prefix-]
    if { $exact ne {} && $text ne [case_text $body $prefix|] } {
	lappend wrong "$what differs"
	verbose -log -- "expected:\n[case_text $body $prefix|]"
    }
    foreach re $yes {
	if { ![regexp -line -- $re $text] } {
	    lappend wrong "$what has no '$re'"
	}
    }
    foreach re $no {
	if { [regexp -line -- $re $text] } { lappend wrong "$what has '$re'" }
    }
    if { $exact eq {} && $yes eq {} } {
	if { $no ne {} } {
	    lappend wrong "'-' alone would pass if there were nothing"
	} elseif { $text ne "" && [case_texts $body =] eq {} } {
	    lappend wrong "$what is '[cgprof_first_line $text]'"
	}
    }
    return $wrong
}

# Return what is wrong with RESULT, {status output error}, by BODY; BEFORE is
# the result of the command before.

proc case_wrong { body result before } {
    lassign $result status output error
    set wanted [case_texts $body ?]
    if { $wanted eq {} } { set wanted 0 }
    set wrong {}
    set same [case_texts $body =]
    if { $same ne {} } {
	if { $result ne $before } { lappend wrong "not as before" }
    } elseif { $status ne $wanted } {
	lappend wrong "status $status, expected $wanted:\
		       [cgprof_first_line $error]"
    }
    return [concat $wrong [case_wrong_text $body "" output $output] \
		[case_wrong_text $body 2 error $error]]
}

# Run the case FILE.

proc case_run { file } {
    set case [file rootname [file tail $file]]
    if { [catch { case_run_steps $case [case_read $file] } message] } {
	verbose -log -- $::errorInfo
	unresolved "$case ($message)"
    }
}

proc case_run_steps { case steps } {
    set dir [cgprof_directory "cases/$case"]
    set at [dict create]
    set before {}
    set unlike {}
    set commands 0
    foreach step $steps {
	lassign $step word rest body
	switch -- $word {
	    needs {
		if { [auto_execok $rest] eq "" } {
		    unsupported "$case: no $rest"
		    return
		}
	    }
	    image { set at [case_image $dir $rest] }
	    compile { set at [case_compile $dir $rest] }
	    profile { case_profile $dir $rest [case_text $body |] $at }
	    file {
		file mkdir [file dirname $dir/$rest]
		cgprof_write $dir/$rest [case_text $body |]
	    }
	    unlike {
		set unlike [expr { $rest eq "" ? {} : [case_shell $dir $rest] }]
	    }
	    $ {
		incr commands
		set name "$case: $rest"
		set result [case_shell $dir \
				[join [concat [list $rest] \
					   [case_texts $body >]] \n]]
		set wrong [case_wrong $body $result $before]
		if { $wrong eq {} && $unlike ne {}
		     && [case_wrong $body $unlike $before] eq {} } {
		    lappend wrong "what it is to be unlike passes, too"
		}
		if { $wrong eq {} } {
		    pass $name
		} else {
		    fail "$name ([join $wrong {; }])"
		}
		set before $result
	    }
	    default { error "no such word: $word" }
	}
    }
    if { $commands == 0 } { error "no command" }
}
