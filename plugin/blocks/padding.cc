/* Instructions that do nothing but align what follows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "blocks/padding.h"

unsigned
padding_of_insn (rtx_insn *insn)
{
  rtx pattern = NONJUMP_INSN_P (insn) ? PATTERN (insn) : NULL_RTX;
  if (!pattern || GET_CODE (pattern) != UNSPEC_VOLATILE)
    return 0;
  /* The pattern is the target's own, so it goes by the name.  */
  int code = recog (pattern, insn, NULL);
  const char *name = code >= 0 ? get_insn_name (code) : NULL;
  rtx log = XVECEXP (pattern, 0, 0);
  return name && !strcmp (name, "max_skip_align") && CONST_INT_P (log)
	 ? UINTVAL (log) : 0;
}

unsigned
padding_of_asm (const rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == PARALLEL)
    pattern = XVECEXP (pattern, 0, 0);
  const char *text
    = GET_CODE (pattern) == ASM_INPUT ? XSTR (pattern, 0)
      : GET_CODE (pattern) == ASM_OPERANDS ? ASM_OPERANDS_TEMPLATE (pattern)
      : NULL;
  unsigned number = 0;
  int length = 0;
  if (!text)
    return 0;
  if (sscanf (text, " .p2align %u %n", &number, &length) == 1
      && !text[length])
    return number < 16 ? number : 0;
  if ((sscanf (text, " .balign %u %n", &number, &length) == 1
       || sscanf (text, " .align %u %n", &number, &length) == 1)
      && !text[length] && number && exact_log2 (number) > 0)
    return exact_log2 (number);
  return 0;
}

rtx_insn *
padding_last_before (basic_block block)
{
  rtx_insn *insn = BB_END (block);
  while (insn != BB_HEAD (block) && padding_of_insn (insn))
    insn = PREV_INSN (insn);
  return insn;
}
