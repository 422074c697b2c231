/* What every instrumented module holds once: its hand to the runtime, and the
   constructor that finds the runtime.

   The build compiles this file to assembler text (module/module-text.awk
   puts each section into one COMDAT group) and the plugin appends the text
   to each object it instruments.  So the constructor needs no link flag
   and no symbol of the runtime, and it is right for every target that $CC
   makes code for.  All symbols are hidden; the references are weak, so
   that a program without dlopen still links.

   SPDX-License-Identifier: MIT  */

#define _GNU_SOURCE 1
#include "cgprof/abi.h"
#include CGPROF_MODULE_HEADER

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Root's word that programs with privileges are profiled, too.  */
#define CGPROF_PRIVILEGED_FILE "/etc/cgprof/allow-privileged"

#define HIDDEN __attribute__ ((weak, visibility ("hidden")))
#define USED __attribute__ ((used))

/* A reference that may stay unresolved and yet leaves the object's own
   references to the same symbol as strong as they are.  */
#define WEAKREF(name) __attribute__ ((weakref (name)))

#include "module/kernel.h"

typedef void module_hook (struct cgprof_module *);

/* Of the runtime's file, where the compiler makes code of this size only when
   it is told to (build-plugin).  */
#ifndef CGPROF_SIZE_SUFFIX
# define CGPROF_SIZE_SUFFIX ""
#endif

/* The default path of the runtime for programs with glibc.  The plugin writes
   its own in place of this one, so the compiler may not know how long it
   is.  */
asm ("\t.section .rodata.__cgprof_path_1,\"a\",%progbits\n"
     "__cgprof_path_1:\n"
     "\t.asciz\t\"@CGPROF_RUNTIME@" CGPROF_SIZE_SUFFIX "\"\n"
     "\t.text\n");
extern const char default_path[] __asm__ ("__cgprof_path_1")
  __attribute__ ((visibility ("hidden")));

/* Each name that a module refers to is looked up when that is loaded, in all
   modules before the C library: among 200 libraries it takes as long as ten
   system calls.  So what only the first module needs, which loads the runtime,
   is asked for by name.  */
static module_hook __cgprof_weak_attach WEAKREF (CGPROF_ATTACH);
static __typeof (dlsym) __cgprof_dlsym WEAKREF ("dlsym");
static __typeof (getauxval) __cgprof_getauxval WEAKREF ("getauxval");
#define FIND(function) ((__typeof (function) *) find (#function))

extern const ElfW(Ehdr) module_header __asm__ ("__ehdr_start") HIDDEN;
extern const ElfW(Dyn) dynamic_section[] __asm__ ("_DYNAMIC") HIDDEN;
extern uint64_t counters_start[] __asm__ ("__start_" CGPROF_SECTION_COUNTERS)
  HIDDEN;
extern uint64_t counters_stop[] __asm__ ("__stop_" CGPROF_SECTION_COUNTERS)
  HIDDEN;

extern const char segment_code[] __asm__ (CGPROF_BEGIN) HIDDEN;
extern void leave_segment (void) __asm__ (CGPROF_LEAVE) HIDDEN;

/* GCC says so of definitions alone, and then a linker asks the loader.  */
asm ("\t.hidden " CGPROF_LEAVE "\n");
#ifdef CGPROF_SEGMENT_NAME
asm ("\t.hidden " CGPROF_BEGIN "\n");
#endif

struct cgprof_module this_module __asm__ (CGPROF_MODULE) HIDDEN
  = { .abi = CGPROF_ABI_VERSION, .size = sizeof (struct cgprof_module),
      .unset = -1, .counters = counters_start,
      .counters_end = counters_stop };

_Static_assert (offsetof (struct cgprof_module, unset)
		== CGPROF_UNSET_OFFSET, "read by compiled code");
#ifdef CGPROF_SLOW_PATHS
_Static_assert (offsetof (struct cgprof_module, enter) == 16
		&& offsetof (struct cgprof_module, target) == 24
		&& offsetof (struct cgprof_module, alone) == 76
		&& offsetof (struct cgprof_module, quick) == 80,
		"read by the slow paths");
#endif

