/* Area:    runtime: stacks
   Purpose: stacks of known truth.  Samples are not left to chance: the program
	    sends itself the signal of a timer's at the instruction that is to
	    be sampled, in the function that is, without a call.  */

#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noipa))
#define INLINE static inline __attribute__ ((always_inline))

static pid_t process;
static __thread pid_t thread;
static siginfo_t tick, request;
static volatile unsigned long sink;

/* Queue INFO, a signal, for this thread, which gets it behind the instruction
   that calls the kernel.  */

INLINE void
queue (const siginfo_t *info)
{
#if defined __x86_64__
  long result = SYS_rt_tgsigqueueinfo;
  register const siginfo_t *fourth __asm__ ("r10") = info;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (process), "S" (thread), "d" (info->si_signo),
		      "r" (fourth)
		    : "rcx", "r11", "memory");
#elif defined __aarch64__
  register long number __asm__ ("x8") = SYS_rt_tgsigqueueinfo;
  register long result __asm__ ("x0") = process;
  register long second __asm__ ("x1") = thread;
  register long third __asm__ ("x2") = info->si_signo;
  register const siginfo_t *fourth __asm__ ("x3") = info;
  __asm__ volatile ("svc\t#0" : "+r" (result)
		    : "r" (number), "r" (second), "r" (third), "r" (fourth)
		    : "memory");
#endif
  if (result != 0)
    abort ();
}

INLINE void
sample (void)
{
  queue (&tick);
}

/* What is written in assembler, with a trap where a handler is to look.

   ends: its last instruction is a call that does not return, and what stands
   behind it is another function's.
   untabled: calls its argument, and no table describes it.
   stages: traps at each state of its frame, SEVEN of them.
   astray: its table says that the return address is at 0, where nothing is.
   inward: or that it lies further in.  */

#define SEVEN 7
#define FUNCTION(NAME, TEXT) \
  "\t.globl\t" NAME "\n\t.type\t" NAME ", %function\n" NAME ":\n" TEXT \
  "\t.size\t" NAME ", . - " NAME "\n"
#define TABLED(NAME, TEXT) \
  FUNCTION (NAME, "\t.cfi_startproc\n" TEXT "\t.cfi_endproc\n")

#if defined __x86_64__
# define TRAP "\tud2\n"
# define TRAP_SIZE 2
# define TRAP_PC(CONTEXT) (CONTEXT)->uc_mcontext.gregs[REG_RIP]
__asm__ ("\t.text\n"
  TABLED ("ends", "\tsub\t$8, %rsp\n\t.cfi_def_cfa_offset 16\n\tcall\tleaves\n")
  TABLED ("follows", "\tret\n")
  FUNCTION ("untabled", "\tsub\t$8, %rsp\n\tcall\t*%rdi\n\tadd\t$8, %rsp\n"
	    "\tret\n")
  TABLED ("stages",
	  TRAP
	  "\tpush\t%rbp\n\t.cfi_def_cfa_offset 16\n\t.cfi_offset 6, -16\n"
	  TRAP
	  "\tmov\t%rsp, %rbp\n\t.cfi_def_cfa_register 6\n"
	  TRAP
	  "\tsub\t$32, %rsp\n"
	  TRAP
	  "\tjmp\t2f\n"
	  "1:\n\t.cfi_remember_state\n"
	  "\tmov\t%rbp, %rsp\n\t.cfi_def_cfa_register 7\n"
	  TRAP
	  "\tpop\t%rbp\n\t.cfi_def_cfa_offset 8\n\t.cfi_restore 6\n"
	  TRAP
	  "\tret\n"
	  "2:\n\t.cfi_restore_state\n"
	  TRAP
	  "\tjmp\t1b\n")
  TABLED ("astray", "\tmov\t$8, %r11d\n\t.cfi_def_cfa 11, 0\n"
	  TRAP "\tret\n")
  TABLED ("inward", "\t.cfi_def_cfa 7, -16\n\t.cfi_offset 16, 16\n"
	  TRAP "\tret\n"));
