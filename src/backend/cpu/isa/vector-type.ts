/** Vectors in C by gcc's vector extensions (also clang's): names and definitions of their types. */
import type { ElementType } from '../../../elements/element-type.js';
import { memoryOf } from './memory.js';

/** A definition by the name under which it is made once. */
export type Definition = readonly [name: string, text: string];

/**
 * The vector in registers, and with a `u` behind its name the same at any address of an element: `v16` of floats,
 * `v_int8x64` of others.
 */
export function vectorType(element: ElementType, lanes: number): Definition {
  const { name: type, bytes } = element;
  const name = memoryOf(element) === 'float' ? `v${lanes}` : `v_${type}x${lanes}`;
  const attribute = `vector_size(${bytes * lanes})`;
  const lane = memoryType(element);
  return [
    name,
    `typedef ${lane} ${name} __attribute__((${attribute}));\n` +
      `typedef ${lane} ${name}u __attribute__((${attribute}, aligned(${bytes}), may_alias));`,
  ];
}

/** What comparing such vectors gives: all bits of a lane or none. */
export function maskType({ bytes }: Pick<ElementType, 'bytes'>, lanes: number): Definition {
  const name = bytes === 4 ? `i${lanes}` : `i${bytes * 8}x${lanes}`;
  const type = bytes === 4 ? 'int' : `__INT${bytes * 8}_TYPE__`;
  return [name, `typedef ${type} ${name} __attribute__((vector_size(${bytes * lanes})));`];
}

/** The C type of an element, without a header. */
export function memoryType(element: ElementType): string {
  return memoryOf(element).replace(/^(\w+)_t$/, (_, name: string) => `__${name.toUpperCase()}_TYPE__`);
}
