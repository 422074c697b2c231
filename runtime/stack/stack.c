/* Walking the stack of an interrupted thread.

   SPDX-License-Identifier: MIT

   On x86-64 and AArch64 the unwind tables are read by our own means (frame.h),
   of which the program may have any: what they lead to is asked for before it
   is read.  libgcc's unwinder is no good here.  While an exception is on its
   way to its handler, libgcc overwrites the registers that its own frames have
   saved, just before it leaves them: seen from there, the stack is anything,
   libgcc looks at the code that a return address leads to if no table
   describes it, and a fault in the handler is the end of the program.

   Elsewhere it is libgcc's nevertheless, but for stacks on which it is
   itself: they end there.  It is asked for by the name of its library:
   a program linked with libunwind has another _Unwind_Backtrace, which takes
   locks and allocates.  libgcc's takes neither since it finds unwind tables
   by _dl_find_object (GCC 12, glibc 2.35).  Where it does not there are no
   stacks, unless frame pointers are asked for: those of code that has none
   would lead to stacks that never were.  They are followed through memory
   that the kernel reads for us.

   Where the C library once had that part of the unwinder (i386, s390x),
   libgcc's library calls the C library's, which takes the loader's lock.  A
   forked child would wait for ever if another thread of the parent had it: no
   thread walks while one forks.

   A walk by libgcc ends at the first address outside all modules, which the
   program may have jumped to and be about to recover.  libgcc itself reads
   what is there, on all of them: where tables are wrong, as those of i386's
   memcpy in glibc, a fault ends the walk (sample/guard.h).  */

#include "stack/stack.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unwind.h>

#include "base/arch.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "stack/frame.h"

#define FIRST_ROOM 256
#define GROWTH 4
#define MAX_ROOM (1u << 22)	/* Frames that are left after folding.  */

/* Frames of the handler and of what put itself before it.  */
#define MAX_OWN 32

#define SPREAD 0x9e3779b97f4a7c15u
#define SPREAD_OTHER 0xd6e8feb86659fd93u

#if !ARCH_REGISTERS && defined __GLIBC__ && __GLIBC_PREREQ (2, 35)
#define HAVE_FIND_OBJECT 1
static int (*find_object) (void *, struct dl_find_object *);
static _Unwind_Reason_Code (*backtrace) (_Unwind_Trace_Fn, void *);
# ifdef __ARM_EABI_UNWINDER__
/* ARM's own unwinder has other reasons; any but NO_REASON ends a walk.  */
#  define _URC_NORMAL_STOP _URC_END_OF_STACK
# endif
#endif

/* A pair of neighbours that FRAMES holds; ADDRESS calls BEFORE.  */
struct cgrt_stack_pair
{
  uint64_t before;
  uint64_t address;
  uint64_t epoch;
};

/* Where FRAMES held ADDRESS last; that may have been cut since.  */
struct cgrt_stack_place
{
  uint64_t address;
  uint64_t epoch;
  uint64_t index;
};

/* Return whether STACK has no pair (BEFORE, ADDRESS) yet, and add it.  */

static int
add_pair (struct cgrt_stack *stack, uint64_t before, uint64_t address)
{
  uint64_t mask = 2 * (uint64_t) stack->room - 1;
  uint64_t index = ((address ^ before * SPREAD_OTHER) * SPREAD) >> 32;

  for (;; index++)
    {
      struct cgrt_stack_pair *pair = &stack->pairs[index & mask];
      if (pair->epoch != stack->epoch)
	{
	  pair->before = before;
	  pair->address = address;
	  pair->epoch = stack->epoch;
	  return 1;
	}
      if (pair->before == before && pair->address == address)
	return 0;
    }
}

/* Return ADDRESS's place in STACK; INDEX is UINT64_MAX if it is new.  */

static struct cgrt_stack_place *
find_place (struct cgrt_stack *stack, uint64_t address)
{
  uint64_t mask = 2 * (uint64_t) stack->room - 1;
  uint64_t index = (address * SPREAD) >> 32;

  for (;; index++)
    {
      struct cgrt_stack_place *place = &stack->places[index & mask];
      if (place->epoch != stack->epoch)
	{
	  place->address = address;
	  place->epoch = stack->epoch;
	  place->index = UINT64_MAX;
	  return place;
	}
      if (place->address == address)
	return place;
    }
}

/* Give STACK more room.  Returns 0 if it is refused.  */

