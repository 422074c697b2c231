/* Which vertices of a flow graph must be counted for all to be known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "blocks/flow.h"

flow_graph::flow_graph (unsigned vertices) : m_count (0)
{
  for (unsigned i = 0; i < 2 * vertices; i++)
    m_parents.safe_push (i);
}

unsigned
flow_graph::find (unsigned element)
{
  while (m_parents[element] != element)
    element = m_parents[element] = m_parents[m_parents[element]];
  return element;
}

/* Join the sets of A and B; return false if they are one already.  */

bool
flow_graph::join (unsigned a, unsigned b)
{
  a = find (a);
  b = find (b);
  m_parents[a] = b;
  return a != b;
}

void
flow_graph::connect (unsigned from, unsigned to)
{
  join (2 * from + 1, 2 * to);
}

void
flow_graph::enter (unsigned to, unsigned outside)
{
  join (2 * to, 2 * outside);
}

void
flow_graph::close ()
{
  auto_vec<unsigned> numbers;
  numbers.safe_grow_cleared (m_parents.length ());
  for (unsigned i = 0; i < m_parents.length (); i++)
    {
      unsigned *number = &numbers[find (i)];
      if (!*number)
	*number = ++m_count;
      m_classes.safe_push (*number - 1);
    }
  m_parents.truncate (m_count);
  for (unsigned i = 0; i < m_count; i++)
    m_parents[i] = i;
}

bool
flow_graph::derive (unsigned vertex)
{
  return join (in_class (vertex), out_class (vertex));
}
