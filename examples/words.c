/* Count words: the program of `make demo'.

   Makes a text, counts its words in a hash table, sorts them several ways
   and searches a tree of them: plain calls, recursion, a table of function
   pointers, and comparators called back by qsort.  About half a second.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GCC would inline all of so small a program into main, and then there
   would be no calls to count.  */
#define CALLED __attribute__ ((noinline))

enum
{
  BUCKETS = 4096,
  WORDS = 6000000,
  ROUNDS = 60
};

struct word
{
  struct word *next;
  struct word *left, *right;
  unsigned count;
  char text[];
};

static struct word *table[BUCKETS];
static size_t distinct;

/* A small generator: the same text on every machine.  */

static CALLED unsigned
next_random (void)
{
  static unsigned long long state = 42;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}

static CALLED void
make_word (char *text)
{
  static const char *const parts[]
    = { "ar", "be", "con", "den", "el", "for", "gi", "ha", "in", "ka",
	"lo", "men", "no", "or", "pre", "ra", "sta", "tion", "un", "ver" };
  /* Squared, so that a few words are frequent, as in a language.  */
  unsigned n = 1 + next_random () % 3;

  *text = '\0';
  while (n--)
    {
      unsigned r = next_random () % 400;
      strcat (text, parts[r * r / 8000]);
    }
}

static CALLED unsigned
hash_text (const char *text)
{
  unsigned hash = 2166136261u;
  while (*text)
    hash = (hash ^ (unsigned char) *text++) * 16777619u;
  return hash;
}

static CALLED struct word *
new_word (const char *text)
{
  size_t size = strlen (text) + 1;
  struct word *word = calloc (1, sizeof *word + size);
  if (!word)
    {
      perror ("words");
      exit (1);
    }
  memcpy (word->text, text, size);
  distinct++;
  return word;
}

static CALLED struct word *
find_word (const char *text)
{
  struct word **place = &table[hash_text (text) % BUCKETS];
  for (; *place; place = &(*place)->next)
    if (strcmp ((*place)->text, text) == 0)
      return *place;
  return *place = new_word (text);
}

/* Comparators: qsort, which was not compiled with cgprof, calls them.  */

static int
by_text (const void *a, const void *b)
{
  return strcmp ((*(struct word *const *) a)->text,
		 (*(struct word *const *) b)->text);
}

static int
by_count (const void *a, const void *b)
{
  unsigned x = (*(struct word *const *) a)->count;
  unsigned y = (*(struct word *const *) b)->count;
  return x != y ? (x < y ? 1 : -1) : by_text (a, b);
}

/* A balanced tree of the N words of SORTED, made and walked recursively.  */

static struct word *
make_tree (struct word **sorted, size_t n)
{
  struct word *root;
  if (n == 0)
    return NULL;
  root = sorted[n / 2];
  root->left = make_tree (sorted, n / 2);
  root->right = make_tree (sorted + n / 2 + 1, n - n / 2 - 1);
  return root;
}

static size_t
walk_tree (const struct word *root, size_t (*visit) (const struct word *))
{
  if (!root)
    return 0;
  return (walk_tree (root->left, visit) + visit (root)
	  + walk_tree (root->right, visit));
}

static size_t
visit_count (const struct word *word)
{
  return word->count;
}

static size_t
visit_length (const struct word *word)
{
  return strlen (word->text);
}

static size_t
visit_frequent (const struct word *word)
{
  return word->count >= 1000;
}

static const struct
{
  const char *name;
  size_t (*visit) (const struct word *);
} questions[] = {
  { "words", visit_count },
  { "letters in distinct words", visit_length },
  { "words seen a thousand times", visit_frequent },
};

static CALLED struct word **
list_words (void)
{
  struct word **list = malloc ((distinct + 1) * sizeof *list);
  size_t n = 0;
  if (!list)
    {
      perror ("words");
      exit (1);
    }
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct word *word = table[i]; word; word = word->next)
      list[n++] = word;
  return list;
}

static CALLED void
count_words (void)
{
  char text[64];
  for (unsigned i = 0; i < WORDS; i++)
    {
      make_word (text);
      find_word (text)->count++;
    }
}

int
main (void)
{
  struct word **list, *root;

  count_words ();
  list = list_words ();

  for (unsigned i = 0; i < ROUNDS; i++)
    qsort (list, distinct, sizeof *list, i % 2 ? by_count : by_text);
  for (unsigned i = 0; i < 3 && i < distinct; i++)
    printf ("%7u %s\n", list[i]->count, list[i]->text);

  qsort (list, distinct, sizeof *list, by_text);
  root = make_tree (list, distinct);
  for (unsigned q = 0; q < sizeof questions / sizeof *questions; q++)
    {
      size_t answer = 0;
      for (unsigned i = 0; i < ROUNDS; i++)
	answer = walk_tree (root, questions[q].visit);
      printf ("%7zu %s\n", answer, questions[q].name);
    }
  free (list);
  return 0;
}