#ifndef CGPROF_SLOW_PATHS

/* The slow path as an ordinary function.  */

void target (uint64_t *slot, uint64_t address) __asm__ (CGPROF_TARGET) HIDDEN;

void
target (uint64_t *slot, uint64_t address)
{
  if (this_module.target)
    this_module.target (&this_module, slot, address);
  /* No runtime yet: the first target gets the slot.  */
  else if (address && !slot[CGPROF_SLOT_TARGET])
    {
      slot[CGPROF_SLOT_TARGET] = address;
      slot[CGPROF_SLOT_COUNT]++;
    }
}

#endif

void notice (uint32_t what, const void *set) __asm__ (CGPROF_NOTICE) HIDDEN;

void
notice (uint32_t what, const void *set)
{
  if (what == CGPROF_NOTICE_SEGMENT && leave_segment)
    leave_segment ();
  if (this_module.notice)
    this_module.notice (&this_module, what, set);
}

/* What kind of file FD is (CGPROF_FILE_KIND in abi.h).  */

uint64_t file_kind (uint64_t fd) __asm__ (CGPROF_FILE_KIND) HIDDEN;

uint64_t
file_kind (uint64_t fd)
{
  struct stat status;
  return get_open_status ((int) fd, &status) && !S_ISREG (status.st_mode)
	 && !S_ISBLK (status.st_mode) && !S_ISDIR (status.st_mode)
	 && !(S_ISCHR (status.st_mode) && !is_terminal ((int) fd));
}

/* The length of the string at TEXT (CGPROF_LENGTH in abi.h).  No call of
   strlen, which might be a program's own and is counted.  Words that are
   aligned lie in one page with each of their bytes.  */

uint64_t length (uint64_t text) __asm__ (CGPROF_LENGTH) HIDDEN;

uint64_t
length (uint64_t text)
{
  typedef uint64_t __attribute__ ((may_alias)) word;
  const uint64_t ones = UINT64_MAX / 255;
  uint64_t at = text;
  for (; at % sizeof (word) != 0; at++)
    if (!*(const char *) (uintptr_t) at)
      return at - text;
  for (;; at += sizeof (word))
    {
      uint64_t bytes = *(const word *) (uintptr_t) at;
      if ((bytes - ones) & ~bytes & ones << 7)
	break;
    }
  while (*(const char *) (uintptr_t) at)
    at++;
  return at - text;
}

/* How many of the COUNT pointers at BUCKETS are not null (CGPROF_FILLED in
   abi.h).  */

uint64_t filled (void *const *buckets, uint64_t count)
  __asm__ (CGPROF_FILLED) HIDDEN;

uint64_t
filled (void *const *buckets, uint64_t count)
{
  uint64_t sum = 0;
  while (count > 0)
    sum += buckets[--count] != NULL;
  return sum;
}

/* Whether this module is a static program: it may have a dlopen of its own,
   which would bring in a second libc.  Such a program asks for no
   interpreter, as a library does not, but it says that it is one.  */

static int static_program (void) __asm__ ("__cgprof_static_1");

static int
static_program (void)
{
  if (!&module_header)
    return 0;
  const ElfW(Phdr) *segment
    = (const void *) ((const char *) &module_header + module_header.e_phoff);
  for (int i = 0; i < module_header.e_phnum; i++)
    if (segment[i].p_type == PT_INTERP)
      return 0;
  if (module_header.e_type == ET_EXEC)
    return 1;
  if (dynamic_section)
    for (const ElfW(Dyn) *entry = dynamic_section; entry->d_tag; entry++)
      if (entry->d_tag == DT_FLAGS_1)
	return (entry->d_un.d_val & DF_1_PIE) != 0;
  return 0;
}

/* Whether the program has privileges that who started it does not have.  */

static int is_privileged (void) __asm__ ("__cgprof_is_privileged_1");

static int
is_privileged (void)
{
  return __cgprof_getauxval && __cgprof_getauxval (AT_SECURE);
}

/* What the program has of that NAME, or NULL.  */

static void *find (const char *) __asm__ ("__cgprof_find_1");

