/* What compiled code, the runtime and the reporter agree on.

   This header is the only place that spells a section name, a symbol of
   an instrumented module or the layout of a row.  It includes nothing but
   <stdint.h>, so that the plugin (C++), the module text (C), the runtime
   and the reporter can all include it.  Any change of meaning raises
   CGPROF_ABI_VERSION; doc/cgprof.texi, "Object files", is the manual.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_ABI_H
#define CGPROF_ABI_H

#include <stdint.h>

#define CGPROF_ABI_VERSION 1

/* Sections of an instrumented object.

   COUNTERS  allocated, NOBITS, link order with its function: 64-bit words,
	     one block a function (see struct cgprof_function_row).
   SITES     not allocated, link order with its function: the rows below.
	     It survives strip, needs no -g and costs no memory at run time.
   STRINGS   not allocated, mergeable: every name of the rows.
   NOTE      allocated, one note a module: marks the module as
	     instrumented (owner CGPROF_NOTE_OWNER, type 1, descriptor one
	     32-bit CGPROF_ABI_VERSION).  */
#define CGPROF_SECTION_COUNTERS "cgprof_cnt"
#define CGPROF_SECTION_SITES	".cgprof.sites"
#define CGPROF_SECTION_STRINGS	".cgprof.str"
#define CGPROF_SECTION_NOTE	".note.cgprof"
#define CGPROF_NOTE_OWNER	"cgprof"

/* What every instrumented module holds once (COMDAT group
   CGPROF_GROUP, hidden symbols; plugin/module/module.c):

   CGPROF_WORD	  initial-exec thread-local int64_t: the distance in bytes
		  from the module's counter section to this thread's own
		  copy of it.  0: count in the section itself.
   CGPROF_MODULE  a struct cgprof_module.
   CGPROF_ENTER	  slow path of a prologue, CGPROF_TARGET slow path of an
		  indirect call (contracts in plugin/cpu.h).
   CGPROF_NOTICE  void (uint32_t): passes on an enum cgprof_notice.

   A program's own code may count through the base of a segment register
   that nothing else uses (gs on x86-64): the kernel keeps one for each
   thread, and the runtime sets it to what CGPROF_WORD holds.  Without a
   runtime it is 0: the section itself.  A program with such code holds
   once (COMDAT group CGPROF_SEGMENT_GROUP, hidden; module/segment.c):

   CGPROF_READY	  local-exec thread-local uint32_t: 1 in a thread that may
		  count through the segment.  A new thread has 0, and its
		  maker's segment.
   CGPROF_BEGIN	  slow path of a prologue that does not find 1,
   CGPROF_SLOT	  slow path of an indirect call, like CGPROF_TARGET.  */
#define CGPROF_GROUP	"__cgprof_module_1"
#define CGPROF_WORD	"__cgprof_word_1"
#define CGPROF_MODULE	"__cgprof_this_1"
#define CGPROF_ENTER	"__cgprof_enter_1"
#define CGPROF_TARGET	"__cgprof_target_1"
#define CGPROF_NOTICE	"__cgprof_notice_1"
#define CGPROF_SEGMENT_GROUP "__cgprof_segment_1"
#define CGPROF_READY	"__cgprof_ready_1"
#define CGPROF_BEGIN	"__cgprof_begin_1"
#define CGPROF_SLOT	"__cgprof_slot_1"

/* The runtime's entry, found by name: linked in, preloaded, or loaded by
   the module's constructor.  */
#define CGPROF_ATTACH	"__cgprof_attach"
#define CGPROF_DETACH	"__cgprof_detach"
#define CGPROF_SONAME	"libcgprof.so.0"

/* What compiled code tells of.  */
enum cgprof_notice
{
  CGPROF_NOTICE_EXIT,		/* The process will end, without exit.  */
  CGPROF_NOTICE_EXEC,		/* It may become another program.  */
  CGPROF_NOTICE_FORKED		/* It may have been forked, without fork:
				   parent and child both tell.  */
};

/* The module's hand to the runtime, and the runtime's hooks.  Compiled
   code reads UNSET (byte offset 8) in prologues; the module text calls
   ENTER and TARGET.  All members belong to the runtime once attached.  */
struct cgprof_module
{
  uint32_t abi;			/* CGPROF_ABI_VERSION.  */
  uint32_t size;		/* sizeof (struct cgprof_module).  */

