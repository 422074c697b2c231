/* A profile as the readers found it: modules, functions, call sites, arcs,
   stacks, threads and processes.  Once it is read nothing edits it: what the
   analyses make of it is in struct results (analyse/results.h).

   Everything lies in growable arrays and refers to everything else by
   index, so there may be millions of it.  No I/O.  Counts are unsigned
   64-bit but kept below 2^63.  Times are in nanoseconds (_ns).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_MODEL_MODEL_H
#define CGPROF_MODEL_MODEL_H

#include "base/map.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The index of no module, function, row, ...  */
#define MODEL_NONE UINT32_MAX

/* Room for the sums and maxima of an advice record.  */
#define MODEL_ADVICE_VALUES 8

/* The largest count and the largest sum of counts.  */
#define MODEL_COUNT_MAX ((uint64_t) INT64_MAX)

struct model_module
{
  const char *name;		/* Last part of PATH.  */
  const char *path;
  const char *build_id;		/* In hexadecimal; NULL if unknown.  */
  bool instrumented;		/* It has code compiled with the plugin.  */
  bool main;			/* It is the program itself.  */
  bool readable;		/* Its file was found and is the right
				   one.  */
};

/* The name of the function that stands for all whose contexts were given up
   for want of room (folded).  */
#define MODEL_FOLDED "[folded]"

/* The name of the function that stands for the runtime, and for what the
   plugin puts into the program's modules.  */
#define MODEL_OWN "[cgprof]"

/* The name of the function that stands for the kernel: its self time is system
   time.  */
#define MODEL_KERNEL "[kernel]"

/* The name of the function that stands for what a thread waits for in the
   kernel: its self time, with the wall's clock, is that in which threads were
   waiting.  */
#define MODEL_WAITING "[waiting]"

/* What a thread was doing when it was sampled: it ran code of its own, or was
   in the kernel, which the function of the state stands for then.  */
enum model_state
{
  MODEL_STATE_RUNNING,
  MODEL_STATE_SYSTEM,		/* MODEL_KERNEL */
  MODEL_STATE_WAITING,		/* MODEL_WAITING */
  MODEL_STATES
};

/* The states' names, behind NULL for all of them.  */
extern const char *const model_state_names[1 + MODEL_STATES];

enum model_function_flag
{
  MODEL_FUNCTION_EXTERNAL = 1,	/* Known by name only.  */
  MODEL_FUNCTION_UNKNOWN = 2,	/* Stands for addresses of MODULE (or of no
				   module) that lie in no function.  */
  MODEL_FUNCTION_LOCAL = 4,	/* Its symbol is local to FILE.  */
  MODEL_FUNCTION_PLT = 8,	/* A stub of the linker.  */
  MODEL_FUNCTION_ENTRIES = 16,	/* ENTRIES was counted.  */
  MODEL_FUNCTION_ROW = 32,	/* It was compiled with the plugin.  */
  MODEL_FUNCTION_CALLED = 64,	/* SYMBOL is the name it was called by.  */
  MODEL_FUNCTION_LABEL = 128,	/* Its symbol is not of a function's
				   type.  */
  MODEL_FUNCTION_INLINED = 256,	/* It has no code of its own.  */
  MODEL_FUNCTION_INSTRUCTIONS = 512	/* INSTRUCTIONS was counted.  */
};

struct model_function
{
  uint64_t address;		/* Link-time.  */
  uint64_t size;		/* Of its code in bytes; 0 if unknown.  */
  uint32_t module;		/* Or MODEL_NONE.  */
  uint32_t flags;		/* enum model_function_flag.  */
  const char *symbol;		/* Assembler name.  */
  const char *source;		/* Assembler name without a clone's suffix.  */
  const char *name;		/* As shown; no two are equal (naming.h).  */
  const char *directory;	/* Of compilation; NULL if unknown.  */
  const char *file;		/* NULL if unknown.  */
  uint32_t line;		/* 0 if unknown.  */
  const char *decl_file;	/* Where its name is declared, if origins of
				   code were asked for; else NULL,  */
  uint32_t decl_line;		/* and 0.  */

