/* What an instrumented module holds once: the texts of plugin/module/.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_TEXTS_H
#define CGPROF_EMIT_TEXTS_H

/* Whether there is a module's text for what is compiled: its pointers may be
   of another size than the compiler's usual ones (-m32).  Known as soon as the
   command line is.  */
bool texts_know_target_p (void);

/* Write the module's text, with RUNTIME in the places kept for the path of the
   runtime, and what else the unit needs beside it.  */
void texts_emit (const char *runtime);

#endif /* CGPROF_EMIT_TEXTS_H */
