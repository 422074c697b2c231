/* Addresses of code that is no longer loaded.

   SPDX-License-Identifier: MIT

   Calls of an address and samples at it are counted by that address.  What may
   be loaded there later must not have them, so once a module is gone the
   addresses in it are replaced (CGPROF_ADDRESS_UNLOADED in cgprof/format.h).
   No count moves, so nobody who counts or subtracts need know.  */

#ifndef CGPROF_RUNTIME_COUNT_UNLOADED_H
#define CGPROF_RUNTIME_COUNT_UNLOADED_H

#include <cgprof/format.h>

/* Replace the addresses of code of the module of RECORD, which is unloaded, in
   all that this process's place has of tables and copies, and in sections.
   The caller holds cgrt_session_lock.  */
void cgrt_unloaded_name (const struct cgprof_module_record *record);

/* Undo that, as it was loaded again where it was: or what is loaded a thousand
   times would have as many names.  */
void cgrt_unloaded_restore (const struct cgprof_module_record *record);

/* Replace those of what lay where the module of RECORD lies now and is not
   known, by CGPROF_ADDRESS_UNKNOWN.  */
void cgrt_unloaded_forget (const struct cgprof_module_record *record);

#endif /* CGPROF_RUNTIME_COUNT_UNLOADED_H */