  uint64_t entries;		/* Number of times it was entered, if counted
				   (MODEL_FUNCTION_ENTRIES).  */
  uint64_t outside;		/* Calls recorded without a known caller.  */
  uint64_t instructions;	/* That it ran, if they were counted
				   (MODEL_FUNCTION_INSTRUCTIONS).  */
  double self_ns;
};

/* The calls of one function by another.  */
struct model_arc
{
  uint32_t caller;		/* Indices in model.functions.  */
  uint32_t callee;
  uint64_t count;		/* 0: the code has such a call, but it was
				   not made.  */
};

enum model_site_kind
{
  MODEL_SITE_DIRECT,
  MODEL_SITE_INDIRECT,
  MODEL_SITE_VIRTUAL
};

/* What calls do to bytes.  */
enum model_bytes_kind
{
  MODEL_BYTES_NONE,		/* Nothing is known.  */
  MODEL_BYTES_ALLOCATED,
  MODEL_BYTES_HANDED_OUT,	/* By an allocator of the program's own, which
				   gets them from another.  */
  MODEL_BYTES_COPIED,
  MODEL_BYTES_SET,
  MODEL_BYTES_READ,
  MODEL_BYTES_WRITTEN,
  MODEL_BYTES_KINDS
};

/* Their names; NULL for the first.  */
extern const char *const model_bytes_names[MODEL_BYTES_KINDS];

/* A basic block, or a place with call sites: how often it was executed.  */
struct model_block
{
  uint32_t function;
  uint32_t line;
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint64_t address;		/* Link-time; 0 if unknown.  */
  uint64_t count;
};

/* Instructions of one line that are one behind the other and run as a whole.
   The last one may be a branch, and the first one begin a loop.  Those of
   different blocks of the line's, and of different inlined calls, are kept
   apart if that was asked for.  */
struct model_code
{
  uint32_t function;
  uint32_t line;
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint32_t discriminator;	/* Which block of the line's; 0 if unknown.  */
  uint32_t column;		/* 0 if unknown.  */
  uint32_t inlines;		/* Index in model.inlines of the first inlined
				   call that it is part of, */
  uint32_t inlined;		/* and how many they are.  */
  uint64_t address;		/* Link-time, of the first.  */
  uint64_t executions;
  uint64_t instructions;	/* That ran: in all executions.  */
  bool branch;			/* It ends in one, which was taken */
  uint64_t taken;		/* so often, */
  bool closes;			/* and leads back to where a loop begins.  */
  uint64_t tests;		/* If rounds of a loop end with it whose body
				   is written behind it, how often the source
				   has it done: before each round, and to end
				   the loop; else 0.  */
  bool loop;			/* It begins one, which was entered */
  bool entered_unknown;
  uint64_t entered;		/* so often, unless that is unknown, and went
				   round  */
  uint64_t rounds;		/* that often in all.  */
};

/* An instruction of a function all code of which is counted.  */
struct model_instruction
{
  uint32_t function;
  uint32_t line;
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint64_t address;		/* Link-time.  */
  const char *text;		/* In the assembler's language.  */
  uint64_t target;		/* Where it leads to if it is direct, else
				   0; */
  const char *symbol;		/* what that is in, NULL if unknown, */
  const char *name;		/* as shown, */
  uint64_t offset;		/* and how many bytes behind its begin.  */
  uint64_t executions;
};

/* An address with the time spent at it, and its line.  */
struct model_line
{
  uint32_t function;
  uint32_t line;
  const char *file;		/* NULL: no line is known.  */
  uint64_t address;		/* Link-time.  */
  double self;			/* In ns.  */
  bool entry;			/* The function begins here; no time.  */
};

