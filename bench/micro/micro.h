// What the files of the micro benchmark share.
// SPDX-License-Identifier: GPL-3.0-or-later

#define NOIPA __attribute__ ((noipa))

typedef int function (int);

struct object
{
  virtual int method (int) = 0;
};

int exported (int);			// In callee.cc.
object *make_object (int kind);
extern function *const targets[256];

long library_direct (long calls);	// In library.cc, a shared library.
long library_exported (long calls);
extern "C" int library_callee (int);
