/*
 * AMX for tests: preloaded, it does what the instructions of src/backend/cpu/isa/amx.ts mean when they raise SIGILL, as
 * they do on CPUs without AMX. On CPUs with it the system is kept from permitting its use, so that a program takes the
 * same path there. Any other illegal instruction, and one with sizes that do not fit, ends the process as without it.
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <float.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

enum { TILES = 8, ROWS = 16, BYTES = 64, GROUP = 4, SIZES = 17 }; /* SIZES: their number among a CPU's states */

/* What LDTILECFG reads. */
struct sizes {
  uint8_t palette, start, reserved[14];
  uint16_t bytes[16];
  uint8_t rows[16];
};

static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
  struct sizes sizes;
  union tile {
    uint8_t rows[ROWS][BYTES];
    uint32_t sums[ROWS][BYTES / GROUP];
    float floats[ROWS][BYTES / GROUP];
  } tile[TILES];
} amx;
static unsigned offset_of_sizes;

struct instruction {
  const uint8_t *end;
  int prefix, opcode, reg, rm, third; /* prefix: 0 none, 1 66, 2 F3, 3 F2; numbers of registers */
  uint8_t *address;                   /* of the first row; NULL where no operand lies in memory */
  long stride;
};

static const int general[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/* What follows ModRM. `high`: the fourth bits of base and index. False for what has no base. */
static bool decode_address(const uint8_t *next, int mode, int high, const greg_t *registers, struct instruction *it) {
  const int base = (it->rm == 4 ? *next & 7 : it->rm) | (high & 1) << 3;
  const int index = it->rm == 4 ? (*next >> 3 & 7) | (high & 2) << 2 : 4; /* 4: none */
  if (index != 4) it->stride = (long)registers[general[index]] << (*next >> 6);
  if (it->rm == 4) next++;
  int32_t displacement = mode == 1 ? (int8_t)*next : 0;
  if (mode == 2) memcpy(&displacement, next, 4);
  it->end = next + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
  it->address = (uint8_t *)(registers[general[base]] + displacement);
  return mode != 0 || (base & 7) != 5;
}

/* C4, R X B inverted and the map 0F38, W = 0 with the third register inverted and L = 0, opcode, ModRM */
static bool decode(const greg_t *registers, struct instruction *it) {
  const uint8_t *code = (const uint8_t *)registers[REG_RIP];
  if (code[0] != 0xc4 || (code[1] & 0x9f) != 0x82 || (code[2] & 0x84) != 0) return false;
  *it = (struct instruction){.prefix = code[2] & 3, .opcode = code[3], .end = code + 5};
  it->reg = code[4] >> 3 & 7, it->rm = code[4] & 7, it->third = ~code[2] >> 3 & 15;
  const int mode = code[4] >> 6, high = ~code[1] >> 5 & 3;
  return mode == 3 ? (high & 1) == 0 : decode_address(code + 5, mode, high, registers, it);
}

static bool configure(const struct sizes *sizes) {
  for (int i = 0; i < 16; i++) {
    const int rows = sizes->rows[i], bytes = sizes->bytes[i];
    if (rows > ROWS || bytes > BYTES || (rows == 0) != (bytes == 0) || (i >= TILES && rows > 0)) return false;
  }
  memset(&amx, 0, sizeof amx);
  amx.sizes = *sizes;
  return sizes->palette == 1 && sizes->start == 0;
}

/* What lies behind the sizes of a register is zero. */
static bool move(const struct instruction *it, bool is_load) {
  const int count = amx.sizes.rows[it->reg], bytes = amx.sizes.bytes[it->reg];
  union tile *tile = &amx.tile[it->reg];
  if (count == 0 || it->address == NULL || it->rm != 4) return false;
  if (is_load) memset(tile, 0, sizeof *tile);
  for (int row = 0; row < count; row++) {
    uint8_t *place = it->address + row * it->stride;
    memcpy(is_load ? tile->rows[row] : place, is_load ? place : tile->rows[row], (size_t)bytes);
  }
  return true;
}

static int widen(uint8_t byte, bool has_sign) { return has_sign ? (int8_t)byte : byte; }

/* The prefix says which bytes have signs. */
static void add_bytes(int prefix, int groups, uint32_t *to, const uint8_t *a, const uint8_t *b) {
  const bool sign_a = prefix & 2, sign_b = prefix & 1;
  for (int k = 0; k < groups; k++)
    for (int i = 0; i < GROUP; i++)
      *to += (uint32_t)(widen(a[GROUP * k + i], sign_a) * widen(b[BYTES * k + i], sign_b));
}

static float flush(float value) { return fabsf(value) < FLT_MIN ? copysignf(0, value) : value; }

static float bfloat16(const uint8_t *bytes) {
  const uint8_t wide[] = {0, 0, bytes[0], bytes[1]};
  return flush(*(const float *)memcpy(&(float){0}, wide, sizeof wide));
}

/* What rounds to less than the least normal number, as if there were no least exponent, is zero. */
static float multiply_add(float a, float b, float c) {
  const double sum = (double)a * b + c; /* exact where it is so small */
  return fabs(sum) < 0x1p-126 - 0x1p-151 ? copysignf(0, (float)sum) : fmaf(a, b, c);
}

/* Sums up the first elements of all pairs, apart from them the second ones, and adds both sums. */
static void add_floats(int groups, float *to, const uint8_t *a, const uint8_t *b) {
  float sums[2] = {0, 0};
  for (int k = 0; k < groups; k++)
    for (int i = 0; i < GROUP; i += 2)
      sums[i / 2] = multiply_add(bfloat16(a + GROUP * k + i), bfloat16(b + BYTES * k + i), sums[i / 2]);
  *to = flush(flush(*to) + flush(sums[0] + sums[1]));
}

static bool multiply(const struct instruction *it) {
  const struct sizes *const sizes = &amx.sizes;
  const int c = it->reg, a = it->rm, b = it->third, groups = sizes->bytes[a] / GROUP;
  if (it->address != NULL || b >= TILES || a == b || a == c || b == c || sizes->rows[c] == 0) return false;
  if (sizes->rows[a] != sizes->rows[c] || sizes->bytes[b] != sizes->bytes[c] || sizes->rows[b] != groups) return false;
  if ((sizes->bytes[a] | sizes->bytes[c]) % GROUP != 0) return false;
  for (int row = 0; row < sizes->rows[c]; row++)
    for (int i = 0; i < sizes->bytes[c] / GROUP; i++) {
      const uint8_t *left = amx.tile[a].rows[row], *right = amx.tile[b].rows[0] + GROUP * i;
      if (it->opcode == 0x5c) add_floats(groups, &amx.tile[c].floats[row][i], left, right);
      else add_bytes(it->prefix, groups, &amx.tile[c].sums[row][i], left, right);
    }
  return true;
}

static bool execute(const struct instruction *it) {
  const bool is_plain = it->address == NULL && it->rm == 0;
  switch (it->opcode << 4 | it->prefix) {
    case 0x490:
      if (it->address != NULL) return it->reg == 0 && configure((const struct sizes *)it->address);
      return is_plain && it->reg == 0 && memset(&amx, 0, sizeof amx);
    case 0x493: return is_plain && amx.sizes.rows[it->reg] > 0 && memset(amx.tile + it->reg, 0, sizeof *amx.tile);
    case 0x4b3: return move(it, true);
    case 0x4b2: return move(it, false);
    default: return (it->opcode == 0x5e || (it->opcode == 0x5c && it->prefix == 2)) && multiply(it);
  }
}

/*
 * CPUs with AMX set sizes without permission. They are in what the signal saved, where `start` marks those that were
 * read before: setting sizes clears it, and nothing that heeds it is executed.
 */
static bool read_sizes(const ucontext_t *user) {
  enum { MAGIC = 464, FEATURES = 472, IN_USE = 512 };
  uint8_t *saved = (uint8_t *)user->uc_mcontext.fpregs;
  if (memcmp(saved + MAGIC, "SXPF", 4) != 0 || (saved[FEATURES + SIZES / 8] >> SIZES % 8 & 1) == 0) return true;
  if ((saved[IN_USE + SIZES / 8] >> SIZES % 8 & 1) == 0) return false;
  struct sizes *sizes = (struct sizes *)(saved + offset_of_sizes);
  if (sizes->start == 0 && !configure(sizes)) return false;
  sizes->start = 1;
  return true;
}

static void on_illegal(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  struct instruction it;
  const bool is_done = info->si_code > 0 && decode(registers, &it) && read_sizes(context) && execute(&it);
  if (is_done) registers[REG_RIP] = (greg_t)it.end;
  else signal(number, SIG_DFL), raise(number);
}

/* Refuses arch_prctl(ARCH_REQ_XCOMP_PERM) to this process and all that it starts. */
static bool refuse_permission(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x1023, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 22),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog filter = {6, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

__attribute__((constructor)) static void install(void) {
  const struct sigaction action = {.sa_sigaction = on_illegal, .sa_flags = SA_SIGINFO};
  unsigned a, b, c, features = 0;
  const bool is_there = __get_cpuid_count(7, 0, &a, &b, &c, &features) && (features & 1 << 24) != 0;
  __get_cpuid_count(0xd, SIZES, &a, &offset_of_sizes, &b, &c);
  if ((is_there && !refuse_permission()) || sigaction(SIGILL, &action, NULL) != 0) abort();
}
