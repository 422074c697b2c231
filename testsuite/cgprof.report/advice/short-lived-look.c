/* Area:    advice, blocks freed at once
   Purpose: as many blocks, which are freed at the end.  */
#include <stdlib.h>

struct node
{
  struct node *next;
};

int
main (void)
{
  struct node *list = NULL;
  for (unsigned i = 0; i < 1000000; i++)
    {
      struct node *node = malloc (sizeof *node);
      node->next = list;
      list = node;
    }
  while (list)
    {
      struct node *next = list->next;
      free (list);
      list = next;
    }
  return 0;
}
