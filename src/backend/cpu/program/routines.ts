/** Plain code between kernels, in C: functions that return 0, or 1 where what they are given is no such thing. */
import { cIdentifier } from '../../../elements/c-helper.js';
import { elementType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { Convert, Gather, Routine } from '../../program/program.js';
import { memoryOf } from './port-texts.js';

/** The functions that routines call, each once. */
export function routineTexts(routines: readonly Routine[]): readonly string[] {
  return [...new Set(routines.map(functionText))];
}

/** A call of the function, which reads and writes at these addresses. */
export function routineCall(routine: Routine, addresses: readonly string[]): string {
  return `${nameOf(routine)}(${[...addresses, ...numbersOf(routine)].join(', ')})`;
}

function nameOf(routine: Routine): string {
  const words =
    routine.does === 'convert' ? [routine.to, 'from', routine.from] : ['gather', routine.type, 'by', routine.indices];
  return words.map((name) => cIdentifier({ name })).join('_');
}

function numbersOf(routine: Routine): readonly number[] {
  if (routine.does === 'convert') return [routine.elements];
  return [routine.outer, routine.extent, routine.inner, routine.count];
}

function functionText(routine: Routine): string {
  return routine.does === 'convert' ? convertText(routine) : gatherText(routine);
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
