/** Plain code between kernels, in C: functions that return 0, or 1 where an index is out of range. */
import { cIdentifier } from '../../../elements/c-helper.js';
import { elementType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { Convert, Gather, Routine } from '../../program/program.js';
import { memoryOf } from './port-texts.js';

/** The functions that routines call, each once. */
export function routineTexts(routines: readonly Routine[]): readonly string[] {
  return [...new Set(routines.flatMap(functionTexts))];
}

/** A call of the function, which reads and writes at these addresses. */
export function routineCall(routine: Routine, addresses: readonly string[]): string {
  return `${nameOf(routine)}(${[...addresses, ...numbersOf(routine)].join(', ')})`;
}

function nameOf(routine: Routine): string {
  const words =
    routine.does === 'convert'
      ? [routine.to, 'from', routine.from]
      : [verbOf(routine), routine.type, 'by', routine.indices];
  return words.map((name) => cIdentifier({ name })).join('_');
}

/** Tables of bytes are of no extents. */
function verbOf(routine: Gather): string {
  return isOfBytes(routine) ? 'look_up' : 'gather';
}

function numbersOf(routine: Routine): readonly number[] {
  if (routine.does === 'convert') return [routine.elements];
  return [routine.outer, routine.extent, routine.inner, routine.count];
}

function functionTexts(routine: Routine): readonly string[] {
  if (routine.does === 'convert') return [convertText(routine)];
  return isOfBytes(routine) ? [permutationText, tableText(routine)] : [gatherText(routine)];
}

function convertText(routine: Convert): string {
  const { from, to } = routine;
  return `static int ${nameOf(routine)}(const ${memoryOf(from)} *from, ${memoryOf(to)} *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = (${memoryOf(to)})(${nearestText('from[i]', from, to)});
  return 0;
}`;
}

/** A whole number that the other type does not reach becomes its least or its largest. */
function nearestText(text: string, from: DType, to: DType): string {
  const [own, other] = [elementType(from), elementType(to)];
  if (own.kind !== 'whole' || other.kind !== 'whole') return text;
  const [least, largest] = other.limits;
  const below = own.limits[0] < least ? `${text} < ${least} ? ${least} : ` : '';
  const above = own.limits[1] > largest ? `${text} > ${largest} ? ${largest} : ` : '';
  return `${below}${above}${text}`;
}

/** Whether every index of a byte picks something, and a byte. */
function isOfBytes({ type, indices, extent, outer, inner }: Gather): boolean {
  const isByte = [type, indices].every((one) => elementType(one).bytes === 1);
  return isByte && extent === 256 && outer === 1 && inner === 1;
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
function tableText(routine: Gather): string {
  return `static int ${nameOf(routine)}(const void *table, const void *from, void *to, size_t outer, size_t extent, size_t inner,
    size_t count) {
  const uint8_t *const numbers = (const uint8_t *)table, *const indices = (const uint8_t *)from;
  uint8_t *const result = (uint8_t *)to;
  size_t i = 0;
  (void)outer, (void)extent, (void)inner;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vbmi")) i = by_permutation(numbers, indices, result, count);
#endif
  for (; i < count; i++) result[i] = numbers[indices[i]];
  return 0;
}`;
}

function gatherText(routine: Gather): string {
  const element = memoryOf(routine.type);
  return `static int ${nameOf(routine)}(const ${element} *from, const ${memoryOf(routine.indices)} *indices, ${element} *to,
    size_t outer, size_t extent, size_t inner, size_t count) {
  for (size_t o = 0; o < outer; o++, from += extent * inner)
    for (size_t i = 0; i < count; i++, to += inner) {
      const int64_t index = indices[i] < 0 ? indices[i] + (int64_t)extent : indices[i];
      if (index < 0 || index >= (int64_t)extent) return 1;
      memcpy(to, from + (size_t)index * inner, inner * sizeof *to);
    }
  return 0;
}`;
}
