/* Runs a program one instruction at a time and watches what a processor with
   CET would: that each return goes where the call came from (a shadow stack),
   and that each indirect jump and call into an image that is built for it ends
   at an endbr64 (indirect branch tracking).

   cet-step IMAGE,... PROGRAM [ARGUMENT...]: IMAGEs are ends of file names.
   Prints what was wrong, and whether it has seen many returns, and many jumps
   into IMAGEs.  Status 77: the program cannot be traced.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEPTH 100000
#define IMAGES 8

static uint64_t shadow[DEPTH];
static unsigned depth;
static unsigned long returns, jumps, wrong;
static struct { uint64_t start, end; } image[64];
static unsigned images;

/* Note where the files whose names end in one of NAMES are mapped, with
   permission to run, in PID.  */

static void
find_images (pid_t pid, const char *names)
{
  char line[4096], wanted[IMAGES][256];
  unsigned count = 0;
  FILE *from;
  for (const char *at = names; *at && count < IMAGES; count++)
    {
      size_t length = strcspn (at, ",");
      snprintf (wanted[count], sizeof *wanted, "%.*s", (int) length, at);
      at += length + (at[length] == ',');
    }
  snprintf (line, sizeof line, "/proc/%d/maps", (int) pid);
  from = fopen (line, "r");
  images = 0;
  while (from && fgets (line, sizeof line, from))
    {
      unsigned long start, end;
      char run, *name = strchr (line, '/');
      if (!name || sscanf (line, "%lx-%lx %*c%*c%c", &start, &end, &run) != 3
	  || run != 'x' || images == sizeof image / sizeof *image)
	continue;
      name[strcspn (name, "\n")] = '\0';
      for (unsigned i = 0; i < count; i++)
	{
	  size_t length = strlen (wanted[i]);
	  if (strlen (name) >= length
	      && !strcmp (name + strlen (name) - length, wanted[i]))
	    {
	      image[images].start = start;
	      image[images++].end = end;
	    }
	}
    }
  if (from)
    fclose (from);
}

static int
in_image (uint64_t address)
{
  for (unsigned i = 0; i < images; i++)
    if (address >= image[i].start && address < image[i].end)
      return 1;
  return 0;
}

/* Read SIZE bytes at ADDRESS of PID to BYTES; what cannot be read is 0.  */

static void
read_code (pid_t pid, uint64_t address, unsigned char *bytes, size_t size)
{
  struct iovec to = { bytes, size };
  struct iovec from = { (void *) address, size };
  memset (bytes, 0, size);
  for (; from.iov_len && process_vm_readv (pid, &to, 1, &from, 1, 0) < 0;)
    from.iov_len = to.iov_len = from.iov_len - 1;
}

enum kind { OTHER, CALL, RETURN, INDIRECT_CALL, INDIRECT_JUMP };

/* What the instruction at CODE is; of one that needs no endbr64 (notrack),
   what the direct one would be.  */

static enum kind
decode (const unsigned char *code)
{
  int notrack = 0;
  while (*code == 0xf2 || *code == 0xf3 || *code == 0x3e || *code == 0x66
	 || *code == 0x2e || *code == 0x64 || *code == 0x65)
    notrack |= *code++ == 0x3e;
  if ((*code & 0xf0) == 0x40)
    code++;
  if (*code == 0xe8)
    return CALL;
  if (*code == 0xc3 || *code == 0xc2)
    return RETURN;
  if (*code == 0xff && (code[1] >> 3 & 7) == 2)
    return notrack ? CALL : INDIRECT_CALL;
  if (*code == 0xff && (code[1] >> 3 & 7) == 4 && !notrack)
    return INDIRECT_JUMP;
  return OTHER;
}

static void
complain (const char *what, uint64_t at, uint64_t target)
{
  if (wrong++ < 10)
    printf ("%#lx: %s %#lx\n", (unsigned long) at, what,
	    (unsigned long) target);
}

/* Whether CODE is _start, _init or _fini of a C library whose own objects are
   not built for CET.  */

static int
is_startup (const unsigned char *code)
{
  static const unsigned char start[2] = { 0x31, 0xed };
  static const unsigned char step[4] = { 0x48, 0x83, 0xec, 0x08 };
  static const unsigned char init[3] = { 0x48, 0x8b, 0x05 };
  static const unsigned char fini[3] = { 0x48, 0x83, 0xc4 };
  return !memcmp (code, start, sizeof start)
	 || (!memcmp (code, step, sizeof step)
	     && (!memcmp (code + 4, init, sizeof init)
		 || !memcmp (code + 4, fini, sizeof fini)));
}

/* Note that the instruction of KIND at AT has led to the state NOW of PID.  */

static void
watch (pid_t pid, enum kind kind, uint64_t at,
       const struct user_regs_struct *now)
{
  static const unsigned char landing[4] = { 0xf3, 0x0f, 0x1e, 0xfa };
  unsigned char code[8];
  if (kind == RETURN)
    {
      returns++;
      /* It was called before stepping began.  */
      if (depth && shadow[--depth] != now->rip)
	complain ("returns elsewhere, to", at, now->rip);
    }
  if ((kind == CALL || kind == INDIRECT_CALL) && depth < DEPTH)
    {
      uint64_t back = 0;
      struct iovec to = { &back, sizeof back };
      struct iovec from = { (void *) now->rsp, sizeof back };
      if (process_vm_readv (pid, &to, 1, &from, 1, 0) == sizeof back)
	shadow[depth++] = back;
    }
  if ((kind == INDIRECT_CALL || kind == INDIRECT_JUMP) && in_image (now->rip))
    {
      jumps++;
      read_code (pid, now->rip, code, sizeof code);
      if (memcmp (code, landing, sizeof landing) && !is_startup (code))
	complain ("goes to no endbr64 at", at, now->rip);
    }
}

int
main (int argc, char **argv)
{
  struct user_regs_struct registers;
  int status;
  if (argc < 3)
    return 2;
  pid_t pid = fork ();
  if (pid == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) < 0)
	_exit (77);
      execv (argv[2], argv + 2);
      _exit (127);
    }
  if (waitpid (pid, &status, 0) != pid || !WIFSTOPPED (status))
    return 77;
  find_images (pid, argv[1]);
  ptrace (PTRACE_GETREGS, pid, NULL, &registers);
  for (unsigned long steps = 0;; steps++)
    {
      unsigned char code[8];
      uint64_t at = registers.rip;
      read_code (pid, at, code, sizeof code);
      enum kind kind = decode (code);
      if (ptrace (PTRACE_SINGLESTEP, pid, NULL, NULL) < 0
	  || waitpid (pid, &status, 0) != pid)
	return 4;
      if (!WIFSTOPPED (status))
	break;
      if (WSTOPSIG (status) != SIGTRAP)
	{
	  printf ("signal %d\n", WSTOPSIG (status));
	  return 5;
	}
      ptrace (PTRACE_GETREGS, pid, NULL, &registers);
      if (kind != OTHER)
	watch (pid, kind, at, &registers);
      /* Libraries are mapped as it goes on.  */
      if (steps % 4096 == 0)
	find_images (pid, argv[1]);
    }
  printf ("status %d, wrong %lu, returns %s, jumps %s\n",
	  WIFEXITED (status) ? WEXITSTATUS (status) : -1, wrong,
	  returns > 100 ? "many" : "few", jumps > 20 ? "many" : "few");
  return 0;
}
