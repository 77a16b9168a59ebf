/**
 * Texts that operations of several sets share. Where compilers, or versions of one, call an instruction by different
 * names or give it different types, the text is assembly.
 */
import type { OperationCall } from './instruction-set.js';

type Text = (call: OperationCall) => string;

/** Registers of vectors, as constraints of assembly name them. */
type Register = 'v' | 'w' | 'x';

/** An instruction of a to the result; `%0` is the result, `%1` a. */
export function assembled(instruction: string, register: Register): Text {
  return ({ inFunction, vectors }) =>
    inFunction(`{ ${vectors.at(-1)!} r; __asm__("${instruction}" : "=${register}"(r) : "${register}"(a)); return r; }`);
}

/** An instruction that adds products of a and b to c; `%0` is c, `%1` a, `%2` b. */
export function accumulated(instruction: string, register: Register): Text {
  return ({ inFunction }) =>
    inFunction(`{ __asm__("${instruction}" : "+${register}"(c) : "${register}"(a), "${register}"(b)); return c; }`);
}

/** An instruction of a and b to the result; `%0` is the result, `%1` a, `%2` b. */
export function assembledOfTwo(instruction: string, register: Register): Text {
  return ({ inFunction, vectors: [vector] }) =>
    inFunction(
      `{ ${vector!} r; __asm__("${instruction}" : "=${register}"(r) : "${register}"(a), "${register}"(b)); return r; }`,
    );
}

/** A multiply and an add, which the flags of kernels let compilers fuse (-ffp-contract=fast). */
export const contracted: Text = ({ operands: [a, b, c] }) => `(${a} * ${b} + ${c})`;