/* A call instruction and one function it called.  */
struct model_site
{
  uint32_t caller;
  uint32_t callee;
  uint64_t count;		/* May be 0.  */
  const char *file;		/* NULL if unknown.  */
  uint32_t line;
  uint32_t column;
  uint32_t inlines;		/* Index in model.inlines of the first inlined
				   call that it is part of, */
  uint32_t inlined;		/* and how many they are.  */
  uint8_t kind;			/* enum model_site_kind.  */
  uint8_t bytes_kind;		/* enum model_bytes_kind; model_bytes_of.  */
  bool tail;			/* It is a tail call.  */
  uint64_t bytes;		/* Sum over its calls.  */
};

/* A record that was kept for advice.  */
struct model_advice
{
  uint32_t kind;		/* enum cgprof_advice_kind.  */
  uint32_t flags;		/* enum cgprof_advice_flag.  */
  uint32_t function;		/* The function it is in; MODEL_NONE if that
				   exists only as clones and inlined.  */
  const char *within;		/* Then the function's symbol, NULL if
				   unknown, */
  const char *within_name;	/* and the name to show.  */
  uint32_t callee;		/* In the model; MODEL_NONE if it is not
				   there.  */
  const char *symbol;		/* Assembler name of what is called.  */
  const char *object;		/* Source name; NULL if unknown.  */
  const char *detail;		/* See enum cgprof_advice_kind.  */
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint32_t line;
  uint32_t column;
  uint32_t inlines;		/* As a site's.  */
  uint32_t inlined;
  uint64_t values[MODEL_ADVICE_VALUES];	/* Sums, then maxima.  */
};

/* An inlined call of the function SYMBOL at FILE:LINE:COLUMN, whose code has a
   call site.  */
struct model_inline
{
  const char *symbol;
  const char *name;		/* As shown.  */
  const char *file;
  uint32_t line;
  uint32_t column;		/* 0 if unknown, like the two that follow.  */
  uint32_t discriminator;	/* Which block of the line's.  */
  uint32_t decl_line;		/* Where SYMBOL is declared.  */
};

/* A call that was inlined in FUNCTION.  */
struct model_inlined_call
{
  uint32_t function;
  uint32_t inlines;		/* Index in model.inlines: what is called, and
				   where; behind it are the inlined calls that
				   it is part of.  */
  uint32_t inlined;		/* How many they are, with the first.  */
  bool known;			/* COUNT is: what the compiler made of the call
				   begins somewhere.  */
  uint64_t count;
};

enum model_frame_flag
{
  MODEL_FRAME_INLINED = 1,	/* No frame of its own: the function was
				   inlined into its parent.  */
  MODEL_FRAME_INFERRED = 2	/* No frame was left: the call instruction
				   names the function, or it made a tail
				   call, and the counted arcs leave no other
				   way.  */
};

/* A function on a stack, with what called it.  Parents come before their
   children.  SITE, FILE and LINE are found on demand (frames.h).  */
struct model_context
{
  uint32_t function;
  uint32_t parent;		/* Another context, or MODEL_NONE.  */
  uint32_t site;		/* The call it is making, in model.sites, or
				   MODEL_NONE.  */
  uint32_t flags;		/* enum model_frame_flag.  */
  uint64_t address;		/* Link-time, in the call; 0 if unknown.  Of
				   an inlined function: in its parent.  */
  const char *file;		/* Of that call; NULL if unknown, */
  uint32_t line;		/* like 0.  */
};

/* Time for which a stack was seen in a thread.  */
struct model_sample
{
  uint32_t function;		/* The innermost one.  */
  uint32_t context;		/* Its caller, or MODEL_NONE.  */
  uint32_t thread;		/* In model.threads.  */
  uint32_t flags;		/* enum model_frame_flag, of FUNCTION.  */
  uint64_t address;		/* Link-time; 0 if it is in no module.  */
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint32_t line;
  float shared;			/* Which part of their time is left out of
				   NS because other threads ran.  */
  uint64_t count;		/* Of samples; their periods differ.  */
  double ns;
};

