/* What the parts of sums share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SUM_SUM_PARTS_H
#define CGPROF_SUM_SUM_PARTS_H

#include "sum/sum.h"

/* Bases of modules are multiples of this, with as much between them at
   least: a processor's own bits of an address stay, and what is called right
   before a module's end returns to no other.  */
#define SUM_ALIGN UINT64_C (0x10000)

/* Return SET's sum with KEY, WORD_SIZE and CLOCK; add it if it is new.  FILE,
   which must stay valid, has a profile of it.  */
struct sum *sum_set_get (struct sum_set *set, const char *key,
			 const char *file, uint32_t word_size,
			 uint32_t clock);

/* Return the number of the module of SUM with LIKE's key; add a copy of it,
   without counts, if it is new.  */
uint32_t sum_get_module (struct sum *sum, const struct sum_module *like);

/* Place MODULE from address BASE on, and return where the next one may
   be.  */
uint64_t sum_place_module (struct sum_module *module, uint64_t base);

/* Return the module of SUM that ADDRESS, of the sum, lies in, or
   MAP_NONE.  */
uint32_t sum_find_module (const struct sum *sum, uint64_t address);

/* Add COUNT WORDS of counters to MODULE's.  This and the next two return
   false if counts add up to too much.  */
bool sum_add_words (struct sum_module *module, const uint64_t *words,
		    uint64_t count);

/* Add COUNT calls of ADDRESS, of the sum, by the site of MODULE whose first
   word is WORD.  */
bool sum_add_target (struct sum *sum, uint32_t module, uint64_t word,
		     uint64_t address, uint64_t count);

/* Add COUNT samples, WEIGHT nanoseconds, to CONTEXT.  */
bool sum_add_samples (struct sum *sum, uint32_t context, uint64_t count,
		      uint64_t weight);

/* Note that SUM has samples of the mean distances PERIOD to LONGEST, in
   nanoseconds.  */
void sum_add_periods (struct sum *sum, uint64_t period, uint64_t longest);

/* Add THREADS to those of SUM of KIND.  */
void sum_add_threads (struct sum *sum, uint32_t kind,
		      const struct cgprof_thread *threads);

/* Add a copy of PROCESS.  */
void sum_add_process (struct sum *sum, const struct sum_process *process);

/* Return the context of ADDRESS, of the sum, below PARENT or SUM_ROOT; add it
   if it is new.  */
uint32_t sum_get_context (struct sum *sum, uint64_t address, uint32_t parent);

/* Free SET's sum number INDEX, and close the gap.  */
void sum_set_drop (struct sum_set *set, size_t index);

#endif /* CGPROF_SUM_SUM_PARTS_H */
