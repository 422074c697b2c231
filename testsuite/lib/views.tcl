# Read what cgprof prints for people: each text view as a list of rows.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A row is {KEY FIGURES}: KEY a list that tells which it is, FIGURES a list of
# numbers as they are printed, "" where there is none.

# The flat profile: {function} {self with-callees calls}.  MEASURED: it has
# that second column; else there is "".

proc views_flat { text measured } {
    set with [expr { $measured ? { +(\d+\.\d+)} : {()} }]
    set rows {}
    foreach line [split $text \n] {
	if { [regexp "^ *\\d+\\.\\d+ +\\d+\\.\\d+ +(\\d+\\.\\d+)$with (.{8}) .{17}  (.*)$" \
		  $line - self total calls name] } {
	    lappend rows [list [list $name] \
			      [list $self $total [string trim $calls]]]
	}
    }
    return $rows
}

# The same with errors: {function} {self with-callees self-error with-error}.

proc views_flat_errors { text } {
    set rows {}
    foreach line [split $text \n] {
	if { [regexp {^ *\d+\.\d+ +\d+\.\d+ +(\d+\.\d+) +(\d+\.\d+) .{26} +(\d+\.\d+) +(\d+\.\d+) [ ~] (.*)$} \
		  $line - self total self_error error name] } {
	    lappend rows [list [list $name] \
			      [list $self $total $self_error $error]]
	}
    }
    return $rows
}

# The call graph, into the caller's variables: PRIMARY {function} {percent self
# children calls-from-outside calls-of-itself}, PARENTS and CHILDREN {caller
# callee} {self children count all}.  The whole of a cycle is
# "<cycle N as a whole>"; its members' rows are left out, and so is the part
# that tells cycles' callers.

proc views_graph { text primary_name parents_name children_name } {
    upvar 1 $primary_name primary $parents_name parents \
	$children_name children

    set primary {}
    set parents {}
    set children {}
    set above {}
    set entry ""
    foreach line [split $text \n] {
	if { [string match "\t*Cycles" $line] } { break }
	if { [string match "----*" $line] || $line eq "" } {
	    set above {}
	    set entry ""
	} elseif { [regexp {^\[\d+\] +(\d+\.\d+) +(\d+\.\d+) +(\d+\.\d+) +(?:(\d+)(?:\+(\d+))? +)?(\S.*?) \[\d+\]$} \
			$line - percent self child calls inner entry] } {
	    if { ![string match "<cycle*" $entry] } {
		regsub { <cycle \d+>$} $entry "" entry
	    }
	    lappend primary [list [list $entry] \
				 [list $percent $self $child $calls $inner]]
	    foreach row $above {
		lassign $row caller figures
		lappend parents [list [list $caller $entry] $figures]
	    }
	} elseif { [regexp {^ {10,}(?:(\d+\.\d+) +(\d+\.\d+) +)?(\d+)?(?:/(\d+))?(?:\+\d+)? +(\S.*?)(?: [\[(]\d+[\])])?$} \
			$line - self child count all name] } {
	    if { $name eq "<spontaneous>" } { continue }
	    regsub { <cycle \d+>$} $name "" name
	    set figures [list $self $child $count $all]
	    if { $entry eq "" } {
		lappend above [list $name $figures]
	    } elseif { ![string match "<cycle*" $entry] } {
		lappend children [list [list $entry $name] $figures]
	    }
	}
    }
}

# The part of the call graph that tells of cycles' callers and callees, into
# the caller's variables: {cycle function} {self children count all}, the
# members left out.

proc views_cycles { text callers_name callees_name } {
    upvar 1 $callers_name callers $callees_name callees

    set callers {}
    set callees {}
    set above {}
    set cycle ""
    set inside 0
    foreach line [split $text \n] {
	if { [string match "\t*Cycles" $line] } { set inside 1 }
	if { !$inside } { continue }
	if { [string match "----*" $line] } {
	    set above {}
	    set cycle ""
	} elseif { [regexp {^\[\d+\].*<cycle (\d+) as a whole>} $line - cycle] } {
	    foreach row $above {
		lassign $row name figures
		lappend callers [list [list $cycle $name] $figures]
	    }
	} elseif { [regexp {^ {10,}(\d+\.\d+) +(\d+\.\d+) +(\d+)/(\d+) +(\S.*?) \[\d+\]$} \
			$line - self child count all name] } {
	    # One in another cycle is named with it.
	    regsub { <cycle \d+>$} $name "" name
	    set figures [list $self $child $count $all]
	    if { $cycle eq "" } {
		lappend above [list $name $figures]
	    } else {
		lappend callees [list [list $cycle $name] $figures]
	    }
	}
    }
}

# --callers (END is "caller") or --callees: {caller callee} {calls self total}.

proc views_arcs { text end } {
    set rows {}
    set of ""
    foreach line [split $text \n] {
	if { [regexp {^Calle(?:rs|es) of (.*)$} $line - of] } { continue }
	if { [regexp {^ +(\d+) +(\d+\.\d+) +(\d+\.\d+)  (.*)$} $line \
		  - calls self total name] } {
	    set key [expr { $end eq "caller" ? [list $name $of]
			    : [list $of $name] }]
	    lappend rows [list $key [list $calls $self $total]]
	}
    }
    return $rows
}

# --sites: {caller callee kind tail line column} {calls total}.

