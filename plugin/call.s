	.file	"call.c"
	.text
#APP
	.section .text.__cgprof_call_1,"ax",@progbits
	.weak	__cgprof_call_1
	.hidden	__cgprof_call_1
	.type	__cgprof_call_1, @function
__cgprof_call_1:
	.cfi_startproc
	pushq	%rdx
	.cfi_adjust_cfa_offset 8
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	movq	24(%rsp), %rax
	movslq	3(%rax), %rdx
	leaq	7(%rax,%rdx), %rdx
	movq	%r11, %rax
	movq	__cgprof_word_1@gottpoff(%rip), %r11
	addq	%fs:(%r11), %rdx
	call	__cgprof_target_1
	popq	%r11
	.cfi_adjust_cfa_offset -8
	popq	%rax
	.cfi_adjust_cfa_offset -8
	popq	%rdx
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	__cgprof_call_1, .-__cgprof_call_1
	.section .text.__cgprof_tell_1,"ax",@progbits
	.weak	__cgprof_tell_1
	.hidden	__cgprof_tell_1
	.type	__cgprof_tell_1, @function
__cgprof_tell_1:
	.cfi_startproc
	leaq	-120(%rsp), %rsp
	.cfi_adjust_cfa_offset 120
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rbp, -136
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	pushq	%rax
	andq	$-16, %rsp
	leaq	__cgprof_this_1(%rip), %rdi
	movq	128(%rbp), %rax
	movl	3(%rax), %edi
	movq	%r11, %rsi
	call	__cgprof_notice_1
	movq	-72(%rbp), %rax
	leaq	-64(%rbp), %rsp
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rbp
	.cfi_def_cfa %rsp, 128
	.cfi_restore %rbp
	leaq	120(%rsp), %rsp
	.cfi_adjust_cfa_offset -120
	ret
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
