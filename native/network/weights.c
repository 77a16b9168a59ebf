/* The packed constants, which are linked in. WEIGHTS is the path of their file. */
#ifdef __APPLE__
#define SECTION ".const_data"
#define SYMBOL "_tunelib_weights"
#else
#define SECTION ".section .rodata"
#define SYMBOL "tunelib_weights"
#endif

__asm__(SECTION "\n.balign 64\n.globl " SYMBOL "\n" SYMBOL ":\n.incbin \"" WEIGHTS "\"\n.zero 64\n.text\n");

extern const char tunelib_weights[];
