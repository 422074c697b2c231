/* Area:    runtime: what it asks of the kernel
   Purpose: run a program for which perf_event_open is refused, or madvise
	    does nothing and says that it did.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  int perf = argc > 1 && strcmp (argv[1], "perf") == 0;
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K,
	      perf ? SYS_perf_event_open : SYS_madvise, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (perf ? EACCES : 0)),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  if (argc < 3 || (!perf && strcmp (argv[1], "madvise") != 0))
    return 2;
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    {
      perror ("seccomp");
      return 77;
    }
  execv (argv[2], argv + 2);
  perror (argv[2]);
  return 1;
}
