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

#define CGPROF_ABI_VERSION 4
/* Likewise of the rows of CGPROF_SECTION_BLOCKS alone.  */
#define CGPROF_BLOCKS_VERSION 4

/* Sections of an instrumented object.

   COUNTERS  allocated, NOBITS, link order with its function: 64-bit words,
	     one block a function (see the rows).
   SITES     not allocated, link order with its function: the rows below.
	     It survives strip, needs no -g and costs no memory at run time.
   STRINGS   not allocated, mergeable: every name of the rows.
   SEGMENT   allocated, read-only, link order with its function: for code that
	     counts through a segment (below), a signed 32-bit distance from
	     itself to each instruction that does so and neither adds 1 to a
	     counter at an address relative to the instruction, nor compares
	     or loads one.
   BLOCKS    not allocated, link order with its function: the rows of pieces of
	     code below, where all code is counted (the plugin's option
	     count=blocks).
   NOTE      allocated, one note a module: marks the module as
	     instrumented (owner CGPROF_NOTE_OWNER, type CGPROF_NOTE_TYPE,
	     descriptor 32-bit CGPROF_ABI_VERSION and the signed 32-bit
	     distance of CGPROF_MODULE from that distance itself).  */
#define CGPROF_SECTION_COUNTERS "cgprof_cnt"
#define CGPROF_SECTION_SITES	".cgprof.sites"
#define CGPROF_SECTION_STRINGS	".cgprof.str"
#define CGPROF_SECTION_SEGMENT	"cgprof_seg"
#define CGPROF_SECTION_BLOCKS	".cgprof.blocks"
#define CGPROF_SECTION_NOTE	".note.cgprof"
#define CGPROF_NOTE_OWNER	"cgprof"
#define CGPROF_NOTE_TYPE	1

/* What every instrumented module holds once (COMDAT group
   CGPROF_GROUP, hidden symbols; plugin/module/module.c):

   CGPROF_MODULE  a struct cgprof_module.
   CGPROF_TARGET  slow path of an indirect call (contracts in
		  plugin/cpu/cpu.h).
   CGPROF_NOTICE  void (uint32_t, const void *): passes on an enum
		  cgprof_notice and what goes with it.

   And a module with code that counts in each thread's own copy (COMDAT group
   CGPROF_THREAD_GROUP, hidden; module/thread.c):

   CGPROF_WORD	  initial-exec thread-local int64_t: the distance in bytes
		  from the module's counter section to this thread's own
		  copy of it.  0: count in the section itself.
   CGPROF_ENTER	  slow path of a prologue; CGPROF_ENTER_FIRST, on x86-64, for
		  one that is before the function's first instruction: the
		  distance is returned in r11, and r10 is changed.

   A program's own code may count through the base of a segment register
   that nothing else uses (gs on x86-64): the kernel keeps one for each
   thread, and the runtime sets it to what CGPROF_WORD holds.  Without a
   runtime it is 0: the section itself.  A program with such code holds
   once (COMDAT group CGPROF_SEGMENT_GROUP, hidden; module/segment.c):

   CGPROF_READY	  local-exec thread-local uint32_t: 1 in a thread that may
		  count through the segment.  A new thread has 0, and its
		  maker's segment.
   CGPROF_BEGIN	  slow path of a prologue that does not find 1,
   CGPROF_SLOT	  slow path of an indirect call, like CGPROF_TARGET,
   CGPROF_CALL	  the same for code in which no register is free: it finds the
		  slot by an operand behind the instruction that calls it,
   CGPROF_TELL	  calls CGPROF_NOTICE for such code, likewise,
   CGPROF_LEAVE	  void (void): makes that code count without the segment, in
		  the section itself, from now on, as somebody else uses the
		  register.  In any context.  */
#define CGPROF_GROUP	"__cgprof_module_1"
#define CGPROF_THREAD_GROUP "__cgprof_thread_1"
#define CGPROF_WORD	"__cgprof_word_1"
#define CGPROF_MODULE	"__cgprof_this_1"
#define CGPROF_ENTER	"__cgprof_enter_1"
#define CGPROF_ENTER_FIRST "__cgprof_enter_first_1"
#define CGPROF_TARGET	"__cgprof_target_1"
#define CGPROF_NOTICE	"__cgprof_notice_1"
#define CGPROF_SEGMENT_GROUP "__cgprof_segment_1"
#define CGPROF_READY	"__cgprof_ready_1"
#define CGPROF_BEGIN	"__cgprof_begin_1"
#define CGPROF_SLOT	"__cgprof_slot_1"
#define CGPROF_CALL	"__cgprof_call_1"
#define CGPROF_TELL	"__cgprof_tell_1"
#define CGPROF_LEAVE	"__cgprof_leave_1"

