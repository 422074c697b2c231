# What a test reads of a profile: its header, its exports, and the counts there.
# SPDX-License-Identifier: GPL-3.0-or-later

# The number of BYTES bytes at OFFSET of the profile FILE, which may be of another
# byte order than this machine's (cgprof/format.h): the header and, from 128 on,
# the PROCESS record of the process that began it.

proc cgprof_header_number { file offset bytes } {
    set first [string trim [exec od -An -tu1 -j12 -N1 $file]]
    set order [expr { $first == 1 ? "big" : "little" }]
    return [string trim [exec od -An --endian=$order -tu$bytes -j$offset \
			     -N$bytes $file]]
}

proc cgprof_pid { file } {
    return [cgprof_header_number $file 32 8]
}

# What has sampled the program whose profile is FILE: 1 perf events, 2 timers, 3
# both.

proc cgprof_sampler { file } {
    return [cgprof_header_number $file 208 4]
}

# Let it be the number SAMPLER instead.

proc cgprof_set_sampler { file sampler } {
    set at [expr { [cgprof_header_number $file 12 1] == 1 ? 211 : 208 }]
    exec printf "\\$sampler" | dd of=$file bs=1 seek=$at conv=notrunc \
	status=none
}

# Whether there were perf events.

proc cgprof_has_perf { file } {
    return [expr { [cgprof_sampler $file] in { 1 3 } }]
}

# Return `cgprof export --to=json --all' of IMAGE and PROFILES, run in DIR, as a
# dict, or "" after a FAIL of NAME.

proc cgprof_export { name dir image {profiles {}} } {
    global cgprof_report

    lassign [cgprof_shell $dir \
		 "$cgprof_report export --to=json --all $image $profiles"] \
	status output error
    if { $status ne 0 } {
	fail "$name (export: status $status: [cgprof_first_line $error])"
	return ""
    }
    if { [catch { json_parse $output } export] } {
	fail "$name (export: $export)"
	return ""
    }
    return $export
}

# Likewise of each process in PROFILE by itself, in a list.

proc cgprof_export_processes { name dir image profile } {
    set all [cgprof_export $name $dir $image $profile]
    set exports {}
    if { $all ne "" } {
	foreach process [dict get $all process_table] {
	    lappend exports [cgprof_export $name $dir \
		"--process=[dict get $process pid] $image" $profile]
	}
    }
    return $exports
}

# Is the export's name IS the one a test WANTS?

proc cgprof_same_name { is wanted } {
    return [expr { $is eq $wanted }]
}

# Sum KEY over the arcs of EXPORT from CALLER to CALLEE; "*" is any caller.

proc cgprof_arc_count { export caller callee } {
    set sum 0
    foreach arc [dict get $export arcs] {
	if { ($caller eq "*"
	      || [cgprof_same_name [dict get $arc caller] $caller])
	     && [cgprof_same_name [dict get $arc callee] $callee] } {
	    incr sum [dict get $arc count]
	}
    }
    return $sum
}

# Sum KEY (calls, spontaneous) over EXPORT's functions named NAME.

proc cgprof_function_sum { export name key } {
    set sum 0
    foreach function [dict get $export functions] {
	if { [cgprof_same_name [dict get $function name] $name]
	     && [dict exists $function $key] } {
	    incr sum [dict get $function $key]
	}
    }
    return $sum
}

# Return the sum of counts of EXPORT's sites from CALLER to CALLEE that are
# of KIND and stand in FILE at LINE; "none" if there is no such site.

proc cgprof_site_count { export caller callee file line kind } {
    set sum none
    foreach site [dict get $export sites] {
	if { [cgprof_same_name [dict get $site caller] $caller]
	     && [cgprof_same_name [dict get $site callee] $callee]
	     && [file tail [dict get $site file]] eq $file
	     && [dict get $site line] == $line
	     && [dict get $site kind] eq $kind } {
	    if { $sum eq "none" } { set sum 0 }
	    incr sum [dict get $site count]
	}
    }
    return $sum
}

# Split "caller -> callee".

proc cgprof_arc_names { arc } {
    set at [string first " -> " $arc]
    if { $at < 0 } { error "not an arc: $arc" }
    return [list [string range $arc 0 [expr { $at - 1 }]] \
		[string range $arc [expr { $at + 4 }] end]]
}

# Return the stacks of Firefox's profile JSON in the order of their numbers, each
# a list of functions, root first.

proc cgprof_firefox_stacks { json } {
    set shared [dict get $json shared]
    set strings [dict get $shared stringArray]
    set names [lmap name [dict get $shared funcTable name] {
	lindex $strings $name
    }]
    set functions [dict get $shared frameTable func]
    # A parent comes before its children.
    set stacks {}
    set number 0
    foreach frame [dict get $shared stackTable frame] \
	offset [dict get $shared stackTable prefixOffset] {
	set stack {}
	if { $offset > 0 } {
	    set stack [lindex $stacks [expr { $number - $offset }]]
	}
	lappend stack [lindex $names [lindex $functions $frame]]
	lappend stacks $stack
	incr number
    }
    return $stacks
}
