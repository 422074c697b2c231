/* Area:    plugin, reporter: bytes at call sites
   Purpose: a library to be preloaded, the oracle: sums up what the program
	    itself asks of functions, and prints a line "NAME CALLS BYTES" for
	    each to standard error at exit.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

struct sum
{
  const char *name;
  uint64_t calls, bytes;
};

static struct sum sums[32];
static uintptr_t begin, end;	/* Of the program.  */

/* The program is what is visited first.  */

static int
find_program (struct dl_phdr_info *info, size_t size, void *unused)
{
  (void) size;
  (void) unused;
  begin = info->dlpi_addr + info->dlpi_phdr[0].p_vaddr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      uintptr_t last = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr
		       + info->dlpi_phdr[i].p_memsz;
      if (info->dlpi_phdr[i].p_type == PT_LOAD && last > end)
	end = last;
    }
  return 1;
}

static void __attribute__ ((constructor))
start (void)
{
  dl_iterate_phdr (find_program, NULL);
}

static void
add (void *from, const char *name, uint64_t bytes)
{
  struct sum *sum = sums;
  if ((uintptr_t) from < begin || (uintptr_t) from >= end)
    return;
  while (__atomic_load_n (&sum->name, __ATOMIC_ACQUIRE) && sum->name != name)
    sum++;
  __atomic_store_n (&sum->name, name, __ATOMIC_RELEASE);
  __atomic_fetch_add (&sum->calls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add (&sum->bytes, bytes, __ATOMIC_RELAXED);
}

static void __attribute__ ((destructor))
tell (void)
{
  for (struct sum *sum = sums; sum->name; sum++)
    fprintf (stderr, "%s %llu %llu\n", sum->name,
	     (unsigned long long) sum->calls, (unsigned long long) sum->bytes);
}

extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
extern void *__libc_memalign (size_t, size_t);

extern void __libc_free (void *);

#define FROM __builtin_return_address (0)

void
free (void *block)
{
  add (FROM, "free", 0);
  __libc_free (block);
}

void *
malloc (size_t size)
{
  add (FROM, "malloc", size);
  return __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  add (FROM, "calloc", count * size);
  return __libc_calloc (count, size);
}

void *
realloc (void *block, size_t size)
{
  add (FROM, "realloc", size);
  return __libc_realloc (block, size);
}

void *
reallocarray (void *block, size_t count, size_t size)
{
  add (FROM, "reallocarray", count * size);
  return __libc_realloc (block, count * size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  add (FROM, "aligned_alloc", size);
  return __libc_memalign (alignment, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  add (FROM, "posix_memalign", size);
  *block = __libc_memalign (alignment, size);
  return 0;
}

/* The originals of the others, found when first needed.  */
#define NEXT(NAME) static __typeof (&NAME) next;			\
  if (!next) *(void **) &next = dlsym (RTLD_NEXT, #NAME)

void *memcpy (void *restrict, const void *restrict, size_t);
void *memmove (void *, const void *, size_t);
void *memset (void *, int, size_t);
ssize_t read (int, void *, size_t);
ssize_t write (int, const void *, size_t);
void *mmap (void *, size_t, int, int, int, off_t);

static void
copy (char *to, const char *from, size_t size, int down)
{
  for (size_t i = 0; i < size; i++)
    {
      size_t at = down ? size - 1 - i : i;
      ((volatile char *) to)[at] = from[at];
    }
}

void *
memcpy (void *restrict to, const void *restrict from, size_t size)
{
  add (FROM, "memcpy", size);
  copy (to, from, size, 0);
  return to;
}

void *
memmove (void *to, const void *from, size_t size)
{
  add (FROM, "memmove", size);
  copy (to, from, size, (uintptr_t) to > (uintptr_t) from);
  return to;
}

void *
memset (void *to, int value, size_t size)
{
  add (FROM, "memset", size);
  for (size_t i = 0; i < size; i++)
    ((volatile char *) to)[i] = (char) value;
  return to;
}

ssize_t
read (int fd, void *buffer, size_t size)
{
  ssize_t result;
  NEXT (read);
  result = next (fd, buffer, size);
  add (FROM, "read", result > 0 ? (uint64_t) result : 0);
  return result;
}

ssize_t
write (int fd, const void *buffer, size_t size)
{
  ssize_t result;
  NEXT (write);
  result = next (fd, buffer, size);
  add (FROM, "write", result > 0 ? (uint64_t) result : 0);
  return result;
}

size_t
fread (void *restrict buffer, size_t size, size_t count,
       FILE *restrict file)
{
  size_t result;
  NEXT (fread);
  result = next (buffer, size, count, file);
  add (FROM, "fread", result * size);
  return result;
}

/* Functions that read into BUFFER, which only the fortified ones know the size
   of.  */
#define READER(NAME, PARAMETERS, ARGUMENTS)				\
ssize_t NAME PARAMETERS							\
{									\
  ssize_t result;							\
  NEXT (NAME);								\
  result = next ARGUMENTS;						\
  add (FROM, #NAME, result > 0 ? (uint64_t) result : 0);		\
  return result;							\
}

#define BUFFER int fd, void *buffer, size_t size
struct sockaddr;
READER (pread64, (BUFFER, long offset), (fd, buffer, size, offset))
READER (recv, (BUFFER, int flags), (fd, buffer, size, flags))
READER (recvfrom,
	(BUFFER, int flags, struct sockaddr *from, unsigned *from_size),
	(fd, buffer, size, flags, from, from_size))
READER (__read_chk, (BUFFER, size_t room), (fd, buffer, size, room))
READER (__pread64_chk, (BUFFER, long offset, size_t room),
	(fd, buffer, size, offset, room))
READER (__recv_chk, (BUFFER, size_t room, int flags),
	(fd, buffer, size, room, flags))
READER (__recvfrom_chk,
	(BUFFER, size_t room, int flags, struct sockaddr *from,
	 unsigned *from_size),
	(fd, buffer, size, room, flags, from, from_size))

#undef fread_unlocked
size_t
fread_unlocked (void *restrict buffer, size_t size, size_t count,
		FILE *restrict file)
{
  size_t result;
  NEXT (fread_unlocked);
  result = next (buffer, size, count, file);
  add (FROM, "fread_unlocked", result * size);
  return result;
}

size_t
__fread_chk (void *restrict buffer, size_t room, size_t size, size_t count,
	     FILE *restrict file)
{
  size_t result;
  NEXT (__fread_chk);
  result = next (buffer, room, size, count, file);
  add (FROM, "__fread_chk", result * size);
  return result;
}

size_t
__fread_unlocked_chk (void *restrict buffer, size_t room, size_t size,
		      size_t count, FILE *restrict file)
{
  size_t result;
  NEXT (__fread_unlocked_chk);
  result = next (buffer, room, size, count, file);
  add (FROM, "__fread_unlocked_chk", result * size);
  return result;
}

void
explicit_bzero (void *to, size_t size)
{
  add (FROM, "explicit_bzero", size);
  for (size_t i = 0; i < size; i++)
    ((volatile char *) to)[i] = 0;
}

void
__explicit_bzero_chk (void *to, size_t size, size_t room)
{
  (void) room;
  add (FROM, "__explicit_bzero_chk", size);
  for (size_t i = 0; i < size; i++)
    ((volatile char *) to)[i] = 0;
}

void *
__memcpy_chk (void *restrict to, const void *restrict from, size_t size,
	      size_t room)
{
  (void) room;
  add (FROM, "__memcpy_chk", size);
  copy (to, from, size, 0);
  return to;
}

void *
__memmove_chk (void *to, const void *from, size_t size, size_t room)
{
  (void) room;
  add (FROM, "__memmove_chk", size);
  copy (to, from, size, (uintptr_t) to > (uintptr_t) from);
  return to;
}

void *
__memset_chk (void *to, int value, size_t size, size_t room)
{
  (void) room;
  add (FROM, "__memset_chk", size);
  for (size_t i = 0; i < size; i++)
    ((volatile char *) to)[i] = (char) value;
  return to;
}

void *
mmap (void *address, size_t size, int protection, int flags, int fd,
      off_t offset)
{
  NEXT (mmap);
  add (FROM, "mmap", size);
  return next (address, size, protection, flags, fd, offset);
}
