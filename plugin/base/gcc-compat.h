/* Differences between the GCC versions the plugin is built for.

   The only place of the project with conditions on GCC's version; they
   test BUILDING_GCC_VERSION (the compiler the plugin is for), never
   __GNUC__ (the compiler it is built by).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_GCC_COMPAT_H
#define CGPROF_GCC_COMPAT_H

/* Insert STMT before the statement at GSI.  From GCC 13 on, a call that
   returns twice must stay the first of its block: GCC's own function then
   inserts the statement on the incoming edge.  */
#if BUILDING_GCC_VERSION >= 13000
# define cgprof_insert_before gsi_safe_insert_before
#else
static inline void
cgprof_insert_before (gimple_stmt_iterator *gsi, gimple *stmt)
{
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
}
#endif

/* From optabs.h, which includes a generated header that distributors leave
   out of their packages.  */
enum optab_methods { OPTAB_DIRECT };
extern rtx expand_simple_binop (machine_mode, enum rtx_code, rtx, rtx, rtx,
				int, enum optab_methods);

/* From recog.h, which includes such a header, too.  */
#if BUILDING_GCC_VERSION >= 14000
extern bool memory_address_addr_space_p (machine_mode, rtx, addr_space_t,
					 code_helper = ERROR_MARK);
#else
extern bool memory_address_addr_space_p (machine_mode, rtx, addr_space_t);
#endif

#endif /* CGPROF_GCC_COMPAT_H */
