/* Area:    advice, order of functions
   Purpose: what the programs have in common: 512 small functions, which are
	    called, and as many larger ones, which are not.  */

#define FUNCTION_ORDER_ROW(m, n) m (n##0) m (n##1) m (n##2) m (n##3) \
  m (n##4) m (n##5) m (n##6) m (n##7)
#define FUNCTION_ORDER_SQUARE(m, n) FUNCTION_ORDER_ROW (m, n##0) \
  FUNCTION_ORDER_ROW (m, n##1) FUNCTION_ORDER_ROW (m, n##2) \
  FUNCTION_ORDER_ROW (m, n##3) FUNCTION_ORDER_ROW (m, n##4) \
  FUNCTION_ORDER_ROW (m, n##5) FUNCTION_ORDER_ROW (m, n##6) \
  FUNCTION_ORDER_ROW (m, n##7)

/* M (N) for 512 different numbers N.  */
#define FUNCTION_ORDER_ALL(m) \
  FUNCTION_ORDER_SQUARE (m, 1) FUNCTION_ORDER_SQUARE (m, 2) \
  FUNCTION_ORDER_SQUARE (m, 3) FUNCTION_ORDER_SQUARE (m, 4) \
  FUNCTION_ORDER_SQUARE (m, 5) FUNCTION_ORDER_SQUARE (m, 6) \
  FUNCTION_ORDER_SQUARE (m, 7) FUNCTION_ORDER_SQUARE (m, 8)

#define HOT(n) \
  static unsigned __attribute__ ((noipa)) \
  hot_##n (unsigned x) \
  { \
    return x % 3 ? x * n + (x >> 3) : x + n; \
  }

/* Its size stands for code that does not matter here.  */
#define COLD(n) \
  __asm__ (".pushsection .text\n.skip 3072 + " #n " % 29 * 64\n.popsection");

#define CALL(n) x = hot_##n (x);