/* What a module's code does with the segment.  */
enum cgprof_segment_use
{
  CGPROF_SEGMENT_UNUSED,	/* It never counts through it.  */
  CGPROF_SEGMENT_USED,
  CGPROF_SEGMENT_LEFT		/* It did until CGPROF_LEAVE.  */
};

/* The runtime's entry, found by name: linked in, preloaded, or loaded by
   the module's constructor.  */
#define CGPROF_ATTACH	"__cgprof_attach"
#define CGPROF_SONAME	"libcgprof.so.0"

/* Behind the name of the runtime's file, that of the runtime for programs of
   another kind than the compiler makes unless it is told to: of 32 bits, and
   with musl; in this order.  */
#define CGPROF_32_SUFFIX ".32"
#define CGPROF_MUSL_SUFFIX ".musl"

/* What compiled code tells of.  */
enum cgprof_notice
{
  CGPROF_NOTICE_EXIT,		/* The process will end, without exit.  */
  CGPROF_NOTICE_EXEC,		/* It may become another program.  */
  CGPROF_NOTICE_FORKED,		/* It may have been forked, without fork:
				   parent and child both tell.  */
  CGPROF_NOTICE_LIMIT,		/* From here on, system calls may be
				   deadly (seccomp).  */
  CGPROF_NOTICE_SPACE,		/* There may be a limit on address space, or
				   all that is mapped may be locked.  */
  CGPROF_NOTICE_TAKE,		/* The thread is about to wait for signals of
				   a set and take them.  These have the set's
				   address.  */
  CGPROF_NOTICE_DESCRIPTOR,	/* About to get a descriptor for them.  */
  CGPROF_NOTICE_LET_IN,		/* About to wait with a set of blocked ones;
				   null for those that are blocked now.  */
  CGPROF_NOTICE_WAITED,		/* Its waiting is over, or the set of blocked
				   signals may have changed.  */
  CGPROF_NOTICE_MASK,		/* About to read, change or hand on that
				   set.  */
  CGPROF_NOTICE_SEGMENT,	/* About to change the thread's segment base
				   that programs count through.  */
  CGPROF_NOTICE_STACK,		/* The thread may have another alternate
				   stack.  */
  CGPROF_NOTICE_STATUS,		/* As CGPROF_NOTICE_EXIT, which older objects
				   tell, with the exit status in place of a
				   set's address: its lower 32 bits.  */
  CGPROF_NOTICE_ABORT,		/* SIGABRT will end the process, unless it has
				   a handler that does not return.  */
  CGPROF_NOTICE_ACTION,		/* The program may handle another signal: one
				   that announces samples.  */
  CGPROF_NOTICE_RING,		/* As CGPROF_NOTICE_LET_IN, about to wait for
				   an io_uring.  */
  CGPROF_NOTICES
};

/* CGPROF_NOTICE_LIMIT may be told with the number of a system call, times
   this: nothing is limited if it is another one than seccomp.  So may
   CGPROF_NOTICE_ACTION with the number of the signal.  */
#define CGPROF_NOTICE_NUMBER 256

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
     distance in *WORD, and in the thread's segment base if SEGMENT is
     CGPROF_SEGMENT_USED, and return it.  Called with every register live:
     must use general registers only, must not touch errno, may be called from
     a signal handler.  */
  int64_t (*enter) (struct cgprof_module *, int64_t *word);

  /* Count one call to TARGET from the indirect site whose first word (in
     this thread's copy) is SLOT.  Same conditions as ENTER.  */
  void (*target) (struct cgprof_module *, uint64_t *slot, uint64_t target);

  uint64_t *counters;		/* First word of the counter section, from the
				   beginning on; equal to COUNTERS_END if there
				   are none.  */
  uint64_t *counters_end;	/* One past its last.  */
  void (*detach) (struct cgprof_module *); /* The module is about to be
				   unloaded.  */
  uint64_t handle;		/* The runtime's own; 0 at first.  */

  /* WHAT (enum cgprof_notice) is about to happen, or has.  Called as an
     ordinary function, in any context, also in a child that shares its
     parent's memory.  SET: see there; else it means nothing.  */
  void (*notice) (struct cgprof_module *, uint32_t what, const void *set);

  uint32_t segment;		/* An enum cgprof_segment_use.  */
  uint32_t alone;		/* There will be no runtime for this module:
				   CGPROF_BEGIN need not ask again.  */

  /* Like TARGET, for a target that was called from there before, in a
     convention of the processor's own (runtime/count/quick.h) so that no
     register needs saving; NULL: there is none.  */
  void (*quick) (void);

  void (*leave) (void);		/* CGPROF_LEAVE, or NULL.  */
};

