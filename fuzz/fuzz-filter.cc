/* Fuzz the plugin's reader of filter files, without GCC: what filter.cc
   takes from GCC's headers stands here in small.

   SPDX-License-Identifier: GPL-3.0-or-later  */

extern "C" {
#include "input.h"
}

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define HAVE_DECL_BASENAME 1
#include <libiberty/demangle.h>
#include <libiberty/libiberty.h>
#include <libiberty/safe-ctype.h>

/* In place of plugin/base/gcc-headers.h.  */
#define CGPROF_GCC_HEADERS_H

struct call_tree_node
{
  const char *name;
  const char *mangled;
  const char *path;
};
typedef const call_tree_node *tree;

#define DECL_ATTRIBUTES(decl) (decl)
#define DECL_ORIGIN(decl) (decl)
#define DECL_ASSEMBLER_NAME(decl) (decl)
#define DECL_SOURCE_FILE(decl) ((decl)->path)
#define IDENTIFIER_POINTER(decl) ((decl)->mangled)

/* Whether it is as when linking, where names are demangled.  */
static bool in_lto_p;

static tree
lookup_attribute (const char *, tree)
{
  return NULL;
}

static const char *
printable_name (tree decl, int)
{
  return decl->name;
}

static const struct
{
  const char *(*decl_printable_name) (tree, int);
} lang_hooks = { printable_name };

template <typename T> struct vec
{
  T *elements;
  unsigned count;
  unsigned room;

  bool is_empty () const { return count == 0; }
  void safe_push (const T &element)
  {
    if (count == room)
      elements = XRESIZEVEC (T, elements, room = 2 * room + 8);
    elements[count++] = element;
  }
};

#define FOR_EACH_VEC_ELT(v, i, p) \
  for (i = 0; i < (v).count && (p = &(v).elements[i], true); i++)

/* The message is made: its arguments are looked at.  */

static void
error (const char *format, ...)
{
  char plain[256], text[4096];
  size_t length = 0;
  for (; *format && length + 1 < sizeof plain; format++)
    if (*format != 'q' || format[-1] != '%')
      plain[length++] = *format;
  plain[length] = 0;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, plain, arguments);
  va_end (arguments);
}

#include "sites/filter.cc"

extern "C" int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const call_tree_node functions[] = {
    { "main", "main", "a.c" },
    { "int ns::f<char>(char*)", "_ZN2ns1fIcEEiPT_", "src/b.cc" },
    { "x[]", "x.part.0", "\\" }
  };
  filter_read (input_file (data, size));
  for (const call_tree_node &each : functions)
    {
      in_lto_p = false;
      filter_admits (&each);
      in_lto_p = true;
      filter_admits (&each);
    }
  for (unsigned i = 0; i < rules.count; i++)
    free (rules.elements[i].pattern);
  rules.count = 0;
  return 0;
}
