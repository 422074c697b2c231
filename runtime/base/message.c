/* One-line messages on standard error, and text that is built without stdio.

   SPDX-License-Identifier: MIT  */

#include "base/message.h"

#include <signal.h>
#include <sys/uio.h>

#include "base/sys.h"

static const struct
{
  int error;
  const char *text;
} texts[] = {
  { EACCES, "Permission denied" },
  { EDQUOT, "Disk quota exceeded" },
  { EEXIST, "File exists" },
  { EFBIG, "File too large" },
  { EINVAL, "Invalid argument" },
  { EIO, "Input/output error" },
  { EISDIR, "Is a directory" },
  { ELOOP, "Too many levels of symbolic links" },
  { EMFILE, "Too many open files" },
  { ENAMETOOLONG, "File name too long" },
  { ENFILE, "Too many open files in system" },
  { ENODEV, "No such device" },
  { ENOENT, "No such file or directory" },
  { ENOEXEC, "Exec format error" },
  { ENOMEM, "Cannot allocate memory" },
  { ENOSPC, "No space left on device" },
  { ENOSYS, "Function not implemented" },
  { ENOTDIR, "Not a directory" },
  { EPERM, "Operation not permitted" },
  { EROFS, "Read-only file system" },
  { ESTALE, "Stale file handle" },
  { ETXTBSY, "Text file busy" },
};

void
cgrt_text_add (struct cgrt_text *text, const char *string)
{
  while (*string && text->length < sizeof text->bytes - 1)
    text->bytes[text->length++] = *string++;
  text->bytes[text->length] = '\0';
}

void
cgrt_text_add_number (struct cgrt_text *text, unsigned long long number)
{
  char digits[24];
  char *first = digits + sizeof digits - 1;
  *first = '\0';
  do
    *--first = (char) ('0' + number % 10);
  while (number /= 10);
  cgrt_text_add (text, first);
}

/* Return the text of errno ERROR as strerror has it; NULL if unknown.  */

static const char *
error_text (int error)
{
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].error == error)
      return texts[i].text;
  return NULL;
}

/* Write COUNT PARTS to stderr without letting a broken pipe, or a file of
   the program's limit on the size of files, kill the program.  */

static void
put (const struct iovec *parts, int count)
{
  uint64_t pipe = (uint64_t) 1 << (SIGPIPE - 1);
  uint64_t size = (uint64_t) 1 << (SIGXFSZ - 1);
  uint64_t both = pipe | size;
  uint64_t old, pending = 0;
  long now[2] = { 0, 0 };
  long result;

  sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &both, (long) &old, 8, 0, 0);
  sys (SYS_rt_sigpending, (long) &pending, 8, 0, 0, 0, 0);
  result = sys (SYS_writev, 2, (long) parts, count, 0, 0, 0);
  both = (result == -EPIPE ? pipe : result == -EFBIG ? size : 0) & ~pending;
  if (both)
    sys (SYS_rt_sigtimedwait, (long) &both, 0, (long) now, 8, 0, 0);
  sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &old, 0, 8, 0, 0);
}

/* Make PART the string TEXT; return 1.  */

static int
set_part (struct iovec *part, const char *text)
{
  size_t length = 0;
  while (text[length])
    length++;
  part->iov_base = (char *) text;
  part->iov_len = length;
  return 1;
}

void
cgrt_message (const char *subject, const char *what, int error)
{
  struct iovec parts[8];
  int count = set_part (&parts[0], "cgprof: ");

  if (!cgrt_calls_begin ())
    return;
  if (subject)
    {
      count += set_part (&parts[count], subject);
      count += set_part (&parts[count], ": ");
    }
  count += set_part (&parts[count], what);
  if (error)
    {
      const char *reason = error_text (error);
      count += set_part (&parts[count], ": ");
      count += set_part (&parts[count],
			 reason ? reason : "unexpected system error");
    }
  count += set_part (&parts[count], "\n");
  put (parts, count);
  cgrt_calls_end ();
}