#define CGPROF_UNSET_OFFSET 8

/* Counter words of an indirect or virtual site: pairs of a target and its
   count, and a word CHAIN.  A first call fills the first pair's target; from
   then on the pair counts that target only and is never evicted.  Other
   targets live in a table of the profile (format.h, struct cgprof_table);
   CHAIN is the file offset of the newest, or 0.  A target that turns out to be
   called often gets one of the other pairs, for what is called from then on:
   the calls to a target are the sum of all that counts it.  In the section
   itself (before a runtime is attached, or without a thread word) the words
   mean the same, but only the first pair is used.  */
enum
{
  CGPROF_SLOT_TARGET,
  CGPROF_SLOT_COUNT,
  CGPROF_SLOT_PAIR_WORDS,
  CGPROF_SLOT_PAIRS = 4,
  CGPROF_SLOT_CHAIN = CGPROF_SLOT_PAIRS * CGPROF_SLOT_PAIR_WORDS,
  CGPROF_SLOT_WORDS
};

/* Rows in CGPROF_SECTION_SITES: for each function, one behind the other and
   at any address,

     byte	CGPROF_ABI_VERSION
     number	bytes of the function's rows behind this number
     8 bytes	address of its first instruction
     8 bytes	of its first counter word; 0 if it has none
     number	enum cgprof_function_flag
     number	counter words
     number	line
     number	aliases: thunks and aliases that lead here
     number	callees, counting its sites' that are told by address
     number	strings
     number	sites
     8 bytes	for each alias its address
     8 bytes	for each callee its address
     4 bytes	for each string its offset in CGPROF_SECTION_STRINGS
     ...	the sites
     ...	rows for advice, if the flags say so
     ...	rows of inlined calls, if the flags say so

   in the target's byte order.  A number is an unsigned LEB128 of at most 32
   bits; a distance is one whose least bit is the sign and whose others are
   the value, less one if it is negative (0, -1, 1, -2 are 0, 1, 2, 3).  What
   the linker has to fill in is in the tables only, once for each function,
   so that all else is short.  Zero bytes between functions mean nothing.

   Rows refer to strings by their number in the table, counted from 1; 0 is
   none, as is an empty string.  The first CGPROF_STRINGS are the function's
   own.  Addresses are link-time addresses.  Lines and columns start at 1; 0
   is unknown.  File names are as the compiler was given them
   (-ffile-prefix-map applied), relative ones relative to the directory.  */

enum
{
  CGPROF_STRING_NAME = 1,	/* Assembler name.  */
  CGPROF_STRING_DIRECTORY,	/* Compilation directory.  */
  CGPROF_STRING_FILE,
  CGPROF_STRINGS = CGPROF_STRING_FILE,
  CGPROF_STRING_SOURCE		/* CGPROF_FUNCTION_CLONE: assembler name of
				   the function this is a clone of (.isra,
				   .part, ...).  */
};

