# Shares of time, and whether they are the true ones.
# SPDX-License-Identifier: GPL-3.0-or-later

# The seconds of EXPORT that were sampled.

proc stacks_seconds { export } {
    set sum 0
    foreach thread [dict get $export threads] {
	set sum [expr { $sum + [dict get $thread seconds] }]
    }
    return $sum
}

# How many samples of the same weight EXPORT's are worth.  Where a timer takes them,
# each stands for what the thread has run since the last: for a tick, not for the
# period asked for.  Those of a thread that has had many stand for more.

proc stacks_samples { export } {
    set shortest [dict get $export sample_seconds]
    set longest [dict get $export longest_sample_seconds]
    set sum 0
    set seconds 0
    set squares 0
    foreach thread [dict get $export threads] {
	set samples [dict get $thread samples]
	set weight [dict get $thread seconds]
	if { $samples == 0 } { continue }
	incr sum $samples
	set seconds [expr { $seconds + $weight }]
	set squares [expr { $squares
	    + max ($weight ** 2 / $samples, $longest <= $shortest ? 0
		   : $weight * ($shortest + $longest)
		     - $samples * $shortest * $longest) }]
    }
    return [expr { $longest > $shortest && $sum > 0
		   ? int ($seconds ** 2 / $squares) : $sum }]
}

# The part of the time of EXPORT's function NAME, with callees, that is system
# time.

proc stacks_system_seconds { export name } {
    foreach function [dict get $export functions] {
	if { [dict get $function name] eq $name } {
	    return [dict get $function system_seconds]
	}
    }
    return 0
}

# The seconds of user time that the threads of EXPORT were sampled for.  A
# program's own shares are those of what it does: system time is what sampling
# takes, too, the more of it the higher the rate, and has samples of its own, few
# of them (system-time.exp).

proc stacks_user_seconds { export } {
    return [expr { [stacks_seconds $export]
		   - [stacks_system_seconds $export {[kernel]}] }]
}

# Per cent of EXPORT's sampled user time that functions NAME have, with callees.

proc stacks_share { export name } {
    set sum 0
    foreach function [dict get $export functions] {
	if { [dict get $function name] eq $name } {
	    set sum [expr { $sum + [dict get $function inclusive_seconds]
			    - [dict get $function system_seconds] }]
	}
    }
    return [expr { 100.0 * $sum / [stacks_user_seconds $export] }]
}

# What a program says of its phases (phases.h), as their shares in per cent.

proc phases_shares { line } {
    set sum [tcl::mathop::+ {*}[dict values $line]]
    set shares {}
    foreach { phase seconds } $line {
	dict set shares $phase [expr { 100.0 * $seconds / $sum }]
    }
    return $shares
}

# The value of TRUTH, an expression with PHASES' shares as variables.

proc phases_truth { truth phases } {
    dict with phases {}
    return [expr $truth]
}

# PASS NAME if SHARE, per cent, is TRUTH but for the error of sampling: five
# and a half standard deviations of the SAMPLES, which chance exceeds once in
# 25 million, and one for what the programs do beside their work.

proc stacks_near { name share truth samples } {
    set part [expr { max (1, min (99, $truth)) / 100.0 }]
    set bound [expr { 1 + 550 * sqrt ($part * (1 - $part) / $samples) }]
    if { abs ($share - $truth) <= $bound } {
	pass $name
    } else {
	fail "$name (got [format %.2f $share] %, expected $truth +- [format \
	    %.2f $bound] of $samples samples)"
    }
}
