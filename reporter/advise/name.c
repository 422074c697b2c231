/* Names of C++ types and functions, for people.

   What a compiler or a demangler prints spells out default arguments of
   templates, or not, as the type came to be:
   "std::__cxx11::basic_string<char, std::char_traits<char>,
   std::allocator<char> >" is std::string.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <ctype.h>
#include <string.h>

/* A name that is read and written; what is written is never longer.  */
struct name_text
{
  const char *in;
  char *out;
};

static bool
begins (const char *text, const char *with)
{
  return strncmp (text, with, strlen (with)) == 0;
}

static bool
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* Whether the LENGTH characters at ARGUMENT are what the argument of a
   standard template is by default if its first is the FIRST_LENGTH at
   FIRST.  */

static bool
is_default (const char *argument, size_t length, const char *first,
	    size_t first_length)
{
  static const char *const any[] = { "std::allocator<", "std::char_traits<" };
  static const char *const same[] = {
    "std::less<", "std::hash<", "std::equal_to<", "std::default_delete<"
  };
  for (size_t i = 0; i < sizeof any / sizeof *any; i++)
    if (begins (argument, any[i]))
      return true;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    if (begins (argument, same[i]))
      {
	size_t before = strlen (same[i]);
	return length == before + first_length + 1
	  && memcmp (argument + before, first, first_length) == 0;
      }
  return false;
}

static void copy_name (struct name_text *text, const char *begin);

/* Copy the arguments of the template whose name was written from BEGIN on.  */

static void
copy_template (struct name_text *text, const char *begin)
{
  char *open = text->out;
  char *kept = open + 1;	/* The end of what is kept.  */
  size_t first_length = 0;
  size_t count = 0;
  *text->out++ = *text->in++;
  for (;;)
    {
      char *argument = text->out;
      copy_name (text, argument);
      while (text->out > argument && text->out[-1] == ' ')
	text->out--;
      *text->out = '\0';
      if (count++ == 0)
	first_length = text->out - argument;
      if (count == 1 || !is_default (argument, text->out - argument, open + 1,
				     first_length))
	kept = text->out;
      if (*text->in != ',')
	break;
      text->in++;
      while (*text->in == ' ')
	text->in++;
      *text->out++ = ',';
      *text->out++ = ' ';
    }
  if (*text->in != '>')
    return;
  text->in++;

  /* std::basic_X<char> is std::X.  */
  char *word = open;
  while (word > begin && is_word (word[-1]))
    word--;
  if (kept - open == 5 && memcmp (open, "<char", 5) == 0
      && word - begin >= 5 && memcmp (word - 5, "std::", 5) == 0
      && open - word > 6 && memcmp (word, "basic_", 6) == 0)
    {
      memmove (word, word + 6, open - word - 6);
      text->out = open - 6;
      return;
    }
  *kept = '>';
  text->out = kept + 1;
}

/* Copy the operator's name that comes, "operator" with it.  */

static void
copy_operator (struct name_text *text)
{
  size_t length = strlen ("operator");
  if (begins (text->in + length, "()"))
    length += 2;
  else
    length += strspn (text->in + length, "<>=-*");
  memcpy (text->out, text->in, length);
  text->in += length;
  text->out += length;
}

/* Copy up to the comma or bracket that ends a name in a list, or the end of
   it all.  BEGIN is where the text that is written begins.  */

static void
copy_name (struct name_text *text, const char *begin)
{
  static const char cxx11[] = "std::__cxx11::";
  static const char abi[] = "[abi:cxx11]";
  while (*text->in && !strchr (",>)", *text->in))
    {
      bool word = text->out > begin && is_word (text->out[-1]);
      if (!word && begins (text->in, cxx11))
	{
	  memcpy (text->out, "std::", 5);
	  text->out += 5;
	  text->in += strlen (cxx11);
	}
      else if (begins (text->in, abi))
	text->in += strlen (abi);
      else if (!word && begins (text->in, "operator")
	       && !is_word (text->in[strlen ("operator")]))
	copy_operator (text);
      else if (*text->in == '<')
	copy_template (text, begin);
      else if (*text->in == '(')
	{
	  do
	    {
	      *text->out++ = *text->in++;
	      copy_name (text, text->out);
	    }
	  while (*text->in == ',');
	  if (*text->in == ')')
	    *text->out++ = *text->in++;
	}
      else
	{
	  if (begins (text->in, "->"))
	    *text->out++ = *text->in++;
	  *text->out++ = *text->in++;
	}
    }
}

const char *
advice_short_name (struct arena *arena, const char *name)
{
  if (!name || !strstr (name, "std::"))
    return name;
  char *copy = arena_take (arena, strlen (name) + 2);
  struct name_text text = { name, copy };
  /* What is no name that is known ends early.  */
  for (copy_name (&text, copy); *text.in; copy_name (&text, copy))
    *text.out++ = *text.in++;
  *text.out = '\0';
  return copy;
}