/* When time of a sample was spent: NS before AT_NS, which is since 1970.  */
struct model_time
{
  uint64_t at_ns;
  double ns;
  uint32_t sample;		/* In model.samples.  */
  bool waited;			/* It is of all that time, not of the
				   moment.  */
};

/* Something that the program said happened.  */
struct model_mark
{
  const char *name;
  uint64_t at_ns;		/* Since 1970, */
  double seconds;		/* and since the profile's start.  */
  uint64_t pid;
  uint32_t process;		/* The first one in its place, in
				   model.processes.  */
};

/* Whether samples tell who used a process's system time, or why not.  */
enum model_system
{
  MODEL_SYSTEM_NONE,		/* That is not known.  */
  MODEL_SYSTEM_SAMPLED,
  MODEL_SYSTEM_PROCESSOR,	/* Not on its kind of processor.  */
  MODEL_SYSTEM_KERNEL,		/* Its kernel is too old for that.  */
  MODEL_SYSTEM_REFUSED		/* There was no timer for it.  */
};

/* A process, as its profile tells of it; or several of which nothing but their
   number is kept apart.  Those that counted in one place, one after another,
   cannot be told apart by what they did: the first of them has it all, unless
   their profile tells how many calls each made.  Times of the day are since
   1970.  */
struct model_process
{
  uint64_t pid;			/* Of the last one.  0: a gmon.out's, of which
				   nothing is known.  */
  uint64_t parent;		/* Pid of what started it.  */
  const char *program;		/* Path of its program, or NULL.  */
  const char *arguments;	/* Each with its NUL, the first is what it was
				   called; or NULL.  */
  size_t arguments_size;	/* In bytes.  */
  const char *command;		/* They, with spaces between them and no
				   control characters; else PROGRAM.  */
  const char *host;		/* The name of its host, or NULL.  */
  uint32_t rank;		/* In its MPI job; MODEL_NONE: it is of
				   none.  */
  uint64_t processes;		/* How many they are.  */
  uint64_t profile_ns;		/* Start of the first one in its profile, */
  uint64_t start_ns;		/* of the first of these.  */
  uint64_t end_ns;		/* Of the last; 0 if its end was not seen, */
  uint64_t user_ns;		/* like its processor time, */
  uint64_t system_ns;		/* both kinds; of all.  */
  uint32_t system;		/* enum model_system.  */
  const char *ending;		/* What ended the last one: "exit" (or return
				   from main), "_exit", "exec", "signal"; NULL
				   if that is not known.  */
  uint32_t status;		/* Its exit status or signal; MODEL_NONE if
				   that is not known.  */
  uint32_t place;		/* The first one in its place, in
				   model.processes; the threads are that
				   one's.  */
  bool counted;			/* CALLS and NS are known.  */
  uint64_t calls;		/* Made at call sites.  */
  double ns;			/* All time that functions have of it.  */
};

/* A thread, or several that followed one another.  */
struct model_thread
{
  uint32_t process;		/* In model.processes.  */
  uint64_t pid;
  uint64_t tid;			/* Of the last one.  */
  uint64_t threads;		/* How many there were.  */
  const char *label;
  uint64_t samples;
  uint64_t lost;		/* Samples that found no room.  */
  uint64_t truncated;		/* Samples whose stack could not be walked to
				   its end.  */
  uint64_t folded;		/* Contexts given up for want of room.  */
  bool in_step;			/* It runs in step with the kernel's tick, so
				   that samples which come with that are not at
				   random: */
  bool only_ticks;		/* all of them, as it may be, else those of
				   system time.  */
  double ns;
};

/* How often a function was called in the place of a process.  */
struct model_share
{
  uint32_t function;
  uint32_t process;		/* In model.processes: the first in its
				   place.  */
  uint64_t calls;		/* From call sites.  */
  uint64_t entries;		/* As in struct model_function.  */
};

/* All of it.  A zeroed struct is empty.  */
struct model
{
  struct arena arena;		/* All strings.  */

