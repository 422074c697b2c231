/* The region: the addresses that the profile lies in.

   SPDX-License-Identifier: MIT

   It is reserved for good, and the profile is mapped at its start: a file
   offset and the address of its bytes differ by cgrt_file_base for the life of
   the process, whether a page is the file's or memory.  Nobody may touch what
   is behind.

   All of it but cgrt_region_reserve may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_FILE_REGION_H
#define CGPROF_RUNTIME_FILE_REGION_H

#include <stdint.h>

extern unsigned char *cgrt_file_base;	/* NULL before it is reserved.  */
extern uint64_t cgrt_file_reserved;	/* Bytes of the region.  */

/* Return VALUE bytes rounded to whole pages.  */
uint64_t cgrt_page_up (uint64_t value);
uint64_t cgrt_page_down (uint64_t value);

/* Reserve the region, as large as can be.  Return 0 or an errno.  Called
   once.  */
int cgrt_region_reserve (void);

/* Make the region reach END, which it does unless it was shrunk.  Return 0 or
   an errno.  The caller holds cgrt_memory_lock.  */
int cgrt_region_reach (uint64_t end);

/* Make the region END bytes long, in whole pages, none of which is locked in
   memory then.  From then on cgrt_region_reach takes addresses as they are
   needed.  The caller holds cgrt_memory_lock.  */
void cgrt_region_shrink (uint64_t end);

/* Whether addresses are taken as they are needed: the region was shrunk, or
   pages were locked in memory as they were mapped when it was reserved.  */
int cgrt_region_is_shrunk (void);

/* Put memory, all zero, behind [FROM, FROM + LENGTH) of the region, in place
   of what is mapped there.  Return 0 or an errno.  */
int cgrt_region_map_memory (uint64_t from, uint64_t length);

/* Move MAPPING, of LENGTH bytes, to WHERE, in place of what is mapped there.
   Return 0 or an errno.  */
int cgrt_region_move (void *mapping, uint64_t length, void *where);

/* Let nobody touch [FROM, TO) of the region any longer, nor anything be mapped
   there; nothing is done if FROM is not less than TO.  */
void cgrt_region_empty (uint64_t from, uint64_t to);

#endif /* CGPROF_RUNTIME_FILE_REGION_H */
