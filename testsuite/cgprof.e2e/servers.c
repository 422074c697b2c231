/* A server of one of three kinds: processes made in advance (prefork), one for
   each connection (connection), threads (threads).  A request is a line "read N"
   or "write N".

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define WORKERS 3

static int listener;

NOIPA void
on_read (void)
{
}

NOIPA void
on_write (void)
{
}

/* Answer one request of CONNECTION.  */

static void
serve (int connection)
{
  char line[64], what[16];
  int number, length = 0;

  while (length < (int) sizeof line - 1
	 && read (connection, line + length, 1) == 1 && line[length] != '\n')
    length++;
  line[length] = 0;
  if (sscanf (line, "%15s %d", what, &number) == 2)
    for (int i = 0; i < number; i++)
      if (strcmp (what, "read") == 0)
	on_read ();
      else
	on_write ();
  if (write (connection, "done\n", 5) != 5)
    perror ("write");
  close (connection);
}

static void *
work (void *data)
{
  int connection;
  while ((connection = accept (listener, NULL, NULL)) >= 0)
    serve (connection);
  return data;
}

static void
reap (int signal)
{
  (void) signal;
  while (waitpid (-1, NULL, WNOHANG) > 0)
    continue;
}

int
main (int argc, char **argv)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  socklen_t size = sizeof address;
  const char *how = argc > 1 ? argv[1] : "";
  int connection;
  pthread_t thread;
  pid_t workers[WORKERS];
  char end;

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  listener = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (listener, (struct sockaddr *) &address, size) < 0
      || listen (listener, 10) < 0
      || getsockname (listener, (struct sockaddr *) &address, &size) < 0)
    return 1;
  if (strcmp (how, "prefork") == 0)
    for (int i = 0; i < WORKERS; i++)
      {
	workers[i] = fork ();
	if (workers[i] == 0)
	  {
	    work (NULL);
	    _exit (0);
	  }
      }
  else if (strcmp (how, "threads") == 0)
    for (int i = 0; i < WORKERS; i++)
      pthread_create (&thread, NULL, work, NULL);
  printf ("%d\n", ntohs (address.sin_port));
  fflush (stdout);
  if (strcmp (how, "connection") == 0)
    {
      signal (SIGCHLD, reap);
      while ((connection = accept (listener, NULL, NULL)) >= 0)
	{
	  if (fork () == 0)
	    {
	      serve (connection);
	      _exit (0);
	    }
	  close (connection);
	}
    }
  /* The end of input is the server's.  */
  while (read (STDIN_FILENO, &end, 1) > 0)
    continue;
  if (strcmp (how, "prefork") == 0)
    for (int i = 0; i < WORKERS; i++)
      kill (workers[i], SIGTERM);
  return 0;
}
