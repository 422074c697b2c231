dnl What cgprof needs of the compiler, the binutils and the libraries.
dnl SPDX-License-Identifier: GPL-3.0-or-later

# CGPROF_COMPILER
# ---------------
# Set CC_VERSION and CC_MAJOR; stop if CC is no GCC that can have plugins.
AC_DEFUN([CGPROF_COMPILER],
[AC_MSG_CHECKING([that $CC is GCC])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#if !defined __GNUC__ || defined __clang__ || defined __INTEL_COMPILER
# error not GCC
#endif]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([cgprof is a plugin of GCC; configure with CC=gcc (found $CC)])])
CC_VERSION=`$CC -dumpfullversion -dumpversion`
CC_MAJOR=`echo "$CC_VERSION" | $SED 's/\..*//'`
AC_SUBST([CC_VERSION])
AC_SUBST([CC_MAJOR])])

# CGPROF_TRY_PLUGIN(COMPILER, IF-IT-LOADS, OTHERWISE)
# ---------------------------------------------------
# Build an empty plugin for the shell word COMPILER and load it.  Compiling
# alone proves little: headers of another build of the compiler compile too.
# Sets cgprof_include, and cgprof_why in case of failure.
AC_DEFUN([CGPROF_TRY_PLUGIN],
[rm -rf conftest.dir
mkdir conftest.dir
cgprof_why=
cgprof_include=`$1 -print-file-name=plugin`/include
cat > conftest.dir/plugin.cc <<\_ACEOF
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
int plugin_is_GPL_compatible;
int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *)
{
  return 0;
}
_ACEOF
echo 'int main (void) { return 0; }' > conftest.dir/empty.c
if test ! -f "$cgprof_include/gcc-plugin.h"; then
  cgprof_why="$cgprof_include/gcc-plugin.h is missing"
elif AC_RUN_LOG([$CXX -O2 -fPIC -shared $PLUGIN_CXXFLAGS -I"$cgprof_include" -o conftest.dir/plugin.so conftest.dir/plugin.cc >&2]); then
  AC_RUN_LOG([$1 -fplugin=conftest.dir/plugin.so -c -o conftest.dir/empty.o conftest.dir/empty.c >&2]) \
    || cgprof_why="it does not load a plugin built with $CXX (config.log has its message)"
else
  cgprof_why="$CXX cannot compile a plugin (config.log has its message)"
fi
rm -rf conftest.dir
AS_IF([test -z "$cgprof_why"], [$2], [$3])])

# CGPROF_PLUGIN
# -------------
# Set PLUGIN_INCLUDE and PLUGIN_CXXFLAGS.  The flags are those GCC itself is
# built with, as far as they change what its headers mean.
AC_DEFUN([CGPROF_PLUGIN],
[PLUGIN_CXXFLAGS="-fno-rtti -fno-exceptions"
AC_SUBST([PLUGIN_CXXFLAGS])
AC_MSG_CHECKING([that $CC loads plugins built with $CXX])
CGPROF_TRY_PLUGIN([$CC],
  [AC_MSG_RESULT([yes])
   PLUGIN_INCLUDE=$cgprof_include],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([$CC: $cgprof_why: apt-get install g++ gcc-$CC_MAJOR-plugin-dev])])
AC_SUBST([PLUGIN_INCLUDE])])