  /* A prologue whose thread word equals UNSET calls ENTER.  Starts at -1,
     which no word equals: without a runtime nothing ever is slow.  The
     runtime sets it to 0, the word of a thread without a copy.  */
  int64_t unset;

  /* Give the calling thread its copy of this module's counters, store the
     distance in *WORD, and in the thread's segment base if SEGMENT is set,
     and return it.  Called with every register live: must use general
     registers only, must not touch errno, may be called from a signal
     handler.  */
  int64_t (*enter) (struct cgprof_module *, int64_t *word);

  /* Count one call to TARGET from the indirect site whose first word (in
     this thread's copy) is SLOT.  Same conditions as ENTER.  */
  void (*target) (struct cgprof_module *, uint64_t *slot, uint64_t target);

  uint64_t *counters;		/* First word of the counter section.  */
  uint64_t *counters_end;	/* One past its last.  */
  int64_t *word;		/* Of the thread that ran the constructor.  */
  uint64_t handle;		/* The runtime's own; 0 at first.  */

  /* WHAT (enum cgprof_notice) is about to happen, or has.  Called as an
     ordinary function, in any context, also in a child that shares its
     parent's memory.  */
  void (*notice) (struct cgprof_module *, uint32_t what);

  uint32_t segment;		/* Code of the module counts through the
				   segment base.  */
  uint32_t alone;		/* There will be no runtime for this module:
				   CGPROF_BEGIN need not ask again.  */

  /* Like TARGET, for a target that was called from there before, in a
     convention of the processor's own (runtime/quick.h) so that no register
     needs saving; NULL: there is none.  */
  void (*quick) (void);
};

#define CGPROF_UNSET_OFFSET 8

/* Counter words of an indirect or virtual site.  A first call fills
   TARGET; from then on the pair counts that target only and is never
   evicted.  Other targets live in a table of the profile (format.h,
   struct cgprof_table); CHAIN is the file offset of the newest, or 0.
   In the section itself (before a runtime is attached, or without a
   thread word) the words mean the same.  */
enum
{
  CGPROF_SLOT_TARGET,
  CGPROF_SLOT_COUNT,
  CGPROF_SLOT_CHAIN,
  CGPROF_SLOT_WORDS
};

/* Rows in CGPROF_SECTION_SITES, in the target's byte order, each function
   8-aligned: a struct cgprof_function_row, its ALIASES addresses (u64),
   its sites, each a struct cgprof_site_row followed by INLINED
   struct cgprof_inline_row, then zero bytes up to SIZE.

   Strings are offsets in CGPROF_SECTION_STRINGS, an absent one is that of
   an empty string; addresses are link-time addresses.  Lines and columns start at 1; 0 is unknown.  File names are
   as the compiler was given them (-ffile-prefix-map applied), relative
   ones relative to DIRECTORY.  */

enum cgprof_function_flag
{
  CGPROF_FUNCTION_ENTRY = 1,	 /* Word 0 of its counters is its entry
				    count.  */
  CGPROF_FUNCTION_GLOBAL = 2,	 /* Its symbol is not local.  */
  CGPROF_FUNCTION_HIDDEN = 4,	 /* GLOBAL, but not visible outside the
				    module.  */
  CGPROF_FUNCTION_ARTIFICIAL = 8, /* Made by the compiler (no source).  */
  CGPROF_FUNCTION_ADVICE = 16,	 /* Advice rows follow its sites.  */
  CGPROF_FUNCTION_RECORDS = 32	 /* No function (ADDRESS is 0), but records
				    for advice in the function NAME, which
				    may be anywhere now.  */
};

struct cgprof_function_row
{
  uint32_t size;		/* Of this function's rows, this included;
				   multiple of 8.  */
  uint16_t abi;			/* CGPROF_ABI_VERSION.  */
  uint16_t flags;		/* enum cgprof_function_flag.  */
  uint64_t address;		/* Of its first instruction.  */
  uint64_t counters;		/* Of its first counter word; 0 if it has
				   none.  */
  uint32_t words;		/* Counter words of the function.  */
  uint32_t sites;		/* Site rows that follow.  */
  uint32_t name;		/* Assembler name.  */
  uint32_t source_name;		/* Assembler name of the function this is a
				   clone of (.isra, .part, ...), if any.  */
  uint32_t directory;		/* Compilation directory.  */
  uint32_t file;
  uint32_t line;
  uint32_t aliases;		/* Addresses (u64) that follow this row:
				   thunks and aliases that lead here.  */
};

