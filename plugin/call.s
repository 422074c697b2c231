	.file	"call.c"
	.text
	.section .text.__cgprof_call_1,"ax",@progbits
	.weak	__cgprof_call_1
	.hidden	__cgprof_call_1
	.type	__cgprof_call_1, @function
__cgprof_call_1:
	.cfi_startproc
	.ascii	"\122"
	.cfi_adjust_cfa_offset 8
	.ascii	"\120"
	.cfi_adjust_cfa_offset 8
	.ascii	"\101\123"
	.cfi_adjust_cfa_offset 8
	.ascii	"\110\213\104\044\030\110\143\120\003\110\215\124\020\007\114\211\330\114\213\035"
	.type	__cgprof_word_1, %tls_object
	.reloc	., R_X86_64_GOTTPOFF, __cgprof_word_1-4
	.ascii	"\000\000\000\000\144\111\003\023\350"
	.reloc	., R_X86_64_PLT32, __cgprof_target_1-4
	.ascii	"\000\000\000\000\101\133"
	.cfi_adjust_cfa_offset -8
	.ascii	"\130"
	.cfi_adjust_cfa_offset -8
	.ascii	"\132"
	.cfi_adjust_cfa_offset -8
	.ascii	"\303"
	.cfi_endproc
	.size	__cgprof_call_1, .-__cgprof_call_1
	.section .text.__cgprof_tell_1,"ax",@progbits
	.weak	__cgprof_tell_1
	.hidden	__cgprof_tell_1
	.type	__cgprof_tell_1, @function
__cgprof_tell_1:
	.cfi_startproc
	.ascii	"\110\215\144\044\210"
	.cfi_adjust_cfa_offset 120
	.ascii	"\125"
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rbp, -136
	.ascii	"\110\211\345"
	.cfi_def_cfa_register %rbp
	.ascii	"\121\122\126\127\101\120\101\121\101\122\101\123\120\110\203\344\360\110\215\075"
	.reloc	., R_X86_64_PC32, __cgprof_this_1-4
	.ascii	"\000\000\000\000\110\213\205\200\000\000\000\213\170\003\114\211\336\350"
	.reloc	., R_X86_64_PLT32, __cgprof_notice_1-4
	.ascii	"\000\000\000\000\110\213\105\270\110\215\145\300\101\133\101\132\101\131\101\130\137\136\132\131\135"
	.cfi_def_cfa %rsp, 128
	.cfi_restore %rbp
	.ascii	"\110\215\144\044\170"
	.cfi_adjust_cfa_offset -120
	.ascii	"\303"
	.cfi_endproc
	.size	__cgprof_tell_1, .-__cgprof_tell_1
	.text

	.section	.note.GNU-stack,"",@progbits
	.section	.note.gnu.property,"a"
	.align 8
	.long	1f - 0f
	.long	4f - 1f
	.long	5
0:
	.string	"GNU"
1:
	.align 8
	.long	0xc0000002
	.long	3f - 2f
2:
	.long	0x3
3:
	.align 8
4:
