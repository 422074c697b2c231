/* An inlined function that calls.  */
#define CALL __attribute__ ((noipa))

static inline __attribute__ ((always_inline)) int
twice (int (*f) (int), int n)
{
  int sum = f (n);
  return sum + f (n);
}