enum cgprof_function_flag
{
  CGPROF_FUNCTION_ENTRY = 1,	 /* Word 0 of its counters is its entry
				    count.  */
  CGPROF_FUNCTION_GLOBAL = 2,	 /* Its symbol is not local.  */
  CGPROF_FUNCTION_HIDDEN = 4,	 /* GLOBAL, but not visible outside the
				    module.  */
  CGPROF_FUNCTION_ARTIFICIAL = 8, /* Made by the compiler (no source).  */
  CGPROF_FUNCTION_ADVICE = 16,	 /* Advice rows follow its sites.  */
  CGPROF_FUNCTION_RECORDS = 32,	 /* No function (its address is 0), but
				    records for advice in the function of
				    that name, which may be anywhere now.  */
  CGPROF_FUNCTION_CLONE = 64,	 /* It has a CGPROF_STRING_SOURCE.  */
  CGPROF_FUNCTION_INLINED = 128	 /* Rows of inlined calls follow.  */
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

/* Where the callee of a direct site is to be looked for.  */
enum cgprof_scope
{
  CGPROF_SCOPE_GLOBAL,		/* By name, in any module.  */
  CGPROF_SCOPE_MODULE,		/* By name, in this module only.  */
  CGPROF_SCOPE_ADDRESS		/* By address (local symbol).  */
};

/* A site is

     byte	enum cgprof_site_head
     number	CALLEE: name
     number	ADDRESS: number of its address, counted from 1; 0 is none
     number	WORD: its first counter word, counted from the function's
		first.  Else it is the one behind the last site's, or behind
		the entry count's at the first site.
     number	FILE: file.  Else it is the function's.
     distance	line, from that of the last site, or of the function
     number	column
     ...	INLINED: the number of levels it was inlined that follow, then
		that of levels, at most CGPROF_INLINES_KEPT, which are behind
		them and are the outermost of the last site, then the levels.

   The word may be the entry's, where the two counts are the same.

   Calls may enter a function that has CGPROF_FUNCTION_ENTRY by its local
   entry, behind what counts entries: it was entered as often as that counter
   and all sites of such calls (CGPROF_HEAD_LOCAL_...) tell.

   Before a site whose bytes are summed up (the plugin's option bytes) stands

     byte	CGPROF_HEAD_BYTES
     number	enum cgprof_bytes_kind, times 2; plus 1 if all its calls have
		the same size
     number	that size in bytes; or the counter word of the sum, counted
		from the function's first

   A level of inlining is

     number	function (assembler name), in whose body the site was written
     number	file where that was inlined
     distance	line there, from that of the function row
     number	column there

   The innermost is first; the outermost's place lies in the function of the
   function row.  */

enum cgprof_site_head
{
  CGPROF_HEAD_GLOBAL,		/* Direct and CGPROF_SCOPE_GLOBAL; CALLEE.  */
  CGPROF_HEAD_MODULE,		/* Likewise _MODULE; CALLEE.  */
  CGPROF_HEAD_ADDRESS,		/* Likewise _ADDRESS; CALLEE and ADDRESS.  */
  CGPROF_HEAD_INDIRECT,
  CGPROF_HEAD_VIRTUAL,
  CGPROF_HEAD_BYTES,		/* No site, but what the next one's bytes
				   are.  */
  CGPROF_HEAD_LOCAL_MODULE,	/* As _MODULE, by the callee's local entry.  */
  CGPROF_HEAD_LOCAL_ADDRESS,	/* Likewise _ADDRESS.  */
  CGPROF_HEAD_KIND = 7,		/* Bits of one of these.  */
  CGPROF_HEAD_FLAGS = 8,	/* Times enum cgprof_site_flag.  */
  CGPROF_HEAD_WORD = 32,
  CGPROF_HEAD_FILE = 64,
  CGPROF_HEAD_INLINED = 128
};

/* What is done to the bytes at a call site.  */
enum cgprof_bytes_kind
{
  CGPROF_BYTES_NONE,		/* Nothing is known.  */
  CGPROF_BYTES_ALLOCATED,	/* As asked for.  */
  CGPROF_BYTES_COPIED,
  CGPROF_BYTES_SET,
  CGPROF_BYTES_READ,		/* As the call returned,  */
  CGPROF_BYTES_WRITTEN,		/* or as its attribute access says.  */
  CGPROF_BYTES_KINDS
};

#define CGPROF_INLINES_KEPT 100

/* Rows in CGPROF_SECTION_BLOCKS: for each function whose code is counted, one
   behind the other and at any address,

     byte	CGPROF_BLOCKS_VERSION
     number	bytes of the function's rows behind this number
     8 bytes	address of its first instruction
     number	the power of two that this is a multiple of
     number	bytes from the first of the unit's such functions in its
		section of code; 0 if it is that
     number	classes (below)
     number	the class of ways into the function
     number	that of ways out of it
     number	parts that its code is in: 1 or 2

   and for each part

     8 bytes	address of its code
     number	pieces
     ...	the pieces
     number	additions
     ...	the additions
     number	repetitions
     ...	the repetitions

   A piece of code is run from its beginning to its end, but for its last call
   if that does not return:

     number	enum cgprof_piece_flag
     number	bytes of its code, with what the plugin added
     number	class of ways into it
     number	class of ways out of it
     number	COUNTED: counter word, counted from the function's first
     6 numbers	ALIGNED: a power of two; the most bytes that are skipped for
		it, 0: any number; the same twice more for what is done next

   All executions of pieces (and of the function) the ways out of which are of
   a class are as many as those the ways into which are of the class.  That
   tells how often pieces without a word were run.  What comes into a function
   comes out of all that is outside of it, so the function's ways out are ways
   into that, and its number is the entry counter's.

   An addition is what the plugin has added to a part: the number of bytes
   before it, from the beginning of the part, and that of its own.  Not listed
   are instructions that add 1 to a counter at an address relative to them.

   A repetition is an instruction that repeats itself (a string operation of
   x86): the number of bytes before it, and the counter word of the sum of how
   often it was to be repeated.  */

enum cgprof_piece_flag
{
  CGPROF_PIECE_COUNTED = 1,
  CGPROF_PIECE_ALIGNED = 2,	/* The assembler was told to align it.  */
  CGPROF_PIECE_STOPS = 4	/* Nothing behind its last instruction but
				   padding that is never run: control does not
				   get to the next piece.  */
};

/* A function with CGPROF_FUNCTION_INLINED has, behind its sites and rows for
   advice, a number of rows of the calls that were inlined in its code, and the
   rows.  Such a row is

     number	pieces (above) in which such a call begins: its count is the
		sum of theirs, but if there are none, what begins it is gone
		and the count is not known
     numbers	of these pieces, counted from 0 in the function
     ...	a site, the call, without a word; the levels that it has in
		common are those of the row before.  */

/* Records for advice (the plugin's option advise) are counter words of their
   function, like counters in all: each thread has its own.  A record's words
   are first SUMS, which add up over threads and runs, then MAXIMA, of which
   the largest counts, then what only the compiled code itself looks at
   (arguments of the last call, for instance).  Addresses are kept
   complemented, so that nobody takes them for a slot's target.

   A function with CGPROF_FUNCTION_ADVICE has behind its sites a number of
   rows and the rows.  Such a row is

     number	enum cgprof_advice_kind
     number	enum cgprof_advice_flag
     number	the record's first word, counted from the function's first
     3 bytes	of the record's words: all, sums, maxima
     number	assembler name of what is called
     number	source name of what it is about; or none
     number	detail, see enum cgprof_advice_kind
     number	file
     distance	line, from that of the function row
     number	column
     number	levels it was inlined, which follow.  */

enum cgprof_advice_kind
{
  CGPROF_ADVICE_INLINE,		/* No words.  Detail: why GCC did not inline
				   the call.  */
  CGPROF_ADVICE_REPEAT,		/* A call with the same arguments.  */
  CGPROF_ADVICE_APPEND,		/* A length or a copy that grows.  */
  CGPROF_ADVICE_REALLOC,
  CGPROF_ADVICE_ALLOCATE,
  CGPROF_ADVICE_IO,		/* read, write and the like; calls of stdio
				   count when the stream has no buffer.  */
  CGPROF_ADVICE_SORT,		/* Detail: the comparator's assembler
				   name.  */
  CGPROF_ADVICE_CLEAR,		/* memset to 0.  */
  CGPROF_ADVICE_VECTOR,		/* A member that may make a std::vector
				   grow.  */

