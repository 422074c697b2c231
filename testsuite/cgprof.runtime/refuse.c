/* Area:    runtime: what it asks of the kernel
   Purpose: run a program for which perf_event_open is refused, or memory
	    that can be written and run ("text"), or madvise does nothing and
	    says that it did, or knows no MADV_POPULATE_WRITE ("populate").  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Since Linux 5.14.  */
#define POPULATE_WRITE 23

static const struct refused
{
  const char *name;
  unsigned call;
  int argument;			/* Which one has VALUE, or -1: all are
				   refused.  */
  unsigned value;
  int error;
} all[] = {
  { "perf", SYS_perf_event_open, -1, 0, EACCES },
  { "text", SYS_mprotect, 2, PROT_READ | PROT_WRITE | PROT_EXEC, EACCES },
  { "madvise", SYS_madvise, -1, 0, 0 },
  { "populate", SYS_madvise, 2, POPULATE_WRITE, EINVAL }
};

static int
refuse (const struct refused *refused)
{
  int is_any = refused->argument < 0;
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, refused->call, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
	      is_any ? offsetof (struct seccomp_data, nr)
		     : offsetof (struct seccomp_data, args)
		       + 8u * (unsigned) refused->argument),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K,
	      is_any ? refused->call : refused->value, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned) refused->error),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
	 && prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int
main (int argc, char **argv)
{
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (argc > 2 && strcmp (argv[1], all[i].name) == 0)
      {
	if (!refuse (&all[i]))
	  {
	    perror ("seccomp");
	    return 77;
	  }
	execv (argv[2], argv + 2);
	perror (argv[2]);
	return 1;
      }
  return 2;
}
