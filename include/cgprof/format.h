/* The bytes of cgprof.out.

   The runtime maps the file and counts in it, so it is complete at any
   moment, however the process ends.  The children that the process forks, and
   theirs, count in the same file, each in a place of its own.  It is a header
   and then records, one after another, each CGPROF_ALIGN-aligned, up to the
   header's USED; what lies beyond USED is unspecified.  A record's TYPE is
   written last: CGPROF_RECORD_NONE marks one that was never finished, to be
   stepped over by its SIZE.  All numbers are in the byte order of the process;
   every reader must take any bytes from anyone.  doc/cgprof.texi, "Profile
   format", is the manual; any change raises CGPROF_FORMAT_VERSION.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_FORMAT_H
#define CGPROF_FORMAT_H

#include <stdint.h>

/* A merged file holds several profiles, each CGPROF_ALIGN-aligned and behind
   the one before.  File offsets in a profile count from its own header.  */

#define CGPROF_MAGIC "cgprof\x1a\n"	/* 8 bytes, no NUL.  */
#define CGPROF_FORMAT_VERSION 2
#define CGPROF_BYTE_ORDER 0x01020304u	/* As the process writes it.  */
#define CGPROF_ALIGN 64

enum cgprof_end
{
  CGPROF_END_NONE,		/* Running, or ended without a word: a fatal
				   signal.  */
  CGPROF_END_EXIT,		/* exit or return from main.  */
  CGPROF_END_QUICK,		/* _exit: without what exit does before.  */
  CGPROF_END_EXEC,		/* It was about to become another program.  */
  CGPROF_END_SIGNAL		/* A fatal signal.  */
};

/* No exit status or signal is known.  */
#define CGPROF_STATUS_UNKNOWN 0xffffffffu

enum cgprof_clock
{
  CGPROF_CLOCK_NONE,		/* No sampling.  */
  CGPROF_CLOCK_CPU,
  CGPROF_CLOCK_WALL
};

enum cgprof_sampler
{
  CGPROF_SAMPLER_NONE,
  CGPROF_SAMPLER_PERF,		/* perf_event_open, software cpu-clock,
				   user mode only.  */
  CGPROF_SAMPLER_TIMER,		/* timer_create on the thread's clock.  */
  CGPROF_SAMPLER_BOTH		/* The one for some threads or for a while, the
				   other for others.  */
};

/* Whether samples tell who used system time (CGPROF_ADDRESS_KERNEL), or why
   not.  */
enum cgprof_system
{
  CGPROF_SYSTEM_NONE,		/* It is not known: no thread was sampled by
				   processor time.  */
  CGPROF_SYSTEM_SAMPLED,
  CGPROF_SYSTEM_PROCESSOR,	/* Not on this kind of processor.  */
  CGPROF_SYSTEM_KERNEL,		/* The kernel would interrupt calls.  */
  CGPROF_SYSTEM_REFUSED		/* There was no timer for it.  */
};

#define CGPROF_GATE_CLOSED 0x80000000u	/* One makes the file shorter.  */

struct cgprof_header
{
  uint8_t magic[8];
  uint32_t version;		/* CGPROF_FORMAT_VERSION.  */
  uint32_t byte_order;		/* CGPROF_BYTE_ORDER.  */
  uint32_t header_size;		/* Offset of the first record.  */
  uint32_t word_size;		/* sizeof (void *) of the process.  */
  uint64_t used;		/* Bytes of the file that count.  */
  uint64_t pid;			/* Of the process that began the file, and  */
  uint64_t start_time;		/* when: CLOCK_REALTIME at attach, ns.  PID is
				   0 in a sum of profiles (cgprof merge
				   --sum), then the time is the first
				   one's.  */
  uint32_t clock;		/* enum cgprof_clock.  */
  uint32_t places;		/* Id of the PROCESS record of the newest
				   place; each leads to the next older one.  */
  uint64_t period;		/* Mean distance of samples, ns.  */
  uint64_t next;		/* In a merged file: where the header of the
				   next profile is, from this header's first
				   byte on; 0: this is the last one.  */
  /* For the processes that count in the file: */
  uint64_t room;		/* Bytes for which the disk has room.  */
  uint32_t probe;		/* Id of the place to look at next for one
				   that is free.  */
  uint32_t gate;		/* How many take bytes of the file now, or
				   CGPROF_GATE_CLOSED.  */
  uint64_t start_clock;		/* CLOCK_MONOTONIC at START_TIME, ns; 0: no
				   sample has a time.  */
  uint64_t longest;		/* Mean distance of samples where it is
				   longest, ns; 0: it is PERIOD.  */
};