  /* Other calls about C++ containers.  What is called is a source name here,
     what it is about NAME (FILE:LINE) as declared, and the detail the
     container's type (USE of an iterator: the iterator's, if nobody knows of
     which container it is).  */
  CGPROF_ADVICE_HASH,		/* Lookup or insertion in a std::unordered_map
				   or the like.  */
  CGPROF_ADVICE_TREE,		/* Lookup, insertion or removal in a std::map
				   or the like.  */
  CGPROF_ADVICE_SHIFT,		/* Insertion into or removal from a
				   std::vector, at a place.  */
  CGPROF_ADVICE_PASS,		/* A std::vector or std::list is gone over
				   from its beginning.  */
  CGPROF_ADVICE_STEP,		/* ++ or -- of a std::list's iterator.  */
  CGPROF_ADVICE_END,		/* A std::vector or std::unordered_map or the
				   like is emptied or ends.  */
  CGPROF_ADVICE_USE,		/* No words.  Something that only this type of
				   container does; what is called is none if
				   the container is handed on.  */
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
  CGPROF_APPEND_LONGEST = CGPROF_APPEND_SUMS, /* Of those.  */

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
  CGPROF_VECTOR_WORDS,

  CGPROF_HASH_COUNT = 0,
  CGPROF_HASH_SIZES,		/* Elements that were there.  */
  CGPROF_HASH_GROWTHS,		/* Calls that got it more buckets, */
  CGPROF_HASH_FIRST,		/* those of them on one without any, */
  CGPROF_HASH_MOVED,		/* and the elements that were there.  */
  CGPROF_HASH_SUMS,
  CGPROF_HASH_LARGEST = CGPROF_HASH_SUMS, /* After a growth: elements, */
  CGPROF_HASH_FILLED,		/* buckets with an element, */
  CGPROF_HASH_BUCKETS,		/* buckets.  */
  CGPROF_HASH_WORDS,