# CGPROF_PLUGIN_DIR
# -----------------
# Set plugindir, where the plugin for CC is installed, and PLUGINS, below which
# plugins for any compiler are, or nothing if each is where its compiler looks
# for -fplugin=cgprof.
AC_DEFUN([CGPROF_PLUGIN_DIR],
[AC_ARG_WITH([gcc-plugin-dir],
  [AS_HELP_STRING([--with-gcc-plugin-dir@<:@=yes|no@:>@],
    [install plugins where GCC looks for -fplugin=cgprof (default: if that is
     within PREFIX), or below LIBDIR/cgprof])])
cgprof_own=`$CC -print-file-name=plugin`
cgprof_prefix=$prefix
test "$cgprof_prefix" != NONE || cgprof_prefix=$ac_default_prefix
AS_CASE([$with_gcc_plugin_dir:$cgprof_own],
  [yes:*], [PLUGINS=],
  [:"$cgprof_prefix"/*], [PLUGINS=],
  [PLUGINS='${libdir}/cgprof'])
AS_IF([test -z "$PLUGINS"],
  [plugindir=$cgprof_own PLUGIN_NAME=cgprof],
  [plugindir=$PLUGINS/`$CC -dumpmachine`/`$CC -dumpversion`
   PLUGIN_NAME=$plugindir/cgprof.so])
AC_SUBST([PLUGINS])
AC_SUBST([PLUGIN_NAME])
AC_SUBST([plugindir])])

# CGPROF_RUNTIME_CFLAGS
# ---------------------
# Flags for code that is called with every register live (general registers
# only; no loop of ours turned into a call of memset) and before the stack
# protector may be ready; and that may be linked into programs which are checked
# for where they jump to (CET).  A processor of 32 bits may have no other
# registers for 64-bit words, and none is live there.
AC_DEFUN([CGPROF_RUNTIME_CFLAGS],
[RUNTIME_CFLAGS=
for cgprof_flag in -mgeneral-regs-only -fno-tree-loop-distribute-patterns \
		   -fno-stack-protector -fcf-protection=full; do
  AC_MSG_CHECKING([whether $CC accepts $cgprof_flag])
  cgprof_save=$CFLAGS
  CFLAGS="$CFLAGS $cgprof_flag -Werror"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdint.h>
#include <stdlib.h>
uint64_t word;]], [[return __atomic_load_n (&word, 5) != 0;]])],
    [AC_MSG_RESULT([yes])
     RUNTIME_CFLAGS="$RUNTIME_CFLAGS $cgprof_flag"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$cgprof_save
done
AC_SUBST([RUNTIME_CFLAGS])
AC_MSG_CHECKING([how $CC reaches thread-local variables by descriptors])
MUSL_CFLAGS=
cgprof_save=$CFLAGS
for cgprof_flag in -mtls-dialect=gnu2 -mtls-dialect=desc; do
  CFLAGS="$cgprof_save $cgprof_flag -Werror"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [MUSL_CFLAGS=$cgprof_flag; break])
done
CFLAGS=$cgprof_save
AC_MSG_RESULT([${MUSL_CFLAGS:-not}])
AC_SUBST([MUSL_CFLAGS])])

# CGPROF_M32
# ----------
# Set M32_CFLAGS to the options for code of 32 bits of a compiler of x86-64, if
# it can link a library of such code, and the condition M32.
AC_DEFUN([CGPROF_M32],
[AC_MSG_CHECKING([for libraries of 32 bits that $CC -m32 links])
M32_CFLAGS=`$SHELL $srcdir/plugin/build-plugin m32 "$CC"`
AS_IF([test -n "$M32_CFLAGS"],
  [cgprof_save=$CFLAGS
   CFLAGS="$CFLAGS $M32_CFLAGS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <pthread.h>
#include <stdlib.h>]], [[pthread_self (); return lldiv (1, 1).quot;]])],
     [], [M32_CFLAGS=])
   CFLAGS=$cgprof_save])
AS_IF([test -n "$M32_CFLAGS"],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no: programs of 32 bits will not be profiled])])
AC_SUBST([M32_CFLAGS])
AM_CONDITIONAL([M32], [test -n "$M32_CFLAGS"])])

# CGPROF_LINK_ORDER
# -----------------
# Counters and tables live and die with their function by SHF_LINK_ORDER.
AC_DEFUN([CGPROF_LINK_ORDER],
[AC_MSG_CHECKING([whether the assembler and the linker know link-order sections])
AC_RUN_IFELSE([AC_LANG_SOURCE([[
extern char __start_conftest_cnt[], __stop_conftest_cnt[];
__asm__ (".pushsection conftest_cnt,\"awo\",%nobits,main\n"
	 "\t.zero 24\n"
	 "\t.popsection\n"
	 "\t.pushsection .conftest.rows,\"o\",%progbits,main\n"
	 "\t.zero 8\n"
	 "\t.popsection\n");
int
main (void)
{
  char *volatile from = __start_conftest_cnt;
  char *volatile to = __stop_conftest_cnt;
  return !(to - from == 24 && !from[0] && !from[23]);
}]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([cgprof needs link-order sections ('.section x,"awo",%nobits,symbol'): binutils 2.35 or newer: apt-get install binutils])],
  [AC_LINK_IFELSE([AC_LANG_SOURCE([[
__asm__ (".pushsection conftest_cnt,\"awo\",%nobits,main\n"
	 "\t.zero 24\n"
	 "\t.popsection\n");
int
main (void)
{
  return 0;
}]])],
    [AC_MSG_RESULT([yes (linked only: cross compiling)])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([cgprof needs link-order sections: binutils 2.35 or newer])])])])

# CGPROF_OTHER_COMPILERS
# ----------------------
# Set OTHER_CCS to the other GCCs here that load plugins; the tests run with
# each of them.
AC_DEFUN([CGPROF_OTHER_COMPILERS],
[OTHER_CCS=
for cgprof_cc in gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc-16; do
  test "$cgprof_cc" != "gcc-$CC_MAJOR" || continue
  ($cgprof_cc --version) >/dev/null 2>&1 || continue
  AC_MSG_CHECKING([that $cgprof_cc loads plugins built with $CXX])
  CGPROF_TRY_PLUGIN([$cgprof_cc],
    [AC_MSG_RESULT([yes])
     OTHER_CCS="${OTHER_CCS:+$OTHER_CCS }$cgprof_cc"],
    [AC_MSG_RESULT([no: $cgprof_why])])
done
AC_SUBST([OTHER_CCS])])

# CGPROF_LIBRARIES
# ----------------
# Set LIBDW_LIBS, LIBELF_LIBS, ZLIB_LIBS, LIBIBERTY_LIBS and
# LIBIBERTY_CPPFLAGS; NCURSES_LIBS, empty where there is no ncursesw; and
# SQLITE_LIBS, empty where there is no SQLite (3.23 or
# later, which can hand over a database's bytes).
AC_DEFUN([CGPROF_LIBRARIES],
[cgprof_save=$LIBS
AC_CHECK_HEADER([gelf.h], [],
  [AC_MSG_ERROR([the headers of libelf are not installed: apt-get install libelf-dev])])
AC_CHECK_LIB([elf], [elf_version], [LIBELF_LIBS=-lelf],
  [AC_MSG_ERROR([libelf is not installed: apt-get install libelf-dev])])
AC_CHECK_HEADER([elfutils/libdwfl.h], [],
  [AC_MSG_ERROR([the headers of libdw are not installed: apt-get install libdw-dev])])
AC_CHECK_LIB([dw], [dwfl_begin], [LIBDW_LIBS="-ldw -lelf"],
  [AC_MSG_ERROR([libdw is not installed: apt-get install libdw-dev])],
  [-lelf])
LIBIBERTY_CPPFLAGS=
AC_CHECK_HEADER([libiberty/demangle.h], [],
  [AC_CHECK_HEADER([demangle.h], [],
    [AC_MSG_ERROR([the headers of libiberty are not installed: apt-get install libiberty-dev])])])
# Debian has <libiberty/demangle.h>, a plain installation <demangle.h>.
AS_IF([test "$ac_cv_header_libiberty_demangle_h" = yes],
  [AC_DEFINE([HAVE_LIBIBERTY_DEMANGLE_H], [1],
    [Define to 1 if the demangler's header is <libiberty/demangle.h>.])])
AC_CHECK_LIB([iberty], [cplus_demangle], [LIBIBERTY_LIBS=-liberty],
  [AC_MSG_ERROR([libiberty is not installed: apt-get install libiberty-dev])])
AC_CHECK_HEADER([zlib.h], [],
  [AC_MSG_ERROR([the headers of zlib are not installed: apt-get install zlib1g-dev])])
AC_CHECK_LIB([z], [deflate], [ZLIB_LIBS=-lz],
  [AC_MSG_ERROR([zlib is not installed: apt-get install zlib1g-dev])])
AC_CHECK_HEADER([capstone/capstone.h], [],
  [AC_MSG_ERROR([the headers of capstone are not installed: apt-get install libcapstone-dev])])
AC_CHECK_LIB([capstone], [cs_open], [CAPSTONE_LIBS=-lcapstone],
  [AC_MSG_ERROR([capstone is not installed: apt-get install libcapstone-dev])])
SQLITE_LIBS=
AC_CHECK_HEADER([sqlite3.h],
  [AC_CHECK_LIB([sqlite3], [sqlite3_serialize],
    [SQLITE_LIBS=-lsqlite3
     AC_DEFINE([HAVE_SQLITE], [1], [Define to 1 if there is SQLite.])])])
AS_IF([test -z "$SQLITE_LIBS"],
  [AC_MSG_NOTICE([no export to SQLite: apt-get install libsqlite3-dev])])
NCURSES_LIBS=
AC_CHECK_HEADER([ncurses.h],
  [AC_CHECK_LIB([ncursesw], [newterm],
    [NCURSES_LIBS="-lncursesw"
     AC_CHECK_LIB([tinfo], [keypad], [NCURSES_LIBS="-lncursesw -ltinfo"])
     AC_DEFINE([HAVE_NCURSES], [1], [Define to 1 if there is ncursesw.])])])
AS_IF([test -z "$NCURSES_LIBS"],
  [AC_MSG_NOTICE([no screen for cgprof top: apt-get install libncurses-dev])])
LIBS=$cgprof_save
AC_SUBST([NCURSES_LIBS])
AC_SUBST([CAPSTONE_LIBS])
AC_SUBST([SQLITE_LIBS])
AC_SUBST([ZLIB_LIBS])
AC_SUBST([LIBELF_LIBS])
AC_SUBST([LIBDW_LIBS])
AC_SUBST([LIBIBERTY_LIBS])
AC_SUBST([LIBIBERTY_CPPFLAGS])])