#elif defined __aarch64__
# define TRAP "\tudf\t#0\n"
# define TRAP_SIZE 4
# define TRAP_PC(CONTEXT) (CONTEXT)->uc_mcontext.pc
# define SAVE "\tstp\tx29, x30, [sp, -16]!\n"
# define RESTORE "\tldp\tx29, x30, [sp], 16\n"
__asm__ ("\t.text\n"
  TABLED ("ends", SAVE
	  "\t.cfi_def_cfa_offset 16\n\t.cfi_offset 29, -16\n"
	  "\t.cfi_offset 30, -8\n\tbl\tleaves\n")
  TABLED ("follows", "\tret\n")
  FUNCTION ("untabled", SAVE "\tblr\tx0\n" RESTORE "\tret\n")
  /* The return address is signed from the second trap to the sixth:
     paciasp, autiasp.  */
  TABLED ("stages",
	  TRAP
	  "\thint\t#25\n\t.cfi_negate_ra_state\n"
	  TRAP
	  SAVE
	  "\t.cfi_def_cfa_offset 16\n\t.cfi_offset 29, -16\n"
	  "\t.cfi_offset 30, -8\n"
	  TRAP
	  "\tmov\tx29, sp\n\t.cfi_def_cfa_register 29\n"
	  "\tsub\tsp, sp, #32\n"
	  TRAP
	  "\tb\t2f\n"
	  "1:\n\t.cfi_remember_state\n"
	  "\tmov\tsp, x29\n\t.cfi_def_cfa_register 31\n"
	  RESTORE
	  "\t.cfi_def_cfa_offset 0\n\t.cfi_restore 29\n\t.cfi_restore 30\n"
	  TRAP
	  "\thint\t#29\n\t.cfi_negate_ra_state\n"
	  TRAP
	  "\tret\n"
	  "2:\n\t.cfi_restore_state\n"
	  TRAP
	  "\tb\t1b\n")
  TABLED ("astray", "\tmov\tx9, #8\n\t.cfi_def_cfa 9, 0\n"
	  "\t.cfi_offset 30, -8\n" TRAP "\tret\n")
  "\t.balign\t8\n\tnop\n"
  FUNCTION ("restorer", "\tmov\tx8, #139\n\tsvc\t#0\n")
  TABLED ("inward", "\t.cfi_def_cfa 31, -16\n\t.cfi_offset 30, 16\n"
	  TRAP "\tret\n"));
#endif

