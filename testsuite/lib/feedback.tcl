# Building by what an earlier run counted: what `cgprof export' writes for the
# compiler or the linker, and how these are given it.
# SPDX-License-Identifier: GPL-3.0-or-later

# The formats that KINDS, words with commas or spaces between, stand for: a
# format itself, "order" (every one that tells a linker an order) or "yes" (all).

proc feedback_formats { kinds } {
    set order { lld-order lld-callgraph gold-order ld-order }
    set list {}
    foreach kind [split $kinds ", "] {
	switch -- $kind {
	    "" { }
	    order { lappend list {*}$order }
	    yes { lappend list use autofdo {*}$order }
	    default { lappend list $kind }
	}
    }
    return $list
}

# Why FORMAT cannot be tried here, or "".

proc feedback_missing { format } {
    array set linkers {
	lld-order ld.lld  lld-callgraph ld.lld  gold-order ld.gold
	ld-order ld.bfd
    }
    if { [info exists linkers($format)]
	 && [auto_execok $linkers($format)] eq "" } {
	return "no $linkers($format)"
    }
    return ""
}

# The command that writes FORMAT for the compiler CC to FILE; image and profiles
# are its last arguments.

proc feedback_export { format cc file } {
    global cgprof_report

    set command "$cgprof_report export --to=$format -o $file"
    if { $format eq "autofdo" } {
	set gcc [lindex [split [exec {*}$cc -dumpversion] .] 0]
	append command " --gcc=$gcc"
    }
    return $command
}

# How FORMAT's FILE is given: two words, the flags of compiling and those of
# linking.  What linking takes besides is written to DIR.  Where a function that
# was counted is inlined now, an order has a name too many.

proc feedback_flags { format cc file dir } {
    global top_builddir

    set sections "-ffunction-sections"
    # lld does not see which objects need that, for nested functions.
    set lld "-fuse-ld=lld -Wl,-z,execstack,--no-warn-symbol-ordering"
    switch -- $format {
	use {
	    set plugin $top_builddir/plugin/.libs/cgprof.so
	    return [list "-fplugin=$plugin -fplugin-arg-cgprof-use=$file" ""]
	}
	autofdo { return [list "-fauto-profile=$file" ""] }
	lld-order {
	    return [list $sections "$lld -Wl,--symbol-ordering-file=$file"]
	}
	lld-callgraph {
	    return [list $sections "$lld -Wl,--call-graph-ordering-file=$file"]
	}
	gold-order {
	    return [list $sections \
			"-fuse-ld=gold -Wl,--section-ordering-file=$file"]
	}
	ld-order {
	    return [list $sections \
			"-fuse-ld=bfd [feedback_script $cc $file $dir/script]"]
	}
    }
    error "no format of feedback is called $format"
}

# Write GNU ld's own script to SCRIPT, with FILE, an order, at the front of
# .text; the flags that have the linker take it, or "" if the script is not as
# it was.

proc feedback_script { cc file script } {
    # The linker is without input then, and fails.
    catch { exec {*}$cc -fuse-ld=bfd -Wl,--verbose 2>@1 } text
    if { ![regexp {\n={10,}\n(.*)\n={10,}\n} $text - text]
	 || ![regsub {(\n  \.text +:\s+)\x7b} $text "\\1\x7b INCLUDE $file\n" \
		  text] } {
	return ""
    }
    cgprof_write $script $text
    return "-Wl,-T,$script"
}
