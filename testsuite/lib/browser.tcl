# Using HTML pages in a browser.
# SPDX-License-Identifier: GPL-3.0-or-later

# Node.js and a browser to test with, each "" where there is none.

proc cgprof_browser {} {
    set node [auto_execok node]
    if { $node eq "" } { set node [auto_execok nodejs] }
    set browser ""
    foreach name { chromium-headless-shell chromium chromium-shell
		   google-chrome } {
	if { $browser eq "" } { set browser [auto_execok $name] }
    }
    return [list $node $browser]
}

# Compare the page FILE of DIR with the JSON of ARGUMENTS.

proc cgprof_compare_page { name dir file arguments } {
    global srcdir cgprof_report

    lassign [cgprof_browser] node
    if { $node eq "" } {
	unsupported "$name is the JSON (no node)"
	return
    }
    lassign [cgprof_shell $dir "$cgprof_report export --to=json $arguments\
	>$file.json &&
	$node [file normalize $srcdir/lib]/html-compare.js $file $file.json" \
		 300] status output error
    cgprof_equal "$name is compared" $status 0
    foreach line [split [string trim $output] \n] {
	cgprof_match "$name: [lindex $line 0]" $line "agree|are none"
    }
}

# Use the page FILE of DIR, which is one of WHAT (html-browse.js), to be compared
# with the MORE files.

proc cgprof_browse { name dir what file args } {
    global srcdir

    lassign [cgprof_browser] node browser
    if { $node eq "" || $browser eq "" } {
	unsupported "$name in a browser (no node or no Chromium)"
	return
    }
    lassign [cgprof_shell $dir "$node [file normalize $srcdir/lib]/html-browse.js\
				$browser $what $file $args" 200] status output
    cgprof_equal "$name is used" $status 0
    foreach line [split [string trim $output] \n] {
	if { [regexp {^PASS: (.*)} $line - told] } {
	    pass "$name: $told"
	} elseif { [regexp {^FAIL: (.*)} $line - told] } {
	    fail "$name: $told"
	}
    }
}