static void *
find (const char *name)
{
  return __cgprof_dlsym ? __cgprof_dlsym (RTLD_DEFAULT, name) : NULL;
}

/* Whether root, for whom the file of that name stands, wants programs with
   privileges profiled on this machine.  */

static int are_privileged_allowed (void) __asm__ ("__cgprof_are_allowed_1");

static int
are_privileged_allowed (void)
{
  struct stat status;
  return get_status (CGPROF_PRIVILEGED_FILE, &status)
	 && S_ISREG (status.st_mode) && status.st_uid == 0
	 && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/* Whether nobody but root and USER may replace or change the file or folder
   with STATUS.  A group is taken for its owner's own if their numbers are the
   same.  In a sticky folder others may only add to it.  */

static int is_safe (const struct stat *status, uid_t user)
  __asm__ ("__cgprof_is_safe_1");

static int
is_safe (const struct stat *status, uid_t user)
{
  mode_t others = S_IWOTH;
  if (status->st_gid != (gid_t) status->st_uid)
    others |= S_IWGRP;
  if (S_ISDIR (status->st_mode) && (status->st_mode & S_ISVTX))
    others = 0;
  return (status->st_uid == 0 || status->st_uid == user)
	 && !(status->st_mode & others);
}

/* Make PATH the first folder on the way to the file with the absolute name
   PATH, or the file, that is not safe for USER.  Return 0 if all are.  */

static int find_unsafe (char *path, uid_t user)
  __asm__ ("__cgprof_find_unsafe_1");

static int
find_unsafe (char *path, uid_t user)
{
  struct stat status;
  char *end = path;
  do
    {
      char saved;
      end++;
      while (*end && *end != '/')
	end++;
      saved = *end;
      *end = '\0';
      if (get_status (path, &status) && !is_safe (&status, user))
	return 1;
      *end = saved;
    }
  while (*end);
  return 0;
}

/* Whether the runtime's recorded path may be loaded; tell why not.  What is
   not there is left to dlopen's message.  */

static int is_path_safe (const char *) __asm__ ("__cgprof_is_path_safe_1");

static int
is_path_safe (const char *runtime_path)
{
  char path[PATH_MAX];
  __typeof (realpath) *resolve = FIND (realpath);
  __typeof (geteuid) *get_user = FIND (geteuid);
  __typeof (dprintf) *print = FIND (dprintf);
  if (!resolve || !get_user || !resolve (runtime_path, path)
      || !find_unsafe (path, is_privileged () ? 0 : get_user ()))
    return 1;
  if (print)
    print (2, "cgprof: %s: others may change it and so %s, expected root or"
	   " the effective user alone (or CGPROF_RUNTIME); the program runs"
	   " unprofiled\n", path, runtime_path);
  return 0;
}

/* Put TEXT at TO, as far as there is room before END, and return where its end
   is.  */

static char *add_text (char *, const char *, const char *)
  __asm__ ("__cgprof_add_text_1");

static char *
add_text (char *to, const char *end, const char *text)
{
  while (*text && to < end)
    *to++ = *text++;
  *to = '\0';
  return to;
}

/* How the runtime is loaded.  */
#define LOADED (RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE)

/* The attaching function of RUNTIME, which is loaded, or NULL.  */

static module_hook *find_attach (void *) __asm__ ("__cgprof_find_attach_1");

static module_hook *
find_attach (void *runtime)
{
  module_hook *attach;
  *(void **) &attach = __cgprof_dlsym (runtime, CGPROF_ATTACH);
  return attach;
}

/* Load the runtime by OPEN_LIBRARY, which is dlopen; tell why not.
   Return its attaching function or NULL.  */

static module_hook *load_runtime (__typeof (dlopen) *)
  __asm__ ("__cgprof_load_1");

static module_hook *
load_runtime (__typeof (dlopen) *open_library)
{
  __typeof (secure_getenv) *get_setting = FIND (secure_getenv);
  /* Each search makes dlerror forget.  */
  __typeof (dprintf) *print = FIND (dprintf);
  __typeof (dlerror) *get_reason = FIND (dlerror);
  const char *named = get_setting ? get_setting ("CGPROF_RUNTIME") : NULL;
  const int is_named = named && *named;
  char path[PATH_MAX], *const end = path + sizeof path - 1;
  char *suffix = add_text (path, end, is_named ? named : default_path);
  if (is_named)
    suffix = add_text (suffix, end, CGPROF_SIZE_SUFFIX);
  add_text (suffix, end, find ("gnu_get_libc_version") ? ""
						       : CGPROF_MUSL_SUFFIX);
  if (!is_named && !is_path_safe (path))
    return NULL;
  void *runtime = open_library (path, LOADED);
  /* What the user names may serve programs of several kinds, as what the
     plugin names does, or just this one.  */
  if (!runtime && is_named)
    runtime = open_library (named, LOADED);
  module_hook *attach = runtime ? find_attach (runtime) : NULL;
  if (!attach && print)
    {
      const char *reason = get_reason ? get_reason () : NULL;
      print (2, "cgprof: %s; the program runs unprofiled\n",
	     reason ? reason : path);
    }
  return attach;
}

/* Whether a module was loaded from PATH.  The loader's list is asked: by a
   name, dlopen would open a file, and dlsym make a message, with malloc, where
   there is none.  The caller is a constructor, so the list stays as it is.  */

static int is_loaded (__typeof (dlopen) *, const char *path)
  __asm__ ("__cgprof_is_loaded_1");

static int
is_loaded (__typeof (dlopen) *open_library, const char *path)
{
  const struct link_map *each = open_library (NULL, RTLD_NOW);
  for (; each; each = each->l_next)
    {
      const char *a = each->l_name, *b = path;
      while (*a && *a == *b)
	a++, b++;
      if (!*a && !*b)
	return 1;
    }
  return 0;
}

/* Find the runtime: it is linked in, or another module has loaded it, or it is
   loaded now.  Return its attaching function or NULL.  */

static module_hook *find_runtime (void) __asm__ ("__cgprof_find_runtime_1");

static module_hook *
find_runtime (void)
{
  module_hook *attach = __cgprof_weak_attach;
  if (attach)
    return attach;
  /* By name only: linkers warn of a static program that refers to it.  */
  __typeof (dlopen) *open_library
    = static_program () ? NULL : FIND (dlopen);
  if (!open_library)
    {
      static const char message[]
	= "cgprof: static program: linked without the runtime, expected "
	  "-specs=cgprof.specs; the program runs unprofiled\n";
      tell (message, sizeof message - 1);
      return NULL;
    }
  if (is_loaded (open_library, default_path))
    return find_attach (open_library (default_path, LOADED | RTLD_NOLOAD));
  /* A program starts with 0, and nobody expects dlopen to change it.  */
  __typeof (__errno_location) *find_errno = FIND (__errno_location);
  int none = 0, *place = find_errno ? find_errno () : &none, error = *place;
  attach = load_runtime (open_library);
  *place = error;
  return attach;
}

/* Before any constructor of the program itself, after all its
   destructors.  */
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
static void start_module (void) __asm__ ("__cgprof_start_1") USED
  __attribute__ ((constructor (1)));
static void stop_module (void) __asm__ ("__cgprof_stop_1") USED
  __attribute__ ((destructor (1)));

static void
start_module (void)
{
  /* What the runtime has found by itself is attached.  */
  if (&counters_start[0] == &counters_stop[0] || this_module.handle)
    return;
#ifdef CGPROF_SEGMENT_NAME
  if (segment_code)
    {
      if (this_module.segment == CGPROF_SEGMENT_UNUSED)
	this_module.segment = CGPROF_SEGMENT_USED;
      this_module.leave = leave_segment;
      /* Something that no module tells of was here before.  */
      if (segment_base ())
	leave_segment ();
    }
#endif
  module_hook *attach = NULL;
  /* Where who starts a program is not who it acts for, nothing is loaded,
     written or said.  */
  if (!is_privileged () || are_privileged_allowed ())
    attach = find_runtime ();
  if (attach)
    attach (&this_module);
  this_module.alone = !this_module.enter;
}

static void
stop_module (void)
{
  if (this_module.detach)
    this_module.detach (&this_module);
}