enum cgprof_record_type
{
  CGPROF_RECORD_NONE,		/* Unfinished: skip.  */
  CGPROF_RECORD_COMMAND,	/* struct cgprof_command.  */
  CGPROF_RECORD_MODULE,		/* struct cgprof_module_record.  */
  CGPROF_RECORD_COUNTERS,	/* struct cgprof_counters.  */
  CGPROF_RECORD_THREAD,		/* struct cgprof_thread.  */
  CGPROF_RECORD_TARGETS,	/* struct cgprof_table.  */
  CGPROF_RECORD_SAMPLES,	/* struct cgprof_table.  */
  CGPROF_RECORD_IMAGE,		/* struct cgprof_image.  */
  CGPROF_RECORD_PROCESS,	/* struct cgprof_process.  */
  CGPROF_RECORD_TIMES,		/* struct cgprof_times.  */
  CGPROF_RECORD_MARK		/* struct cgprof_mark.  */
};

struct cgprof_record
{
  uint32_t type;		/* enum cgprof_record_type.  */
  uint32_t id;			/* Unique among records of this type, from 1
				   (the runtime takes the record's file offset
				   divided by CGPROF_ALIGN); 0 where nothing
				   refers to the record by its id.  */
  uint64_t size;		/* Of the whole record, padding included;
				   multiple of CGPROF_ALIGN.  */
};

/* A process, and the place in which it counts.

   The record of a place owns the THREAD records and COUNTERS, and through
   them tables, that name it.  A place belongs to one process at a time.  A
   process may get the place of one that has ended, of the same program always,
   and count on in its records: then it has a PROCESS record of its own, whose
   PLACE is that of the first one's, and what the two have counted cannot be
   told apart.  Once many have used a place, a process takes over the record of
   the one before it instead: a record tells of as many PROCESSES, times are
   the sums of theirs, START_TIME is the first one's, and the rest the last
   one's.

   In a sum of profiles all processes count in a few places: one for each way
   of sampling of those whose end was seen, and one whose ADJUST is 1, without
   images, of those whose times cannot be compared with their samples, as their
   end was not seen or their counts were adjusted.  Those that shared a place
   in a profile stay together: it is enough if one of them was seen to end.
   CPU_USER of one alone whose end was not seen is the time of its samples.  */
struct cgprof_process
{
  struct cgprof_record record;
  uint64_t pid;
  uint64_t ppid;		/* Of its parent when it began, that is, of the
				   process that forked it.  */
  uint64_t start_time;		/* CLOCK_REALTIME at attach or fork, ns.  */
  uint64_t end_time;		/* Likewise at the end; 0 if unknown.  */
  uint64_t cpu_user;		/* getrusage (RUSAGE_SELF) at the end, ns;  */
  uint64_t cpu_system;		/* both 0 if the end was not seen.  */
  uint32_t end;			/* enum cgprof_end.  */
  uint32_t status;		/* The exit status or, with
				   CGPROF_END_SIGNAL, the signal;
				   CGPROF_STATUS_UNKNOWN.  */
  uint32_t place;		/* Id of the PROCESS record in whose place it
				   counts: its own, or an older one.  */
  uint32_t processes;		/* How many it tells of.  */
  uint32_t sampler;		/* enum cgprof_sampler.  */
  uint32_t system;		/* enum cgprof_system.  */
  union
  {
    uint64_t calls;		/* In a sum: made at its call sites, or
				   CGPROF_CALLS_UNKNOWN.  */
    uint64_t holder;		/* In the record of a place elsewhere: pid of
				   the last process in it, and above 32 bits
				   how many there were before.  */
  };
  /* In the record of a place: */
  uint32_t adjust;		/* Which images take part: see struct
				   cgprof_image.  */
  uint32_t older;		/* Id of the next older place, 0: none.  */
  union
  {
    uint32_t last;		/* Id of the PROCESS record of the last
				   process in it.  */
    uint32_t ns_low;		/* In a sum, like CALLS: time of its samples
				   or, if that is more by a sample and can be
				   compared with it, its processor time; the
				   lower half  */
  };
  union
  {
    uint32_t threads;		/* Id of its newest THREAD record, or 0.  */
    uint32_t ns_high;		/* and the upper one.  */
  };
  uint32_t sections;		/* Id of its newest COUNTERS of modules' own
				   sections, or 0.  */
  uint32_t modules;		/* Id of its newest MODULE record, or 0.  */
  uint32_t command;		/* In a sum: id of its COMMAND record, which it
				   may share; 0: none.  */
  /* In every record: */
  uint32_t rank;		/* In the MPI job that it is of, plus 1; 0: it
				   is of none.  */
};

