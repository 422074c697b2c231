// Area:    runtime: sampling under stress
// Purpose: threads, dlopen and dlclose, exceptions, fork and exit, all at
//	    once and for SECONDS, while samples come as fast as they can.
//	    The last line says how often each was done.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <stdexcept>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noipa))

static std::atomic<long> threads, loads, throws, forks, depths;
static std::atomic<bool> stop;
static double seconds;

static double
now ()
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Throw from DEPTH calls down.  */

NOINLINE int
deep (int depth)
{
  if (depth == 0)
    throw std::runtime_error ("bottom");
  return deep (depth - 1) + 1;
}

NOINLINE void
catch_one (int depth)
{
  try
    {
      deep (depth);
    }
  catch (const std::exception &)
    {
      throws++;
    }
}

static void *
throwing (void *)
{
  for (int i = 0; !stop; i++)
    catch_one (i % 50);
  return nullptr;
}

static void *
loading (void *)
{
  while (!stop)
    {
      void *handle = dlopen ("./stress-lib.so", RTLD_NOW);
      if (!handle)
	{
	  fprintf (stderr, "%s\n", dlerror ());
	  _exit (1);
	}
      int (*work) (int) = (int (*) (int)) dlsym (handle, "library_work");
      work (20);
      dlclose (handle);
      loads++;
    }
  return nullptr;
}

static void *
brief (void *data)
{
  catch_one ((int) (long) data);
  threads++;
  return nullptr;
}

static void *
spawning (void *)
{
  for (long i = 0; !stop; i++)
    {
      pthread_t thread[3];
      for (pthread_t &each : thread)
	if (pthread_create (&each, nullptr, brief, (void *) (i % 20)) != 0)
	  _exit (1);
      for (pthread_t &each : thread)
	pthread_join (each, nullptr);
    }
  return nullptr;
}

NOINLINE long
recurse (long depth)
{
  return depth ? recurse (depth - 1) + 1 : 0;
}

static void *
recursing (void *)
{
  for (; !stop; depths++)
    recurse (3000);
  return nullptr;
}

// A child of a process with threads may do little but this: exit takes a
// lock that dlclose may have held when the process forked.

static void *
forking (void *)
{
  for (long i = 0; !stop; i++)
    {
      pid_t child = fork ();
      if (child < 0)
	continue;
      if (child == 0)
	{
	  recurse (100);
	  _exit (3);
	}
      int status;
      if (waitpid (child, &status, 0) != child || !WIFEXITED (status)
	  || WEXITSTATUS (status) != 3)
	{
	  fprintf (stderr, "child ended with %x\n", status);
	  _exit (1);
	}
      forks++;
    }
  return nullptr;
}

int
main (int argc, char **argv)
{
  void *(*const what[]) (void *) = { throwing, loading, spawning, recursing,
				     forking };
  pthread_t thread[5];
  seconds = argc > 1 ? atof (argv[1]) : 1;
  double end = now () + seconds;
  for (int i = 0; i < 5; i++)
    if (pthread_create (&thread[i], nullptr, what[i], nullptr) != 0)
      return 1;
  // A busy machine may not have done one round of each by then.
  while (now () < end || threads == 0 || loads == 0 || throws == 0
	 || forks == 0 || depths == 0)
    usleep (50000);
  printf ("threads %ld loads %ld throws %ld forks %ld depths %ld\n",
	  threads.load (), loads.load (), throws.load (), forks.load (),
	  depths.load ());
  fflush (stdout);
  // The end may come while all are at it.
  if (argc > 2)
    _exit (0);
  stop = true;
  for (pthread_t each : thread)
    pthread_join (each, nullptr);
  return 0;
}