  struct model_module *modules;
  size_t module_count, module_room;
  struct model_function *functions;
  size_t function_count, function_room;
  struct model_arc *arcs;
  size_t arc_count, arc_room;
  struct model_site *sites;
  size_t site_count, site_room;
  struct model_inline *inlines;
  size_t inline_count, inline_room;
  struct model_advice *advice;
  size_t advice_count, advice_room;
  struct model_inlined_call *inlined_calls;
  size_t inlined_call_count, inlined_call_room;
  struct model_block *blocks;
  size_t block_count, block_room;
  struct model_code *code;
  size_t code_count, code_room;
  struct model_instruction *instructions;
  size_t instruction_count, instruction_room;
  struct model_line *lines;
  size_t line_count, line_room;

  struct model_context *contexts;
  size_t context_count, context_room;
  struct model_sample *samples;
  size_t sample_count, sample_room;
  struct model_time *times;	/* Of each thread in their order.  */
  size_t time_count, time_room;
  struct model_mark *marks;
  size_t mark_count, mark_room;
  struct model_thread *threads;
  size_t thread_count, thread_room;
  struct model_process *processes;	/* Whose profiles were added up.  */
  size_t process_count, process_room;

  bool wants_shares;		/* SHARES are wanted; else there are none.  */
  struct model_share *shares;
  size_t share_count, share_room;
  struct map share_map;		/* By (function, process).  */

  const char *program;		/* Path of the program.  */
  const char *from;		/* Times are of samples from this time on, */
  const char *to;		/* and before this, as the user has said it;
				   NULL: no such limit.  */
  bool latency;			/* They count 1/N while N threads ran.  */
  const char *state;		/* They are of threads in this state; NULL:
				   in any.  */
  double sample_ns;		/* What one sample stands for; 0: no time was
				   measured.  */
  double longest_ns;		/* What one stands for of a thread that was
				   sampled more rarely; not less.  */
  uint64_t sample_bytes;	/* What one sample covers.  */
  bool has_waits;		/* Samples are of the wall's clock, so that
				   waiting is among what they tell.  */
  bool has_time;		/* A profile had samples, */
  bool has_arcs;		/* counts of calls, */
  bool has_stacks;		/* stacks of its samples, */
  bool has_stackless;		/* samples but no stacks at all.  */

  struct map function_map;	/* Function by (module, address).  */
  struct map code_map;		/* Code by (module, address).  */
  struct map instruction_map;	/* Instruction likewise.  */
  struct dict external_map;	/* External function by its symbol.  */
  struct dict inlined_map;	/* Inlined function by
				   "MODULE SYMBOL\nFILE".  */
};

/* Add MODULE, whose strings are copied, and return its index.  */
uint32_t model_add_module (struct model *model,
			   const struct model_module *module);

/* Return the function at link-time ADDRESS of MODULE.  If it is new, add it
   with SYMBOL, and set *CREATED, which may be NULL, to true, else to
   false.  */
uint32_t model_get_function (struct model *model, uint32_t module,
			     uint64_t address, const char *symbol,
			     bool *created);

/* Return the function that is known only as SYMBOL; add it if it is new.  */
uint32_t model_get_external (struct model *model, const char *symbol);

/* Return that function, or MODEL_NONE if there is none.  */
uint32_t model_find_external (const struct model *model, const char *symbol);

/* Return the state that FUNCTION, if one is at work there, stands for.  */
enum model_state model_state_of (const struct model *model, uint32_t function);

/* Return what the calls of SITE do to bytes: not what its code says if the
   allocator was compiled with the plugin, too.  */
enum model_bytes_kind model_bytes_of (const struct model *model,
				      const struct model_site *site);

/* Return the function SYMBOL of MODULE, declared at FILE:LINE (NULL and 0 if
   unknown), that exists only where it was inlined; add it if it is new.  */
uint32_t model_get_inlined (struct model *model, uint32_t module,
			    const char *symbol, const char *file,
			    uint32_t line);

/* Return the function that stands for those addresses of MODULE, or
   (MODEL_NONE) of no module, that lie in no function; add it if it is new.  */