enum cgprof_site_kind
{
  CGPROF_SITE_DIRECT,
  CGPROF_SITE_INDIRECT,
  CGPROF_SITE_VIRTUAL		/* Indirect through a C++ vtable.  */
};

enum cgprof_site_flag
{
  CGPROF_SITE_TAIL = 1,		/* The call is a jump: no frame of the
				   caller is left.  */
  CGPROF_SITE_LIBRARY = 2	/* A call the compiler made for a builtin or
				   for itself (memcpy, __divti3).  */
};

/* Where the symbol CALLEE of a direct site is to be looked for.  */
enum cgprof_scope
{
  CGPROF_SCOPE_GLOBAL,		/* By name, in any module.  */
  CGPROF_SCOPE_MODULE,		/* By name, in this module only.  */
  CGPROF_SCOPE_ADDRESS		/* CALLEE_ADDRESS says it (local symbol).  */
};

struct cgprof_site_row
{
  uint64_t callee_address;	/* SCOPE_ADDRESS only, else 0.  */
  uint32_t callee;		/* Assembler name; none if indirect.  */
  uint32_t word;		/* Its first counter word, counted from the
				   function's first; the entry's, where the
				   two counts are the same.  */
  uint8_t kind;			/* enum cgprof_site_kind.  */
  uint8_t flags;		/* enum cgprof_site_flag.  */
  uint8_t scope;		/* enum cgprof_scope.  */
  uint8_t reserved;		/* 0.  */
  uint32_t file;
  uint32_t line;
  uint32_t column;
  uint32_t inlined;		/* Inline rows that follow.  */
  uint32_t reserved2;		/* 0.  */
};

/* One level of inlining: the site was written in the body of FUNCTION,
   which was inlined at FILE:LINE:COLUMN.  Innermost first; the last one's
   place lies in the function of the function row.  */
struct cgprof_inline_row
{
  uint32_t function;		/* Assembler name.  */
  uint32_t file;
  uint32_t line;
  uint32_t column;
};

/* Records for advice (the plugin's option advise) are counter words of their
   function, like counters in all: each thread has its own.  A record's words
   are first SUMS, which add up over threads and runs, then MAXIMA, of which
   the largest counts, then what only the compiled code itself looks at
   (arguments of the last call, for instance).  Addresses are kept
   complemented, so that nobody takes them for a slot's target.

   A function with CGPROF_FUNCTION_ADVICE has behind its sites a 32-bit
   number of rows, 32 bits of 0, and the rows, each a struct
   cgprof_advice_row followed by INLINED struct cgprof_inline_row.  */

enum cgprof_advice_kind
{
  CGPROF_ADVICE_INLINE,		/* No words.  DETAIL: why GCC did not inline
				   the call.  */
  CGPROF_ADVICE_REPEAT,		/* A call with the same arguments.  */
  CGPROF_ADVICE_APPEND,		/* A length or a copy that grows.  */
  CGPROF_ADVICE_REALLOC,
  CGPROF_ADVICE_ALLOCATE,
  CGPROF_ADVICE_IO,		/* read, write and the like.  */
  CGPROF_ADVICE_SORT,		/* DETAIL: the comparator's assembler
				   name.  */
  CGPROF_ADVICE_CLEAR,		/* memset to 0.  */
  CGPROF_ADVICE_VECTOR,		/* A member that may make a std::vector
				   grow.  */
  CGPROF_ADVICE_KINDS
};

/* Sums and maxima of each kind's record.  */
enum
{
  CGPROF_REPEAT_COUNT,
  CGPROF_REPEAT_ARGUMENTS,	/* Arguments are those of the call before, */
  CGPROF_REPEAT_BOTH,		/* and so is the result.  */
  CGPROF_REPEAT_LENGTH,		/* strlen: sum of the results of BOTH.  */
  CGPROF_REPEAT_SUMS,

  CGPROF_APPEND_COUNT = 0,
  CGPROF_APPEND_GROWN,		/* Longer than before by a part, */
  CGPROF_APPEND_AGAIN,		/* bytes that were gone over before.  */
  CGPROF_APPEND_SUMS,
  CGPROF_APPEND_LONGEST = CGPROF_APPEND_SUMS,

  CGPROF_REALLOC_COUNT = 0,
  CGPROF_REALLOC_STEPS,		/* Of the block returned before, by as many
				   bytes as before.  */
  CGPROF_REALLOC_MOVED,		/* Of the block returned before, which moved,
				   */
  CGPROF_REALLOC_BYTES,		/* the bytes that were in it.  */
  CGPROF_REALLOC_SUMS,
  CGPROF_REALLOC_LARGEST = CGPROF_REALLOC_SUMS,

