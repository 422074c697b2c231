# What Tcl's byte code, its lists, strings, dictionaries and regular expressions do, a second or less of each.

proc fib n { expr {$n < 2 ? $n : [fib [expr {$n - 1}]] + [fib [expr {$n - 2}]]} }

proc sieve n {
  set flags [lrepeat $n 1]
  set found 0
  for {set i 2} {$i < $n} {incr i} {
    if {![lindex $flags $i]} continue
    incr found
    for {set j [expr {2 * $i}]} {$j < $n} {incr j $i} { lset flags $j 0 }
  }
  return $found
}

proc words n {                             # number of words, by first letter
  set text [string repeat "the quick brown fox jumps over a lazy dog; " $n]
  foreach word [split $text] { dict incr count [string index $word 0] }
  set sorted [lsort -unique [regexp -all -inline {\w+} $text]]
  return "[lsort -stride 2 $count] [llength $sorted] [string length [string map {quick slow} $text]]"
}

proc lines n {                             # appended, joined, taken apart and evaluated
  set list {}
  for {set i 0} {$i < $n} {incr i} { lappend list [format "%05d %s" [expr {$i * 7919 % $n}] $i] }
  set sum 0
  foreach line [lsort $list] {
    regexp {^(\d+) (\d+)$} $line - a b
    eval "incr sum \[expr {[string trimleft $a 0]0 % 7 + $b}]"
  }
  append text [join $list \n]
  return "$sum [string length $text] [regsub -all {\d+ } $text {} text] [string length $text]"
}

puts [fib 19]
puts [sieve 40000]
puts [words 1500]
puts [lines 8000]