  /* Calls by the size of the container: below 16, 256, and so on.  */
  CGPROF_TREE_CLASSES = 6,
  CGPROF_TREE_CLASS_BITS = 4,

  CGPROF_SHIFT_COUNT = 0,	/* But insertions at the end.  */
  CGPROF_SHIFT_FRONT,		/* At the first element.  */
  CGPROF_SHIFT_BYTES,		/* Behind the place.  */
  CGPROF_SHIFT_SUMS,
  CGPROF_SHIFT_LARGEST = CGPROF_SHIFT_SUMS, /* Bytes in the vector.  */
  CGPROF_SHIFT_WORDS,

  CGPROF_PASS_COUNT = 0,
  CGPROF_PASS_SIZES,		/* Elements that were there.  */
  CGPROF_PASS_SUMS,
  CGPROF_PASS_LARGEST = CGPROF_PASS_SUMS,
  CGPROF_PASS_WORDS,

  CGPROF_STEP_COUNT = 0,
  CGPROF_STEP_FAR,		/* To an element CGPROF_STEP_NEAR bytes or
				   more away.  */
  CGPROF_STEP_WORDS,

  CGPROF_END_COUNT = 0,		/* Of those with storage; */
  CGPROF_END_ROOM,		/* bytes of it, or of the buckets, */
  CGPROF_END_USED,		/* and those in use (8 for an element of an
				   unordered one).  */
  CGPROF_END_FRESH,		/* Storage that is not that of the end
				   before.  */
  CGPROF_END_SUMS,
  CGPROF_END_LARGEST = CGPROF_END_SUMS, /* As HASH_LARGEST.  */
  CGPROF_END_FILLED,
  CGPROF_END_BUCKETS,
  CGPROF_END_LAST,		/* The storage, complemented.  */
  CGPROF_END_WORDS
};

#define CGPROF_STEP_NEAR 512

/* How many of the COUNT pointers at BUCKETS are not null: of a container of
   CGPROF_CHECK_LEAST elements or more after a growth or at its end.  */
#define CGPROF_FILLED "__cgprof_filled_1"
#define CGPROF_CHECK_LEAST 64

enum cgprof_advice_flag
{
  CGPROF_ADVICE_WHOLE = 1,	/* CLEAR: the whole block is handed on.  */
  CGPROF_ADVICE_CONST = 2,	/* REPEAT: the result depends on the arguments
				   alone.  */
  CGPROF_ADVICE_ALIAS = 4	/* The container may be any of its type: it is
				   known by a reference, a pointer or not at
				   all, or is handed on.  */
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

/* The length of the string at TEXT, for APPEND.  */
#define CGPROF_LENGTH "__cgprof_length_1"

/* The first line of what the plugin's option use=FILE reads and
   `cgprof export --to=use' writes.  The other lines, of words between blanks:

     function NAME CALLS INSTRUCTIONS
		a function's assembler name without a clone's suffix, how often
		it was called, also where that was inlined, and the
		instructions that its own code ran, with what was inlined.
		What follows, up to the next one, is its:
     line LINE COUNT
		how often a line ran, LINE behind that of the declaration of
		the function's name; also where the function was inlined
     part LINE COLUMN COUNT
     test LINE COLUMN COUNT
		likewise what of the line is of one column, and if that has
		branches
     site LINE NAME
		what is called on it, also if that was inlined; "*" for an
		indirect call: by these lines are found again when others have
		been put between them
     call LINE NAME COUNT
		how often an indirect call on it led to the function NAME.

   Rows of one kind are sorted by line, and by column.  */
#define CGPROF_USE_HEAD "cgprof-use 2"

#endif /* CGPROF_ABI_H */
