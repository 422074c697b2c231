/* GCC's headers, in an order that compiles with every supported version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_GCC_HEADERS_H
#define CGPROF_GCC_HEADERS_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "basic-block.h"
#include "tree-ssa-alias.h"
#include "gimple-expr.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "ssa.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "cfgloop.h"
#include "cfganal.h"
#include "hash-set.h"
#include "sbitmap.h"
#include "sreal.h"
#include "tree-pass.h"
#include "context.h"
#include "cgraph.h"
#include "varasm.h"
#include "output.h"
#include "target.h"
#include "memmodel.h"
#include "rtl.h"
#include "regs.h"
#include "df.h"
#include "function-abi.h"
#include "emit-rtl.h"
#include "expr.h"
#include "tm_p.h"
#include "explow.h"
#include "dojump.h"
#include "alias.h"
#include "debug.h"
#include "diagnostic-core.h"
#include "langhooks.h"
#include "file-prefix-map.h"
#include "opts.h"
#include "toplev.h"

/* Of optabs-query.h, which includes a header that GCC does not install.  */
extern bool can_compare_and_swap_p (machine_mode, bool);
extern int can_mult_highpart_p (machine_mode, bool);

#include "base/gcc-compat.h"

#endif /* CGPROF_GCC_HEADERS_H */
