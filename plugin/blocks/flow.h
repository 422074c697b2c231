/* Which vertices of a flow graph must be counted for all to be known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FLOW_H
#define CGPROF_FLOW_H

/* A directed graph whose vertices are entered as often as they are left.

   Ends of edges that share a vertex's side are in one class: all ways out of a
   vertex that lead to others, all other ways to these, and so on.  What leaves
   the vertices whose out-side is in a class enters those whose in-side is in
   it, and nothing else is known of the numbers.  So a vertex is an edge
   between two classes, and those of any spanning forest follow from the others
   (Knuth and Stevenson, "Optimal measurement points for program frequency
   counts", BIT 13, 1973).  */
class flow_graph
{
public:
  explicit flow_graph (unsigned vertices);

  /* Control can go from the vertex FROM to TO.  */
  void connect (unsigned from, unsigned to);

  /* What enters the vertex TO may have left by any way that ends at
     OUTSIDE.  */
  void enter (unsigned to, unsigned outside);

  /* All edges are there: number the classes.  */
  void close ();

  /* After close: the classes of VERTEX's sides, below classes ().  */
  unsigned in_class (unsigned vertex) { return m_classes[2 * vertex]; }
  unsigned out_class (unsigned vertex) { return m_classes[2 * vertex + 1]; }
  unsigned classes () const { return m_count; }

  /* Return whether VERTEX need not be counted: its number follows from those
     of vertices for which this was not asked or was false.  */
  bool derive (unsigned vertex);

private:
  unsigned find (unsigned element);
  bool join (unsigned a, unsigned b);

  auto_vec<unsigned> m_parents;	/* Of sides; after close, of classes.  */
  auto_vec<unsigned> m_classes;	/* Of sides.  */
  unsigned m_count;
};

#endif /* CGPROF_FLOW_H */
