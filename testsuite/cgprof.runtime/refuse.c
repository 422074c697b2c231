/* Area:    runtime: what it asks of the kernel
   Purpose: run a program for which perf_event_open is refused, or memory
	    that can be written and run ("text"), or madvise does nothing and
	    says that it did.  */

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

int
main (int argc, char **argv)
{
  int perf = argc > 1 && strcmp (argv[1], "perf") == 0;
  int text = argc > 1 && strcmp (argv[1], "text") == 0;
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K,
	      perf ? SYS_perf_event_open : text ? SYS_mprotect : SYS_madvise,
	      0, text ? 3 : 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (perf ? EACCES : 0)),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_filter text_filter[] = {
    filter[0], filter[1],
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
	      offsetof (struct seccomp_data, args[2])),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, PROT_READ | PROT_WRITE | PROT_EXEC,
	      0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    filter[3]
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  if (text)
    {
      program.len = sizeof text_filter / sizeof *text_filter;
      program.filter = text_filter;
    }
  if (argc < 3 || (!perf && !text && strcmp (argv[1], "madvise") != 0))
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
