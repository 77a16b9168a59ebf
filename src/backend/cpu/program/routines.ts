/** Plain code between kernels, in C: functions that return 0, or 1 where an index is out of range. */
import type { ProcedureRoutine, Routine } from '../../program/program.js';
import { callText, prototypeText } from './c-function-text.js';
import type { UserFunctions } from './user-functions.js';
import { procedureText, type ProcedureText } from './procedure-text.js';

/** Functions of routines, each printed once. */
export class RoutineTexts {
  readonly #texts = new Map<ProcedureRoutine, ProcedureText>();
  readonly #functions = new Set<string>();

  /** `own`: what the library calls functions of the user's. */
  constructor(private readonly own: UserFunctions = new Map()) {}

  /** The functions that calls need. */
  get functions(): readonly string[] {
    return [...this.#functions];
  }

  /** A call of the function, which reads and writes at these addresses. */
  call(routine: Routine, addresses: readonly string[]): string {
    if (routine.does === 'look-up') {
      for (const text of [permutationText, tableText]) this.#functions.add(text);
      return `look_up(${[...addresses, routine.elements].join(', ')})`;
    }
    if (routine.does === 'function') {
      const name = this.own.get(routine.call.function)!;
      this.#functions.add(prototypeText(routine.call.function, name));
      return callText(routine.call, name, addresses);
    }
    const { name, functions } = this.#textOf(routine);
    for (const text of functions) this.#functions.add(text);
    return `${name}(${addresses.join(', ')})`;
  }

  #textOf(routine: ProcedureRoutine): ProcedureText {
    const known = this.#texts.get(routine) ?? procedureText(routine.procedure, routine);
    this.#texts.set(routine, known);
    return known;
  }
}

/** 64 elements at a time from a table of 256 bytes, by two permutations of 128 each. */
const permutationText = `#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f,avx512bw,avx512vbmi"))) static size_t by_permutation(
    const uint8_t *table, const uint8_t *from, uint8_t *to, size_t count) {
  const __m512i a = _mm512_loadu_si512(table), b = _mm512_loadu_si512(table + 64);
  const __m512i c = _mm512_loadu_si512(table + 128), d = _mm512_loadu_si512(table + 192);
  size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    const __m512i index = _mm512_loadu_si512(from + i);
    const __m512i low = _mm512_permutex2var_epi8(a, index, b), high = _mm512_permutex2var_epi8(c, index, d);
    _mm512_storeu_si512(to + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high));
  }
  return i;
}
#endif`;

/** From a table of 256 bytes: by permutations where the CPU has them. */
const tableText = `static int look_up(const void *table, const void *from, void *to, size_t count) {
  const uint8_t *const numbers = (const uint8_t *)table, *const indices = (const uint8_t *)from;
  uint8_t *const result = (uint8_t *)to;
  size_t i = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vbmi")) i = by_permutation(numbers, indices, result, count);
#endif
  for (; i < count; i++) result[i] = numbers[indices[i]];
  return 0;
}`;