/* It cannot be told which calls a process made: it shared its place, the first
   process of which has those of all, and their time.  */
#define CGPROF_CALLS_UNKNOWN (~(uint64_t) 0)

/* The command line and the host: LENGTH bytes of NUL-terminated arguments, and
   behind them HOST_LENGTH bytes of the name by which the host knew itself (no
   NUL).  They are those of PROCESS, the id of a PROCESS record, and of all
   processes that it and its children have forked unless they have a record of
   their own.  */
struct cgprof_command
{
  struct cgprof_record record;
  uint32_t process;
  uint32_t reserved;
  uint32_t length;
  uint32_t host_length;
  char arguments[];
};

enum cgprof_module_flag
{
  CGPROF_MODULE_MAIN = 1,	/* The program itself.  */
  CGPROF_MODULE_INSTRUMENTED = 2,
  CGPROF_MODULE_VDSO = 4
};

struct cgprof_segment
{
  uint64_t address;		/* Link-time address of a PT_LOAD.  */
  uint64_t size;		/* In memory.  */
  uint32_t flags;		/* PF_R, PF_W, PF_X.  */
  uint32_t reserved;
};

/* A module (program, library, vDSO) that was mapped: run-time address =
   BIAS + link-time address, from LOADED to UNLOADED.  A module loaded
   again is another record.  It was loaded in the place PROCESS, and so it was
   in its children, which have records only of what they load themselves:
   where two overlap, a process's own counts.  The fixed part is followed by
   SEGMENTS
   struct cgprof_segment, BUILD_ID_LENGTH bytes of build-id, PATH_LENGTH
   bytes of absolute path (no NUL).  */
struct cgprof_module_record
{
  struct cgprof_record record;
  uint64_t bias;
  uint64_t counters;		/* Link-time address of its counter section
				   and  */
  uint64_t counters_size;	/* bytes; both 0 if not instrumented.  */
  uint64_t loaded;		/* CLOCK_MONOTONIC, ns.  */
  uint64_t unloaded;		/* Likewise; 0 while it is mapped.  */
  uint32_t flags;		/* enum cgprof_module_flag.  */
  uint32_t segments;
  uint32_t build_id_length;
  uint32_t path_length;
  uint32_t process;
  uint32_t older;		/* Id of the MODULE record that was made before
				   in that place, or 0.  */
};

/* One copy of a module's counter section; a count is the sum over all
   copies.  THREAD is the id of the struct cgprof_thread that counts in it,
   0 for the module's own section, which is copied here at attach and at an
   orderly end.  PROCESS is the id of the place that it belongs to.  */
struct cgprof_counters
{
  struct cgprof_record record;
  uint32_t module;
  uint32_t thread;
  uint64_t words;
  uint32_t process;
  uint32_t older;		/* Id of the next older COUNTERS of that
				   thread, or 0.  */
  uint64_t reserved[3];
  uint64_t data[];		/* CGPROF_ALIGN-aligned in the file.  */
};

/* A place for a thread of the place PROCESS.  Threads that follow one another
   use the same, so memory is bounded by the threads alive at once.  */
