/* Differences between the GCC versions the plugin is built for.

   The only place of the project with conditions on GCC's version; they
   test BUILDING_GCC_VERSION (the compiler the plugin is for), never
   __GNUC__ (the compiler it is built by).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_GCC_COMPAT_H
#define CGPROF_GCC_COMPAT_H

/* Insert STATEMENT before the one at GSI.  A call that returns twice must stay
   the first of its block: GCC's function of this name then inserts the
   statement on the incoming edge.  GCC has it from 13.3 on, and snapshots of
   13.2 may, so its version does not tell: this overload is for where there is
   none; as STATEMENT is converted for it, calls prefer GCC's.  */
static inline void
gsi_safe_insert_before (gimple_stmt_iterator *gsi, const void *statement)
{
  gsi_insert_before (gsi,
		     static_cast <gimple *> (const_cast <void *> (statement)),
		     GSI_SAME_STMT);
}

/* Both headers include one that distributors left out of their packages up
   to GCC 13.  */
#if __has_include ("insn-opinit.h")
# include "optabs.h"
# include "recog.h"
#else
enum optab_methods { OPTAB_DIRECT };
extern int recog (rtx, rtx_insn *, int *);
extern rtx expand_simple_binop (machine_mode, enum rtx_code, rtx, rtx, rtx,
				int, enum optab_methods);
# if BUILDING_GCC_VERSION >= 14000
extern bool memory_address_addr_space_p (machine_mode, rtx, addr_space_t,
					 code_helper = ERROR_MARK);
# else
extern bool memory_address_addr_space_p (machine_mode, rtx, addr_space_t);
# endif
#endif

/* GCC 12 is the first one that has them.  */
#ifndef FAKE_CALL_P
# define FAKE_CALL_P(INSN) false
#endif

#endif /* CGPROF_GCC_COMPAT_H */
