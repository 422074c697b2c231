/* What a program holds once whose code counts through a segment base: a
   flag for each thread, the slow paths of such code, and what makes the code
   count without the segment when somebody else uses the register.

   Only programs have such code, so everything is local-exec here; a linker
   refuses to make a shared library of it.  Made to text as module.c is, in
   a COMDAT group of its own; its presence tells module.c of such code.

   SPDX-License-Identifier: MIT  */

#define _GNU_SOURCE 1
#include "cgprof/abi.h"
#define CGPROF_SEGMENT_TEXT 1
#include CGPROF_MODULE_HEADER

#ifdef CGPROF_SEGMENT_NAME

#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HIDDEN __attribute__ ((weak, visibility ("hidden")))

/* No processor's pages are smaller.  */
#define PAGE ((uintptr_t) 4096)

__thread uint32_t ready __asm__ (CGPROF_READY) HIDDEN;

extern struct cgprof_module this_module __asm__ (CGPROF_MODULE) HIDDEN;
extern const ElfW(Ehdr) module_header __asm__ ("__ehdr_start") HIDDEN;
extern uint64_t counters_start[] __asm__ ("__start_" CGPROF_SECTION_COUNTERS)
  HIDDEN;
extern uint64_t counters_stop[] __asm__ ("__stop_" CGPROF_SECTION_COUNTERS)
  HIDDEN;
extern const int32_t listed_start[] __asm__ ("__start_" CGPROF_SECTION_SEGMENT)
  HIDDEN;
extern const int32_t listed_stop[] __asm__ ("__stop_" CGPROF_SECTION_SEGMENT)
  HIDDEN;

/* Set while a thread, all of whose signals are blocked, changes the code.  */
static uint32_t changing __asm__ ("__cgprof_changing_1");

/* The code cannot be changed, and what it counts goes anywhere.  There is no
   way on but to say so.  By system calls, as there are projects that test that
   their library has no reference to a function that ends the program.  */

static void refuse (void) __asm__ ("__cgprof_refuse_1")
  __attribute__ ((noreturn, cold));

static void
refuse (void)
{
  static const char message[] __asm__ ("__cgprof_refusal_1")
    = "cgprof: the program uses the register " CGPROF_SEGMENT_NAME
      " itself, and its code may not be changed: expected"
      " -fplugin-arg-cgprof-segment=no where it is compiled\n";
  system_call (SYS_write, 2, (long) message, sizeof message - 1, 0);
  system_call (SYS_exit_group, 127, 0, 0, 0);
  __builtin_trap ();
}

/* Let the pages of SEGMENT, which is loaded BIAS bytes from where it was
   linked, be accessed in another WAY.  */

static void allow (const ElfW(Phdr) *segment, uintptr_t bias, int way)
  __asm__ ("__cgprof_allow_1");

static void
allow (const ElfW(Phdr) *segment, uintptr_t bias, int way)
{
  uintptr_t start = (bias + segment->p_vaddr) & -PAGE;
  uintptr_t end = bias + segment->p_vaddr + segment->p_memsz;
  if (system_call (SYS_mprotect, (long) start, (long) (end - start), way, 0)
      < 0)
    refuse ();
}

/* Have all code of the program count without the segment.  */

static void change_code (void) __asm__ ("__cgprof_change_code_1");

static void
change_code (void)
{
  if (!&module_header)
    refuse ();
  const char *file = (const char *) &module_header;
  const ElfW(Phdr) *first = (const void *) (file + module_header.e_phoff);
  const ElfW(Phdr) *stop = first + module_header.e_phnum;
  uintptr_t bias = 0;
  for (const ElfW(Phdr) *each = first; each < stop; each++)
    if (each->p_type == PT_LOAD && each->p_offset == 0)
      bias = (uintptr_t) file - each->p_vaddr;
  for (const ElfW(Phdr) *each = first; each < stop; each++)
    if (each->p_type == PT_LOAD && (each->p_flags & PF_X))
      allow (each, bias, PROT_READ | PROT_WRITE | PROT_EXEC);

  for (const ElfW(Phdr) *each = first; each < stop; each++)
    if (each->p_type == PT_LOAD && (each->p_flags & PF_X))
      {
	unsigned char *code = (unsigned char *) (bias + each->p_vaddr);
	for (unsigned char *end = code + each->p_filesz; code + 9 <= end;
	     code++)
	  if (is_counting (code, counters_start, counters_stop))
	    drop_prefix (code);
      }
  for (const int32_t *row = listed_start; row < listed_stop; row++)
    drop_listed ((unsigned char *) row + *row);

  for (const ElfW(Phdr) *each = first; each < stop; each++)
    if (each->p_type == PT_LOAD && (each->p_flags & PF_X))
      allow (each, bias, PROT_EXEC | (each->p_flags & PF_R ? PROT_READ : 0)
			   | (each->p_flags & PF_W ? PROT_WRITE : 0));
}

void leave (void) __asm__ (CGPROF_LEAVE) HIDDEN;

void
leave (void)
{
  uint64_t all = UINT64_MAX, old = 0;
  if (__atomic_load_n (&this_module.segment, __ATOMIC_ACQUIRE)
      == CGPROF_SEGMENT_LEFT)
    return;
  system_call (SYS_rt_sigprocmask, SIG_BLOCK, (long) &all, (long) &old,
	       sizeof all);
  while (__atomic_exchange_n (&changing, 1, __ATOMIC_ACQUIRE))
    system_call (SYS_sched_yield, 0, 0, 0, 0);
  if (this_module.segment != CGPROF_SEGMENT_LEFT)
    {
      change_code ();
      __atomic_store_n (&this_module.segment, CGPROF_SEGMENT_LEFT,
			__ATOMIC_RELEASE);
    }
  __atomic_store_n (&changing, 0, __ATOMIC_RELEASE);
  system_call (SYS_rt_sigprocmask, SIG_SETMASK, (long) &old, 0, sizeof old);
}

#endif