struct cgprof_thread
{
  struct cgprof_record record;
  uint32_t process;
  uint32_t older;		/* Id of the next older THREAD record of that
				   place, or 0.  */
  uint32_t copies;		/* Id of its newest COUNTERS, or 0.  */
  uint32_t tick;		/* The kernel's, microseconds; 0: no samples
				   come with it.  */
  uint64_t samples;		/* File offset of its newest table of samples,
				   or 0.  */
  uint64_t tid;			/* Of the last thread in this place.  */
  uint64_t threads;		/* How many have used it.  */
  uint64_t signals;		/* Samples taken.  */
  uint64_t lost;		/* Samples that found no room.  */
  uint64_t truncated;		/* Samples whose stack was not walked to its
				   end.  */
  uint64_t folded;		/* Contexts given up for want of room.  */
  uint32_t times;		/* Id of its newest TIMES, or 0.  */
  uint32_t ticks;		/* How many ticks brought a signal, */
  uint64_t least;		/* What an entry of those stands for at least,
				   ns; 0: each sample has its own.  */
  uint64_t ticks_cpu;		/* and the processor time up to the last of
				   them, ns.  */
};

/* An open-addressed table of (address, parent) -> count.

   TARGETS: the targets of one indirect site in one copy: OWNER is the
   COUNTERS record's id, SITE the index of a word of its slot; ADDRESS a
   called run-time address, PARENT 0, COUNT calls.
   SAMPLES: the contexts sampled in one thread: OWNER is the THREAD
   record's id, SITE 0; ADDRESS a run-time pc (a return address where it is
   another entry's PARENT), PARENT the file offset of the caller's entry
   or 0 for an entry without known caller, COUNT samples whose stack ends
   in this entry, WEIGHT their sum of periods, overruns included.

   An entry with ADDRESS 0 is free, one with CGPROF_ADDRESS_DEAD was given up
   and counts nothing.  CGPROF_ADDRESS_UNKNOWN stands for what is not known,
   CGPROF_ADDRESS_FOLDED in a sample's callers for callees that were folded,
   and CGPROF_ADDRESS_KERNEL for the kernel: its parent made the system call or
   met the page fault, as though it had called the kernel, and its WEIGHT is
   system time as the kernel counts it.  With the wall's clock that is time in
   which the thread was in the kernel without waiting, and
   CGPROF_ADDRESS_WAITING stands for what its parent waited for there.
   Entries are never moved: a
   full table gets a larger one before it (NEXT is the file offset of the
   older), and an address may have entries in several tables of a chain;
   they add up.  */

/* The place of a module that was unloaded may be another's.  So addresses in
   it, here and as targets in COUNTERS, are replaced by ones that no code has:
   that bit, below it the id of the MODULE record, and in the lower half the
   link-time address.  */
#define CGPROF_ADDRESS_UNLOADED ((uint64_t) 1 << 63)
#define CGPROF_ADDRESS_ID(address) ((uint32_t) ((address) >> 32) & 0x7fffffffu)

#define CGPROF_ADDRESS_UNKNOWN (~(uint64_t) 0)
#define CGPROF_ADDRESS_FOLDED (~(uint64_t) 1)
#define CGPROF_ADDRESS_DEAD (~(uint64_t) 2)
#define CGPROF_ADDRESS_KERNEL (~(uint64_t) 3)
#define CGPROF_ADDRESS_WAITING (~(uint64_t) 4)

/* No address is this or above it.  */
#define CGPROF_ADDRESS_CODES CGPROF_ADDRESS_WAITING

struct cgprof_table_entry
{
  uint64_t address;
  uint64_t parent;
  uint64_t count;
  uint64_t weight;
};

struct cgprof_table
{
  struct cgprof_record record;
  uint32_t owner;
  uint32_t used;		/* Entries taken.  */
  uint64_t capacity;		/* Entries, a power of two.  */
  uint64_t site;
  uint64_t next;
  uint64_t dead;		/* Entries taken and given up.  */
  struct cgprof_table_entry entries[];
};