proc views_sites { text } {
    set rows {}
    foreach line [split $text \n] {
	if { [regexp {^ +(\d+) +(\d+\.\d+)  (.*?) -> (.*?)(?:, (indirect|virtual))?(, tail call)?(?:, ([^ ]*):(\d+):(\d+))?$} \
		  $line - calls total caller callee kind tail file number \
		  column] } {
	    if { $kind eq "" } { set kind direct }
	    lappend rows [list [list $caller $callee $kind \
				    [expr { $tail ne "" }] $number $column] \
			      [list $calls $total]]
	}
    }
    return $rows
}

# --lines: {file line} {calls self total}.

proc views_lines { text } {
    set rows {}
    foreach line [split $text \n] {
	if { [regexp {^ +(\d+) +(\d+\.\d+) +(\d+\.\d+)  (.*):(\d+)$} \
		  $line - calls self total file number] } {
	    lappend rows [list [list $file $number] \
			      [list $calls $self $total]]
	}
    }
    return $rows
}

# --threads: {thread} {percent seconds samples lost cut threads}.

proc views_threads { text } {
    set rows {}
    foreach line [split $text \n] {
	if { [regexp {^ *(\d+\.\d+) +(\d+\.\d+) +(\d+) +(\d+) +(\d+) +(\d+)  (.*)$} \
		  $line - percent seconds samples lost cut threads name] } {
	    lappend rows [list [list $name] [list $percent $seconds $samples \
						 $lost $cut $threads]]
	}
    }
    return $rows
}

# --modules: {path counted} {percent self total}.

proc views_modules { text } {
    set rows {}
    foreach line [split $text \n] {
	if { [regexp {^ *(\d+\.\d+) +(\d+\.\d+) +(\d+\.\d+) +(yes|no)  (.*)$} \
		  $line - percent self total counted path] } {
	    lappend rows [list [list $path [expr { $counted eq "yes" }]] \
			      [list $percent $self $total]]
	}
    }
    return $rows
}

# Annotated source of one file, into the caller's variables: LINES {line}
# {calls self total} where one is not 0, CALLEES {line callee} {calls total},
# a row for each call site, likewise, and LONG, the lines with more of them
# than are shown.

proc views_annotated { text lines_name callees_name long_name } {
    upvar 1 $lines_name lines $callees_name callees $long_name long

    set lines {}
    set callees {}
    set long {}
    set line 0
    foreach row [split $text \n] {
	if { ![regexp {^(.{12}) (.{8}) (.{8})(.*)$} $row \
		   - calls self total rest] } {
	    continue
	}
	foreach name { calls self total } {
	    set $name [string trim [set $name]]
	}
	set any [regexp {[1-9]} $calls$self$total]
	if { [regexp {^ {0,6}(\d+)(?:  |$)} $rest - number] } {
	    set line $number
	    if { $any } {
		lappend lines [list [list $line] [list $calls $self $total]]
	    }
	} elseif { [regexp {^ +-> \d+ more$} $rest] } {
	    lappend long $line
	} elseif { $any && [regexp {^ +-> (.*?)(?:, indirect|, virtual)?(?:, tail call)?(?: \(.* inlined at .*\))?$} \
				$rest - callee] } {
	    lappend callees [list [list $line $callee] [list $calls $total]]
	}
    }
}

# A table of diff, NAME being "Functions", "Arcs" or "Call sites":
# {what} {old new ...} with all figures, changes and errors.

proc views_diff { text name } {
    set rows {}
    set inside 0
    foreach line [split $text \n] {
	if { [regexp {^([A-Z][a-z ]+): } $line - title] } {
	    set inside [expr { $title eq $name }]
	} elseif { $inside && [regexp {^((?: +(?:[-+]?[\d.]+|[=-]))+)  (\S.*)$} \
				   $line - figures what] } {
	    lappend rows [list [list $what] [lmap each $figures {
		lindex [list $each 0] [expr { $each in { = - } }]
	    }]]
	}
    }
    return $rows
}

# What differs between the ROWS of a view and those WANTED of it, whose
# figures are as exact as can be: at most four lines, none if all agree.  A
# printed figure may be off by half of its last digit; "" stands for 0.

proc views_compare { rows wanted } {
    set wrong {}
    foreach side { rows wanted } {
	set sorted {}
	foreach row [set $side] {
	    lassign $row key figures
	    lappend sorted [list $key [lmap each $figures {
		string cat [lindex [list $each 0] [string equal $each ""]]
	    }]]
	}
	# Equal keys by their figures, as rounded as the printed ones.
	set $side [lsort -index 0 [lsort -command views_by_figures $sorted]]
    }
    if { [llength $rows] != [llength $wanted] } {
	lappend wrong "[llength $rows] rows, not [llength $wanted]"
    }
    foreach row $rows want $wanted {
	lassign $row key figures
	lassign $want wanted_key exact
	if { $key ne $wanted_key } {
	    lappend wrong "{$key} {$figures}, not {$wanted_key} {$exact}"
	    break
	}
	foreach a $figures b $exact {
	    set decimals [string length [lindex [split $a .] 1]]
	    if { $a eq "" || $b eq ""
		 || abs ($a - $b) > 0.5 * 10.0 ** -$decimals + 1e-8 } {
		lappend wrong "{$key} {$figures}, not {$exact}"
		break
	    }
	}
    }
    return [lrange $wrong 0 3]
}

proc views_by_figures { x y } {
    foreach a [lindex $x 1] b [lindex $y 1] {
	if { $a != $b } { return [expr { $a < $b ? -1 : 1 }] }
    }
    return 0
}
