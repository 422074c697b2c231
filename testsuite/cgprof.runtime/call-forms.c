/* Area:    runtime: finishing system calls
   Purpose: a call's number is found in each form in which a libc makes calls,
	    whichever libc there is, and no other call is made for it where
	    the number cannot be seen.  Prints the waits that failed, form by
	    form.  */

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>

#define MS 1000000
#define TIMES 10

typedef long form (long number, const void *a, void *b);

form call_slot, call_frame, call_kept, call_handed, call_handed_kept,
     call_constant, call_narrow, call_sum, call_hidden, call_overwritten;

/* NUMBER, A and B come in rdi, rsi and rdx.  The tests end the moves that can
   be followed.  */
__asm__ (
  "	.text\n"
  "call_constant:\n"			/* Most of libc: nanosleep.  */
  "	mov %rsi, %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov $35, %eax\n"
  "	mov %rdx, %rsi\n"
  "	xor %r9d, %r9d\n"
  "	syscall\n"
  "	ret\n"
  "call_slot:\n"			/* glibc 2.41, one thread.  */
  "	sub $24, %rsp\n"
  "	mov %rdi, 16(%rsp)\n"
  "	mov %rsi, %rdi\n"
  "	mov %rdx, %rsi\n"
  "	test %rdi, %rdi\n"
  "	mov 16(%rsp), %rax\n"
  "	syscall\n"
  "	add $24, %rsp\n"
  "	ret\n"
  "call_frame:\n"			/* The same with a frame pointer.  */
  "	push %rbp\n"
  "	mov %rsp, %rbp\n"
  "	push %rdi\n"
  "	mov %rsi, %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov -8(%rbp), %eax\n"
  "	mov %rdx, %rsi\n"
  "	syscall\n"
  "	leave\n"
  "	ret\n"
  "call_kept:\n"			/* From a register that calls keep.  */
  "	push %r12\n"
  "	mov %rdi, %r12\n"
  "	mov %rsi, %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov %r12d, %eax\n"
  "	mov %rdx, %rsi\n"
  "	syscall\n"
  "	pop %r12\n"
  "	ret\n"
  "handed_on:\n"			/* glibc 2.41 and musl, more threads.  */
  "	cmpl $0, (%rdi)\n"
  "	jne 1f\n"
  "	mov %rdi, %r11\n"
  "	mov %rsi, %rax\n"
  "	mov %rdx, %rdi\n"
  "	mov %rcx, %rsi\n"
  "	mov %r8, %rdx\n"
  "	mov %r9, %r10\n"
  "	mov 8(%rsp), %r8\n"
  "	mov 16(%rsp), %r9\n"
  "	mov %r11, 8(%rsp)\n"
  "	syscall\n"
  "1:	ret\n"
  "call_handed:\n"			/* As glibc calls that.  */
  "	push %rdi\n"
  "	mov %rdx, %rcx\n"
  "	mov %rsi, %rdx\n"
  "	lea zero(%rip), %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov (%rsp), %rsi\n"
  "	push %r9\n"
  "	push %r8\n"
  "	mov %rdx, %r8\n"
  "	call handed_on\n"
  "	add $24, %rsp\n"
  "	ret\n"
  "call_handed_kept:\n"			/* As musl does.  */
  "	push %rbp\n"
  "	mov %rdi, %rbp\n"
  "	mov %rdx, %rcx\n"
  "	mov %rsi, %rdx\n"
  "	lea zero(%rip), %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov %rbp, %rsi\n"
  "	push %r9\n"
  "	push %r8\n"
  "	lea 0(%rdi), %rdi\n"
  "	call handed_on\n"
  "	add $16, %rsp\n"
  "	pop %rbp\n"
  "	ret\n"
  "call_narrow:\n"			/* liburing 2.9, with arguments.  */
  "	push %r15\n"
  "	mov %rdi, %r15\n"
  "	sub $24, %rsp\n"
  "	mov %rsi, %rdi\n"
  "	test %rdi, %rdi\n"
  "	mov %r15d, %eax\n"
  "	mov %rdx, %rsi\n"
  "	movslq 12(%rsp), %r9\n"
  "	movzbl 8(%rsp), %r8d\n"
  "	movzwl %r8w, %r10d\n"
  "	syscall\n"
  "	add $24, %rsp\n"
  "	pop %r15\n"
  "	ret\n"
  "call_sum:\n"				/* And where it makes a ring.  */
  "	mov %rsi, %rdi\n"
  "	mov %rdx, %rsi\n"
  "	test %rdi, %rdi\n"
  "	mov $35, %eax\n"
  "	and $16, %r10d\n"
  "	or $1, %r10d\n"
  "	syscall\n"
  "	ret\n"
  "call_hidden:\n"			/* No libc's.  */
  "	mov %rdi, %rax\n"
  "	mov %rsi, %rdi\n"
  "	mov %rdx, %rsi\n"
  "	add $0, %rax\n"
  "	syscall\n"
  "	ret\n"
  "call_overwritten:\n"			/* By what would be read.  */
  "	sub $24, %rsp\n"
  "	mov %rdi, 16(%rsp)\n"
  "	mov %rsi, %rdi\n"
  "	mov %rdx, %rsi\n"
  "	xor %ecx, %ecx\n"
  "	test %rdi, %rdi\n"
  "	mov 16(%rsp), %rax\n"
  "	mov %rcx, 16(%rsp)\n"
  "	syscall\n"
  "	add $24, %rsp\n"
  "	ret\n"
  "	.data\n"
  "zero:	.long 0\n"
  "	.text\n"
);

static const struct { const char *name; form *call; int is_seen; } forms[] = {
  { "constant", call_constant, 1 }, { "slot", call_slot, 1 },
  { "frame", call_frame, 1 }, { "kept", call_kept, 1 },
  { "handed", call_handed, 1 }, { "handed, kept", call_handed_kept, 1 },
  { "narrow", call_narrow, 1 }, { "sum", call_sum, 1 },
  { "hidden", call_hidden, 0 }, { "overwritten", call_overwritten, 0 }
};

int
main (void)
{
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
    {
      int wrong = 0;
      for (int j = 0; j < TIMES; j++)
	{
	  struct timespec length = { 0, 6 * MS };
	  long result = forms[i].call (SYS_nanosleep, &length, NULL);
	  if (result != 0 && (forms[i].is_seen || result != -EINTR))
	    wrong++;
	}
      printf ("%s: %d\n", forms[i].name, wrong);
    }
  return 0;
}