/* When samples were taken: a part of the log of the thread OWNER, whose parts
   follow one another in time.  The first USED of CAPACITY entries count.

   An entry stands for the time since the one before it in the log, of which
   its sample was the last: a log that is full is thinned, samples of LEAST
   (struct cgprof_thread) giving way to one that stands for all of them, so
   that what stays is evenly spread over the time that was sampled.  WEIGHTs of
   a log add up to those of the thread's samples, but for what is less than an
   entry.  Its samples may be fewer than those in the tables, as a process that
   is killed may have counted its last one there alone.  */
struct cgprof_time
{
  uint64_t time;		/* CLOCK_MONOTONIC, ns.  */
  uint32_t context;		/* File offset of the sample's table entry,
				   divided by CGPROF_CONTEXT_ALIGN.  */
  uint32_t weight;		/* Microseconds, below CGPROF_TIME_WAITED; and
				   that bit if the thread was waiting all the
				   time.  */
};

#define CGPROF_CONTEXT_ALIGN 8
#define CGPROF_TIME_WAITED 0x80000000u

struct cgprof_times
{
  struct cgprof_record record;
  uint32_t owner;		/* Id of the THREAD record.  */
  uint32_t older;		/* Id of the TIMES before it, or 0.  */
  uint64_t capacity;
  uint64_t used;
  uint64_t reserved;
  struct cgprof_time entries[];
};

enum cgprof_mark_kind
{
  CGPROF_MARK_NAMED,		/* cgprof_mark or a signal.  */
  CGPROF_MARK_STOP,		/* The calls of the same names: what they do
				   to counts ADJUST tells, and when they were
				   made, the marks.  */
  CGPROF_MARK_START,
  CGPROF_MARK_RESET
};

/* Something that the program said happened at TIME: LENGTH bytes of its name
   (no NUL).  PROCESS is the id of the place of the process PID.  */
struct cgprof_mark
{
  struct cgprof_record record;
  uint64_t time;		/* CLOCK_MONOTONIC, ns.  */
  uint64_t pid;
  uint32_t process;
  uint32_t kind;		/* enum cgprof_mark_kind.  */
  uint32_t length;
  uint32_t reserved;
  char name[];
};

/* An image holds 64-bit words that belong to those of another record (the
   one at file offset OF: COUNTERS, TARGETS or SAMPLES), one for each from
   its first byte on.  Counting may be stopped, started and reset while
   threads count, so their words are never touched; rather

     a count = word                    - word of image MINUS, or
     a count = word of image STOPPED   - word of image MINUS

   where ADJUST of the place that the record belongs to says: its bits
   CGPROF_ADJUST_MINUS are the set (1 or 2) of the images MINUS, 0 for none,
   and its bit CGPROF_ADJUST_STOPPED tells that counting is stopped and the
   second line holds.  Above CGPROF_ADJUST_HOLDER bits stands who is changing
   that now: the pid of the process itself or of cgprof ctl, 0 for nobody.  It
   means nothing to readers, and another may take the place of one that is
   dead.  A record without an image in a set that takes part came later: all
   words of its image are 0.  Subtraction is modulo 2^64.  A count is any word
   of COUNTERS but TARGET and CHAIN of an indirect site, and COUNT and WEIGHT
   of a table's entry; images of other words mean nothing.  All images of a set
   are written before ADJUST names it.  */
enum cgprof_image_set
{
  CGPROF_IMAGE_STOPPED,
  CGPROF_IMAGE_MINUS_1,
  CGPROF_IMAGE_MINUS_2,
  CGPROF_IMAGE_SETS
};

#define CGPROF_ADJUST_MINUS 3u
#define CGPROF_ADJUST_STOPPED 4u
#define CGPROF_ADJUST_HOLDER 8

struct cgprof_image
{
  struct cgprof_record record;
  uint64_t of;			/* File offset of the other record.  */
  uint32_t set;			/* enum cgprof_image_set.  */
  uint32_t reserved;
  uint64_t words;
  uint64_t reserved2[3];
  uint64_t data[];		/* CGPROF_ALIGN-aligned in the file.  */
};

#endif /* CGPROF_FORMAT_H */
