/**
 * Intel's Advanced Matrix Extensions: eight registers of 16 rows of 64 bytes. Linux lets a process use them once it
 * has asked, which is how a program finds out.
 */
import type { CpuFeature, MatrixInstructions, MatrixShape } from './instruction-set.js';

/** arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA), which a process may ask for as often as it likes. */
const asks =
  '__extension__({ long r = 158; ' +
  '__asm__ volatile("syscall" : "+a"(r) : "D"(0x1023L), "S"(18L) : "rcx", "r11", "memory"); r == 0; })';

/** A bit of EDX of leaf 7 of CPUID (Intel's manual, volume 2A): gcc 12 has no names to ask by. */
const cpuidBit = (bit: number): string =>
  `__extension__({ unsigned a, b, c, d = 0; __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> ${bit} & 1) != 0; })`;

const feature = (name: string, bit: number, granted = ''): CpuFeature => ({
  ...{ name, macro: `__${name.toUpperCase()}__`, test: `${cpuidBit(bit)}${granted}`, header: 'cpuid.h' },
});

export const amxTile = feature('amx_tile', 24, ` && ${asks}`);
export const amxOfInt8 = feature('amx_int8', 25);
export const amxOfBfloat16 = feature('amx_bf16', 22);

const asm = (instruction: string, operands = ''): string => `__asm__ volatile("${instruction}"${operands});`;

/** All but the products, in the syntax of AT&T. */
export const amx: Omit<MatrixInstructions, 'products'> = {
  registers: 8,
  rows: 16,
  bytes: 64,
  ask: `(void)${asks};`,
  configure: (shapes) => {
    const sizes = `static const unsigned char sizes[64] __attribute__((aligned(64))) = {${sizesOf(shapes).join(', ')}};`;
    return `{ ${sizes} ${asm('ldtilecfg (%0)', ' : : "r"(sizes) : "memory"')} }`;
  },
  load: (register, address, stride) =>
    asm(`tileloadd (%0,%1,1), %%tmm${register}`, ` : : "r"(${address}), "r"(${stride}) : "memory"`),
  store: (register, address, stride) =>
    asm(`tilestored %%tmm${register}, (%0,%1,1)`, ` : : "r"(${address}), "r"(${stride}) : "memory"`),
  zero: (register) => asm(`tilezero %%tmm${register}`, ' : :'),
  release: asm('tilerelease', ' : :'),
};

/** An instruction that multiplies. */
export const multiplied =
  (instruction: string) =>
  (c: number, a: number, b: number): string =>
    asm(`${instruction} %%tmm${b}, %%tmm${a}, %%tmm${c}`, ' : :');

/** Palette 1, bytes of the rows of each register from byte 16 on, and their number from byte 48 on. */
function sizesOf(shapes: ReadonlyMap<number, MatrixShape>): number[] {
  const sizes = new Array<number>(64).fill(0);
  sizes[0] = 1;
  for (const [register, { rows, bytes }] of shapes) {
    sizes[16 + 2 * register] = bytes;
    sizes[48 + register] = rows;
  }
  return sizes;
}