static int
grow (struct cgrt_stack *stack)
{
  struct cgrt_stack old = *stack;
  uint64_t room = old.room ? (uint64_t) old.room * GROWTH : FIRST_ROOM;
  uint64_t size = room * (sizeof *old.frames + 2 * sizeof *old.pairs
			  + 2 * sizeof *old.places);

  if (room > MAX_ROOM)
    return 0;
  stack->frames = cgrt_memory_map (size);
  if (!stack->frames)
    {
      stack->frames = old.frames;
      return 0;
    }
  stack->pairs = (struct cgrt_stack_pair *) (stack->frames + room);
  stack->places = (struct cgrt_stack_place *) (stack->pairs + 2 * room);
  stack->room = (uint32_t) room;
  stack->size = size;
  /* Every pair that was seen is in the frames.  */
  for (uint32_t i = 0; i < stack->count; i++)
    {
      stack->frames[i] = old.frames[i];
      add_pair (stack, i ? old.frames[i - 1] : 0, old.frames[i]);
      find_place (stack, old.frames[i])->index = i;
    }
  cgrt_memory_unmap (old.frames, old.size);
  return 1;
}

/* Add the return address of one frame further out.  Returns 0 if there is
   no room.

   Frames after FRESH do no more than repeat pairs that stand before it, and
   no address is twice among them: coming back to one of them closes a cycle
   that has nothing new.  */

static int
add_frame (struct cgrt_stack *stack, uint64_t address)
{
  struct cgrt_stack_place *place;
  int is_new;

  if (stack->count == stack->room && !grow (stack))
    return 0;
  stack->depth++;
  is_new = add_pair (stack, stack->count ? stack->frames[stack->count - 1]
					 : 0, address);
  place = find_place (stack, address);
  if (!is_new && place->index >= stack->fresh && place->index < stack->count
      && stack->frames[place->index] == address)
    {
      stack->count = (uint32_t) place->index + 1;
      return 1;
    }
  place->index = stack->count;
  if (is_new)
    stack->fresh = stack->count;
  stack->frames[stack->count++] = address;
  return 1;
}

/* How much of the stack is read by one system call: some ten frames.  */
#define WINDOW 512
#define PAGE 4096		/* At most the real one.  */

/* Read into WORDS what begins at ADDRESS, SIZE bytes at most, as far as it is
   of one page, of which all can be read or nothing, but two words in any
   case.  Return the number of bytes.  */

static size_t
read_window (uintptr_t *words, uint64_t address, size_t size)
{
  size_t left = PAGE - address % PAGE;
  struct iovec to = { words, 2 * sizeof *words };
  struct iovec from = { (void *) (uintptr_t) address, 0 };

  if (left > to.iov_len)
    to.iov_len = left < size ? left : size;
  from.iov_len = to.iov_len;
  return sys (SYS_process_vm_readv, cgrt_pid, (long) &to, 1, (long) &from, 1,
	      0) == (long) to.iov_len ? to.iov_len : 0;
}

/* Follow frame pointers.  Each leads further out, so there is an end.  A
   system call a frame would take longer than all else, and be shown as
   the program's system time.  */

static void
walk_pointers (struct cgrt_stack *stack, const ucontext_t *context)
{
  uint64_t frame = arch_frame (context);
  uint64_t least = arch_stack (context);
  uintptr_t window[WINDOW / sizeof (uintptr_t)];
  uint64_t begin = 0;		/* Of WINDOW, and how much it holds.  */
  size_t held = 0;

  while (frame >= least && frame % sizeof *window == 0)
    {
      const uintptr_t *words;	/* The next frame, the return address.  */
      if (frame - begin > held || held - (frame - begin) < 2 * sizeof *words)
	{
	  begin = frame;
	  held = read_window (window, begin, sizeof window);
	  if (!held)
	    return;
	}
      words = window + (frame - begin) / sizeof *words;
      if (!words[1] || !add_frame (stack, arch_strip (words[1])))
	return;
      least = frame + 2 * sizeof *words;
      frame = words[0];
    }
  stack->ended = !frame;
}

static int has_tables;		/* For cgrt_frame_step.  */

/* Follow the unwind tables.  */

static void
walk_tables (struct cgrt_stack *stack, const ucontext_t *context)
{
  struct cgrt_frame frame;
  int more;

  cgrt_frame_begin (&frame, context);
  while ((more = cgrt_frame_step (&frame)) > 0)
    if (!add_frame (stack, frame.pc + (frame.interrupted != 0)))
      return;
  stack->ended = more < 0;
}

#ifdef HAVE_FIND_OBJECT

struct walk
{
  struct cgrt_stack *stack;	/* NULL: just try.  */
  uint64_t pc;			/* Of the interrupted frame.  */
  unsigned own;			/* Frames before that.  */
  int found;			/* It has been seen.  */
  uint64_t begin, end;		/* Of the module of the frame before.  */
};