  CGPROF_ALLOCATE_COUNT = 0,
  CGPROF_ALLOCATE_SHORT,	/* Freed while at most CGPROF_RECENT_SLOTS
				   more were allocated.  */
  CGPROF_ALLOCATE_BYTES,
  CGPROF_ALLOCATE_SUMS,
  CGPROF_ALLOCATE_LARGEST = CGPROF_ALLOCATE_SUMS,

  CGPROF_IO_COUNT = 0,
  CGPROF_IO_BYTES,		/* Transferred.  */
  CGPROF_IO_SMALL,		/* Calls that transferred 1 to 511, */
  CGPROF_IO_STREAM,		/* those of them on a pipe, a socket, a
				   terminal or the like.  */
  CGPROF_IO_SUMS,

  CGPROF_SORT_COUNT = 0,
  CGPROF_SORT_ELEMENTS,
  CGPROF_SORT_SUMS,

  CGPROF_CLEAR_COUNT = 0,
  CGPROF_CLEAR_BYTES,
  CGPROF_CLEAR_LOOKS,		/* Of a block cleared as before, words looked
				   at, */
  CGPROF_CLEAR_USED,		/* those that were not 0.  */
  CGPROF_CLEAR_SUMS,
  CGPROF_CLEAR_LARGEST = CGPROF_CLEAR_SUMS,

  CGPROF_VECTOR_CALLS = 0,
  CGPROF_VECTOR_GROWTHS,	/* Calls that got it new storage, */
  CGPROF_VECTOR_FIRST,		/* those of them on one without any, */
  CGPROF_VECTOR_BYTES,		/* and the bytes it had had.  */
  CGPROF_VECTOR_SUMS,
  CGPROF_VECTOR_LARGEST = CGPROF_VECTOR_SUMS,	/* In bytes.  */
  CGPROF_VECTOR_WORDS
};

enum cgprof_advice_flag
{
  CGPROF_ADVICE_WHOLE = 1,	/* CLEAR: the whole block is handed on.  */
  CGPROF_ADVICE_CONST = 2	/* REPEAT: the result depends on the arguments
				   alone.  */
};

struct cgprof_advice_row
{
  uint16_t kind;		/* enum cgprof_advice_kind.  */
  uint16_t flags;		/* enum cgprof_advice_flag.  */
  uint32_t word;		/* The record's first word, counted from the
				   function's first.  */
  uint8_t words;
  uint8_t sums;
  uint8_t maxima;
  uint8_t reserved;		/* 0.  */
  uint32_t callee;		/* Assembler name of what is called.  */
  uint32_t object;		/* Source name of what it is about; or
				   none.  */
  uint32_t detail;
  uint32_t file;
  uint32_t line;
  uint32_t column;
  uint32_t inlined;		/* Inline rows that follow.  */
};

/* A module with records of ALLOCATE has once, in the group
   CGPROF_RECENT_GROUP, the hidden words CGPROF_RECENT: the number of
   allocations, then CGPROF_RECENT_SLOTS slots of an address (complemented),
   the number of the allocation, the distance in bytes from CGPROF_RECENT to
   its record, and a word of no meaning; then a record of no meaning.  */
#define CGPROF_RECENT_GROUP "__cgprof_recent_group_1"
#define CGPROF_RECENT "__cgprof_recent_1"
#define CGPROF_RECENT_SLOTS 8
enum
{
  CGPROF_RECENT_ADDRESS,
  CGPROF_RECENT_NUMBER,
  CGPROF_RECENT_OWNER,
  CGPROF_RECENT_SLOT_WORDS = 4,
  CGPROF_RECENT_FIRST = 4,	/* Word of the first slot.  */
  CGPROF_RECENT_NOBODY
    = CGPROF_RECENT_FIRST + CGPROF_RECENT_SLOTS * CGPROF_RECENT_SLOT_WORDS,
  CGPROF_RECENT_WORDS = CGPROF_RECENT_NOBODY + 8
};

/* What kind of file FD is, for IO; the module's text has it.  1: a pipe, a
   socket, a terminal or the like; 0: a file.  */
#define CGPROF_FILE_KIND "__cgprof_file_kind_1"

#endif /* CGPROF_ABI_H */