extern "C" {

void ends (void) __attribute__ ((noreturn));
void untabled (void (*function) (void));
void stages (void);
void astray (void);
void inward (void);

/* A function without a frame.  */

NOINLINE void
leaf (void)
{
  sample ();
}

NOINLINE void
inner (void)
{
  leaf ();
  sample ();
  sink++;
}

NOINLINE void
outer (void)
{
  inner ();
  sink++;
}

/* Frames whose size is known when they are made, or takes a register.  */

NOINLINE void
dynamic (unsigned size)
{
  char *room = (char *) alloca (size);
  memset (room, 1, size);
  __asm__ volatile ("" : : "r" (room) : "memory");
  sample ();
  leaf ();
  sink += (unsigned char) room[size / 2];
}

NOINLINE void
large (void)
{
  volatile char room[200000];
  for (size_t i = 0; i < sizeof room; i += 4000)
    room[i] = 1;
  sample ();
  leaf ();
  sink += room[4000];
}

/* Has no frame when the other is called, but for -O0.  */

NOINLINE void
tail_target (void)
{
  leaf ();
  sink++;
}

NOINLINE void
tail_caller (void)
{
  sink++;
  tail_target ();
}

#ifdef __aarch64__

/* Have the handler of signal NUMBER return to code of the program, as musl's
   do; it does not lie at a multiple of eight.  */

void restorer (void);

static void
set_restorer (int number)
{
  struct { long handler, flags; void (*restorer) (void); long mask; } action;
  syscall (SYS_rt_sigaction, number, NULL, &action, 8);
  action.flags |= 0x04000000;
  action.restorer = restorer;
  syscall (SYS_rt_sigaction, number, &action, NULL, 8);
}

#else
# define set_restorer(NUMBER) ((void) 0)
#endif

static jmp_buf back;

NOINLINE __attribute__ ((noreturn)) void
leaves (void)
{
  sample ();
  longjmp (back, 1);
}

NOINLINE void
no_return (void)
{
  if (!setjmp (back))
    ends ();
  sink++;
}

/* An exception passes a cleanup, and enters its handler.  */

struct guard
{
  ~guard () { leaf (); }
};

NOINLINE void
thrower (void)
{
  sample ();
  throw 1;
}

NOINLINE void
passed (void)
{
  guard object;
  thrower ();
  sink++;
}

NOINLINE void
catcher (void)
{
  try
    {
      passed ();
    }
  catch (int)
    {
      sample ();
      leaf ();
    }
  sink++;
}

/* Handlers, over functions that made no call.  */

NOINLINE void
on_signal (int)
{
  sample ();
  leaf ();
  sink++;
}

NOINLINE void
interrupted (const siginfo_t *info)
{
  queue (info);
  sink++;
}

NOINLINE void
on_nested (int)
{
  siginfo_t other = request;
  other.si_signo = SIGUSR1;
  interrupted (&other);
  sink++;
}

NOINLINE void
on_trap (int, siginfo_t *, void *context)
{
  TRAP_PC ((ucontext_t *) context) += TRAP_SIZE;
  sample ();
}

NOINLINE int
compare (const void *a, const void *b)
{
  leaf ();
  return *(const int *) a - *(const int *) b;
}

/* Through functions of the C library.  */

NOINLINE void
sorter (void)
{
  int two[2] = { 2, 1 };
  qsort (two, 2, sizeof *two, compare);
  sink += (unsigned) two[0];
}

NOINLINE void *
other_thread (void *)
{
  thread = (pid_t) syscall (SYS_gettid);
  outer ();
  return NULL;
}

}

int
main (void)
{
  struct sigaction action;
  stack_t stack;
  pthread_t id;

  process = getpid ();
  thread = (pid_t) syscall (SYS_gettid);
  tick.si_signo = SIGURG;
  tick.si_code = SI_TIMER;
  request.si_code = SI_QUEUE;

  memset (&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction (SIGUSR1, &action, NULL);
  action.sa_handler = on_nested;
  action.sa_flags = SA_ONSTACK;
  sigaction (SIGUSR2, &action, NULL);
  set_restorer (SIGUSR2);
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_trap;
  sigaction (SIGILL, &action, NULL);
  stack.ss_size = 65536;
  stack.ss_sp = malloc (stack.ss_size);
  stack.ss_flags = 0;
  sigaltstack (&stack, NULL);

  leaf ();
  for (int i = 0; i < 2; i++)
    outer ();
  for (int i = 0; i < 3; i++)
    dynamic (100 + 5000 * (unsigned) i);
  for (int i = 0; i < 4; i++)
    large ();
  for (int i = 0; i < 5; i++)
    tail_caller ();
  for (int i = 0; i < 6; i++)
    no_return ();
  for (int i = 0; i < 7; i++)
    catcher ();
  request.si_signo = SIGUSR1;
  for (int i = 0; i < 8; i++)
    interrupted (&request);
  request.si_signo = SIGUSR2;
  for (int i = 0; i < 9; i++)
    interrupted (&request);
  for (int i = 0; i < 10; i++)
    untabled (leaf);
  stages ();
  for (int i = 0; i < 11; i++)
    astray ();
  for (int i = 0; i < 12; i++)
    inward ();
  for (int i = 0; i < 13; i++)
    sorter ();
  pthread_create (&id, NULL, other_thread, NULL);
  pthread_join (id, NULL);
  return 0;
}