static uint64_t own_begin, own_end;	/* libgcc's library.  */

/* How often a fork waits for walks, and for how many nanoseconds each
   time.  */
#define WAITS 10000
#define NAP 100000

static int takes_lock;		/* Whether walks take the loader's.  */
static int forking;		/* No walk may begin.  */
static int32_t walks;		/* How many there are.  One that a program's
				   handler has left by longjmp is among them
				   until a fork has waited for it in vain.  */

/* Begin a walk by libgcc, if that may be.  */

static int
begin_walk (void)
{
  if (!takes_lock)
    return 1;
  __atomic_fetch_add (&walks, 1, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&forking, __ATOMIC_SEQ_CST))
    return 1;
  __atomic_fetch_sub (&walks, 1, __ATOMIC_SEQ_CST);
  return 0;
}

static void
end_walk (void)
{
  if (takes_lock)
    __atomic_fetch_sub (&walks, 1, __ATOMIC_SEQ_CST);
}

/* Whether PC is in a module.  */

static int
is_code (struct walk *walk, uint64_t pc)
{
  struct dl_find_object object;

  if (pc - walk->begin < walk->end - walk->begin)
    return 1;
  if (find_object ((void *) (uintptr_t) pc, &object) != 0)
    return 0;
  walk->begin = (uint64_t) (uintptr_t) object.dlfo_map_start;
  walk->end = (uint64_t) (uintptr_t) object.dlfo_map_end;
  return 1;
}