uint32_t model_get_unknown (struct model *model, uint32_t module);

/* Add COUNT calls from CALLER to CALLEE, to the arc that was added last if
   that has the same ends; a COUNT of 0 adds nothing.  Return false if that is
   above MODEL_COUNT_MAX.  */
bool model_add_arc (struct model *model, uint32_t caller, uint32_t callee,
		    uint64_t count);

/* Add an arc of COUNT calls, which may be 0.  Return false likewise.  */
bool model_put_arc (struct model *model, uint32_t caller, uint32_t callee,
		    uint64_t count);

/* Merge all arcs from one function to another into one, which stands where the
   first of them stood.  Return false if counts add up to more than
   MODEL_COUNT_MAX.  */
bool model_merge_arcs (struct model *model);

/* Add a copy of BLOCK or LINE.  */
void model_add_block (struct model *model, const struct model_block *block);
void model_add_line (struct model *model, const struct model_line *line);

/* Return the code at link-time ADDRESS of FUNCTION, which is added without a
   line if it is new; good until the next is.  */
struct model_code *model_get_code (struct model *model, uint32_t function,
				   uint64_t address);

/* Return that, or NULL if there is none.  */
struct model_code *model_find_code (struct model *model, uint32_t function,
				    uint64_t address);

/* Return the instruction at link-time ADDRESS of FUNCTION, which is added
   without a text if it is new; good until the next is.  */
struct model_instruction *model_get_instruction (struct model *model,
						 uint32_t function,
						 uint64_t address);

/* Add COUNT to *SUM.  Return false if the sum is above MODEL_COUNT_MAX.  */
static inline bool
model_add_count (uint64_t *sum, uint64_t count)
{
  if (count > MODEL_COUNT_MAX || *sum > MODEL_COUNT_MAX - count)
    return false;
  *sum += count;
  return true;
}

/* Add a copy of SITE and return its index.  */
uint32_t model_add_site (struct model *model, const struct model_site *site);

/* Add a copy of ADVICE and return its index.  */
uint32_t model_add_advice (struct model *model,
			   const struct model_advice *advice);

/* Add a copy of CALL and return its index.  */
uint32_t model_add_inlined_call (struct model *model,
				 const struct model_inlined_call *call);

/* Add a copy of LEVEL; those of one site must follow one another.  */
void model_add_inline (struct model *model, const struct model_inline *level);

/* Add a copy of CONTEXT, SAMPLE, THREAD or PROCESS and return its index.  A
   PROCESS's strings are not copied.  */
uint32_t model_add_context (struct model *model,
			    const struct model_context *context);
uint32_t model_add_sample (struct model *model,
			   const struct model_sample *sample);
uint32_t model_add_thread (struct model *model,
			   const struct model_thread *thread);
uint32_t model_add_process (struct model *model,
			    const struct model_process *process);

/* Add a copy of TIME or MARK, whose string is not copied.  */
void model_add_time (struct model *model, const struct model_time *time);
void model_add_mark (struct model *model, const struct model_mark *mark);

/* Return how long after the profile of PROCESS began AT_NS was, in ns: what
   the user says of times is so, too.  */
uint64_t model_find_offset (const struct model *model, uint32_t process,
			    uint64_t at_ns);

/* Return when the first of MODEL's processes started, ns since 1970.  */
uint64_t model_find_start (const struct model *model);

/* Return the share of FUNCTION and PROCESS, which is added if it is new; good
   until the next is.  */
struct model_share *model_get_share (struct model *model, uint32_t function,
				     uint32_t process);

/* Return how many processes MODEL's profiles are of.  */
uint64_t model_count_processes (const struct model *model);

/* Take all counts and times from MODEL, and its stacks, threads, processes and
   marks, for profiles to be read into it anew.  Modules, functions, call sites
   and records of advice stay where they are.  */
void model_forget_figures (struct model *model);

void model_free (struct model *model);

#endif /* CGPROF_MODEL_MODEL_H */
