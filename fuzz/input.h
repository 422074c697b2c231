/* A fuzzer's input as a file that readers can open.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FUZZ_INPUT_H
#define CGPROF_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

/* Make DATA the contents of the one file in memory and return its path.  */
const char *input_file (const uint8_t *data, size_t size);

#endif /* CGPROF_FUZZ_INPUT_H */