static _Unwind_Reason_Code
visit (struct _Unwind_Context *context, void *data)
{
  struct walk *walk = data;
  int before = 0;
  uint64_t pc = _Unwind_GetIPInfo (context, &before);

  if (!walk->stack)
    return is_code (walk, pc) ? _URC_NO_REASON : _URC_NORMAL_STOP;
  if (walk->found)
    {
      /* The first function has no return address, and its tables say so;
	 without tables no further one is seen.  */
      if (!pc)
	walk->stack->ended = 1;
      /* What a signal interrupted further out has not made a call.  */
      if (!pc || !add_frame (walk->stack, pc + (before != 0)))
	return _URC_NORMAL_STOP;
    }
  else if (before && pc == walk->pc)
    walk->found = 1;
  else if (walk->own++ > MAX_OWN)
    return _URC_NORMAL_STOP;
  return is_code (walk, pc) && pc - own_begin >= own_end - own_begin
	 ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

#ifdef PIC

/* The address that the loader has made, or not, of POINTER of MAP.  */

static const void *
locate (const struct link_map *map, ElfW (Addr) pointer)
{
  return (const void *) (pointer < map->l_addr ? pointer + map->l_addr
					       : pointer);
}

/* Whether the module behind HANDLE imports NAME.  Undefined symbols are
   those that its hash table leaves out.  */

static int
imports (void *handle, const char *name)
{
  struct link_map *map;
  const ElfW (Sym) *symbols = NULL;
  const char *strings = NULL;
  const uint32_t *hash = NULL;

  if (dlinfo (handle, RTLD_DI_LINKMAP, &map) != 0)
    return 0;
  for (const ElfW (Dyn) *each = map->l_ld; each->d_tag != DT_NULL; each++)
    if (each->d_tag == DT_SYMTAB)
      symbols = locate (map, each->d_un.d_ptr);
    else if (each->d_tag == DT_STRTAB)
      strings = locate (map, each->d_un.d_ptr);
    else if (each->d_tag == DT_GNU_HASH)
      hash = locate (map, each->d_un.d_ptr);
  if (!symbols || !strings || !hash)
    return 0;
  for (uint32_t i = 1; i < hash[1]; i++)
    if (strcmp (strings + symbols[i].st_name, name) == 0)
      return 1;
  return 0;
}

/* Find the unwinder.  */

static void
bind (void)
{
  void *handle = dlopen ("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
  void *finder = handle ? dlsym (RTLD_DEFAULT, "_dl_find_object") : NULL;
  struct dl_find_object object;

  if (finder && imports (handle, "_dl_find_object"))
    {
      find_object = (int (*) (void *, struct dl_find_object *)) finder;
      backtrace = (_Unwind_Reason_Code (*) (_Unwind_Trace_Fn, void *))
	dlsym (handle, "_Unwind_Backtrace");
      if (backtrace
	  && find_object ((void *) (uintptr_t) backtrace, &object) == 0)
	{
	  own_begin = (uint64_t) (uintptr_t) object.dlfo_map_start;
	  own_end = (uint64_t) (uintptr_t) object.dlfo_map_end;
	}
    }
  if (backtrace)
    {
      finder = dlsym (RTLD_DEFAULT, "_Unwind_Find_FDE");
      takes_lock = finder && (uint64_t) (uintptr_t) finder - own_begin
			     >= own_end - own_begin;
    }
  /* The program is not to find our error.  */
  dlerror ();
}

#else /* !PIC: in the archive.  */

extern ElfW (Dyn) _DYNAMIC[] __attribute__ ((weak, visibility ("hidden")));

static void
bind (void)
{
#if __GNUC__ >= 12
  find_object = _dl_find_object;
  if (_DYNAMIC)
    backtrace = _Unwind_Backtrace;
  /* It may be.  */
  takes_lock = 1;
#endif
}

#endif /* !PIC */
#endif /* HAVE_FIND_OBJECT */

void
cgrt_stack_start (void)
{
#ifdef HAVE_FIND_OBJECT
  struct dl_find_object object;
#endif

  if (cgrt_options.stacks != CGRT_STACKS_YES)
    return;
  has_tables = cgrt_frame_start ();
#ifdef HAVE_FIND_OBJECT
  bind ();
  /* Without tables of our own code it would abort.  */
  if (backtrace
      && (find_object ((void *) (uintptr_t) cgrt_stack_start, &object) != 0
	  || !object.dlfo_eh_frame))
    backtrace = NULL;
  /* What it does once, it does now.  */
  if (backtrace)
    {
      struct walk walk = { NULL, 0, 0, 0, 0, 0 };
      backtrace (visit, &walk);
    }
#endif
}

#ifdef HAVE_FIND_OBJECT

/* Where the thread's walk goes on if what tables tell leads it astray, or
   NULL: for __builtin_longjmp.  */
static CGRT_THREAD_LOCAL void **landing;

/* Let libgcc walk.  */

static __attribute__ ((noinline)) void
walk_by_libgcc (struct cgrt_stack *stack, const ucontext_t *context)
{
  static const uint64_t fault = (uint64_t) 1 << (SIGSEGV - 1);
  struct walk walk = { stack, arch_pc (context), 0, 0, 0, 0 };
  void *here[5];

  if (!begin_walk ())
    return;
  if (__builtin_setjmp (here) == 0)
    {
      landing = here;
      backtrace (visit, &walk);
    }
  else
    sys (SYS_rt_sigprocmask, SIG_UNBLOCK, (long) &fault, 0, sizeof fault, 0,
	 0);
  landing = NULL;
  end_walk ();
}

#endif

int
cgrt_stack_may_fault (void)
{
#ifdef HAVE_FIND_OBJECT
  return backtrace != NULL;
#else
  return 0;
#endif
}

void
cgrt_stack_recover (void)
{
#ifdef HAVE_FIND_OBJECT
  void **here = landing;

  if (!here)
    return;
  landing = NULL;
  __builtin_longjmp (here, 1);
#endif
}

void
cgrt_stack_walk (struct cgrt_stack *stack, const ucontext_t *context)
{
  stack->count = 0;
  stack->fresh = 0;
  stack->depth = 0;
  stack->ended = 0;
  stack->epoch++;
#ifdef HAVE_FIND_OBJECT
  if (backtrace)
    {
      walk_by_libgcc (stack, context);
      return;
    }
#endif
  if (has_tables)
    {
      walk_tables (stack, context);
      return;
    }
  if (cgrt_options.stacks == CGRT_STACKS_POINTERS)
    walk_pointers (stack, context);
}

void
cgrt_stack_fork_begin (void)
{
#ifdef HAVE_FIND_OBJECT
  const long nap[2] = { 0, NAP };

  if (!takes_lock)
    return;
  __atomic_store_n (&forking, 1, __ATOMIC_SEQ_CST);
  for (int i = 0;
       __atomic_load_n (&walks, __ATOMIC_SEQ_CST) > 0; i++)
    if (i < WAITS)
      sys (SYS_nanosleep, (long) nap, 0, 0, 0, 0, 0);
    else
      __atomic_store_n (&walks, 0, __ATOMIC_SEQ_CST);
#endif
}

void
cgrt_stack_fork_end (int is_child)
{
#ifdef HAVE_FIND_OBJECT
  if (!takes_lock)
    return;
  if (is_child)
    walks = 0;
  __atomic_store_n (&forking, 0, __ATOMIC_SEQ_CST);
#else
  (void) is_child;
#endif
}

void
cgrt_stack_leave (void)
{
#ifdef HAVE_FIND_OBJECT
  if (takes_lock)
    backtrace = NULL;
#endif
}
