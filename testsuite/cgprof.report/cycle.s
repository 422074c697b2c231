# The functions of the GNU manual's example of a cycle.
# SPDX-License-Identifier: GPL-3.0-or-later
	.macro	function name
	.globl	\name
	.type	\name, %function
	.balign	16
\name:	.fill	16, 1, 0
	.size	\name, 16
	.endm
	.text
	function start
	function main
	function a
	function b
	function c
	.section .note.GNU-stack,"",%progbits
