/** Runs procedures as JavaScript of their own, whose text has numbers and names that are made here, nothing else. */
import { bitsOf as bitsInElement, elementType } from '../../elements/registry.js';
import { roundHalfEven } from '../../elements/rounding.js';
import type { DType } from '../tensor.js';
import type { Procedure, Statement } from './procedure.js';
import { isTruthType, isWholeKind, type ArrayName, type Kind, type RealFunction, type Value } from './value.js';

type Elements = Float32Array | Float64Array;

/**
 * Elements of the outputs in float64, undefined where the procedure fails. Whole numbers are exact up to 2^53, as
 * numbers of JavaScript are, and nearest numbers beyond.
 */
export function runProcedure(procedure: Procedure, inputs: readonly Elements[]): Float64Array[] | undefined {
  const outputs = procedure.outputs.map(({ elements }) => new Float64Array(elements));
  const scratch = procedure.scratch.map(({ elements }) => new Float64Array(elements));
  const names = [
    ...inputs.map((_, i) => nameOf({ role: 'input', number: i })),
    ...outputs.map((_, i) => nameOf({ role: 'output', number: i })),
    ...scratch.map((_, i) => nameOf({ role: 'scratch', number: i })),
  ];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a closure for each node takes fifty times as long
  const run = new Function('wide', ...names, javascriptOf(procedure)) as (
    helpers: typeof wide,
    ...arrays: readonly Elements[]
  ) => number;
  return run(wide, ...inputs, ...outputs, ...scratch) === 0 ? outputs : undefined;
}

function javascriptOf({ body }: Procedure): string {
  return [`'use strict';`, ...body.flatMap((statement) => linesOf(statement)), 'return 0;'].join('\n');
}

function nameOf({ role, number }: Pick<ArrayName, 'role' | 'number'>): string {
  return `${role}${number}`;
}

function linesOf(statement: Statement): string[] {
  switch (statement.do) {
    case 'let':
      return [`let v${statement.variable} = ${textOf(statement.value)};`];
    case 'set':
      return [`v${statement.variable} = ${textOf(statement.value)};`];
    case 'store':
      return [`${nameOf(statement.array)}[${textOf(statement.at)}] = ${textOf(statement.value)};`];
    case 'loop': {
      const [name, from, to] = [`v${statement.variable}`, textOf(statement.from), textOf(statement.to)];
      return [`for (let ${name} = ${from}, end = ${to}; ${name} < end; ${name}++) {`, ...block(statement.body), '}'];
    }
    case 'while':
      return [`while (${textOf(statement.condition)}) {`, ...block(statement.body), '}'];
    case 'if':
      return [
        `if (${textOf(statement.condition)}) {`,
        ...block(statement.yes),
        ...(statement.no.length > 0 ? ['} else {', ...block(statement.no)] : []),
        '}',
      ];
    case 'copy': {
      const [to, from, count] = [textOf(statement.toAt), textOf(statement.fromAt), textOf(statement.count)];
      const part = `${nameOf(statement.from)}.subarray(${from}, ${from} + ${count})`;
      return [`${nameOf(statement.to)}.set(${part}, ${to});`];
    }
    case 'fail':
      return ['return 1;'];
  }
}

function block(statements: readonly Statement[]): string[] {
  return statements.flatMap(linesOf).map((line) => `  ${line}`);
}

function textOf({ kind, form }: Value): string {
  switch (form.of) {
    case 'number':
      return Object.is(form.value, -0) ? '-0' : form.value < 0 ? `(${form.value})` : String(form.value);
    case 'variable':
      return `v${form.number}`;
    case 'element': {
      const element = `${nameOf(form.array)}[${textOf(form.at)}]`;
      return isTruthType(kind) ? `(${element} !== 0 ? 1 : 0)` : element;
    }
    case 'pair':
      return pairText(form.by, form.left.kind, textOf(form.left), textOf(form.right));
    case 'function':
      return `${functions[form.by] ?? `Math.${form.by}`}(${textOf(form.x)})`;
    case 'not':
      return `!${textOf(form.x)}`;
    case 'choice':
      return `(${textOf(form.condition)} ? ${textOf(form.yes)} : ${textOf(form.no)})`;
    case 'conversion':
      return converted(textOf(form.x), form.x.kind, kind);
    case 'bits':
      return `wide.bits(${textOf(form.x)}, '${form.x.kind}', '${kind}')`;
  }
}

/** Those that Math calls otherwise. */
const functions: Partial<Readonly<Record<RealFunction, string>>> = {
  truncated: 'Math.trunc',
  rounded: 'wide.rounded',
  size: 'Math.abs',
};

const symbols = {
  plus: '+',
  minus: '-',
  bitAnd: '&',
  bitOr: '|',
  bitXor: '^',
  below: '<',
  atMost: '<=',
  is: '===',
  isNot: '!==',
  and: '&&',
  or: '||',
} as const;

type Pair = Extract<Value['form'], { of: 'pair' }>['by'];

function pairText(by: Pair, kind: Kind, left: string, right: string): string {
  const isElement = isWholeKind(kind) && kind !== 'index';
  switch (by) {
    case 'least':
      return `Math.min(${left}, ${right})`;
    case 'largest':
      return `Math.max(${left}, ${right})`;
    case 'power':
      return `Math.pow(${left}, ${right})`;
    case 'over':
      return isWholeKind(kind) ? `Math.trunc(${left} / ${right})` : `(${left} / ${right})`;
    case 'rest':
      return isElement ? `wide.rest(${left}, ${right})` : `(${left} % ${right})`;
    case 'times':
      if (!isElement) return `(${left} * ${right})`;
      return bitsOf(kind) > 32 ? wrapped(`${left} * ${right}`, kind) : wrapped(`Math.imul(${left}, ${right})`, kind);
    case 'shiftedLeft':
    case 'shiftedRight':
      return `wide.${by}(${left}, ${right}, ${bitsOf(kind)}, ${isSigned(kind)})`;
    case 'bitAnd':
    case 'bitOr':
    case 'bitXor':
      if (bitsOf(kind) > 32) return `wide.${by}(${left}, ${right}, ${isSigned(kind)})`;
      return wrapped(`${left} ${symbols[by]} ${right}`, kind);
    case 'plus':
    case 'minus':
      return isElement ? wrapped(`${left} ${symbols[by]} ${right}`, kind) : `(${left} ${symbols[by]} ${right})`;
    default:
      return `(${left} ${symbols[by]} ${right})`;
  }
}

function bitsOf(kind: Kind): number {
  return kind === 'index' ? 64 : bitsInElement(kind);
}

function isSigned(kind: Kind): boolean {
  return kind === 'index' || elementType(kind).limits[0] < 0;
}

/** A whole number as one of so many bits, of which it may have more. */
function wrapped(text: string, kind: Kind): string {
  const bits = bitsOf(kind);
  if (bits > 32) return `wide.wrapped(${text}, ${isSigned(kind)})`;
  if (bits === 32) return isSigned(kind) ? `(${text} | 0)` : `((${text}) >>> 0)`;
  return isSigned(kind) ? `((${text}) << ${32 - bits} >> ${32 - bits})` : `((${text}) & ${2 ** bits - 1})`;
}

function converted(text: string, from: Kind, to: Kind): string {
  if (isTruthType(to)) return from === 'truth' ? `(${text} ? 1 : 0)` : `(${text} !== 0 ? 1 : 0)`;
  if (from === 'truth') return `(${text} ? 1 : 0)`;
  if (!isWholeKind(to)) return text;
  const [least, largest] = to === 'index' ? [-(2 ** 53), 2 ** 53] : elementType(to).limits;
  if (!isWholeKind(from)) return `wide.saturated(${text}, ${least}, ${largest})`;
  return to === 'index'
    ? text
    : bitsOf(to) > 32
      ? wrapped(text, to)
      : `wide.narrow(${text}, ${bitsOf(to)}, ${isSigned(to)})`;
}

/** Whole numbers that have more bits than JavaScript's operators. */
const wide = {
  bits,
  rounded: roundHalfEven,
  rest: (x: number, y: number): number => (y === 0 ? 0 : x % y),
  wrapped: (x: number, signed: boolean): number =>
    Number.isSafeInteger(x) && (signed || x >= 0) ? x : cut(x, 64, signed),
  narrow: (x: number, bits: number, signed: boolean): number => cut(x, bits, signed),
  saturated: (x: number, least: number, largest: number): number =>
    Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, least), largest)),
  bitAnd: (x: number, y: number, signed: boolean): number => ofBits(BigInt(x) & BigInt(y), 64, signed),
  bitOr: (x: number, y: number, signed: boolean): number => ofBits(BigInt(x) | BigInt(y), 64, signed),
  bitXor: (x: number, y: number, signed: boolean): number => ofBits(BigInt(x) ^ BigInt(y), 64, signed),
  shiftedLeft: (x: number, by: number, bits: number, signed: boolean): number =>
    by < 0 || by >= bits ? 0 : ofBits(BigInt(x) << BigInt(by), bits, signed),
  shiftedRight: (x: number, by: number, bits: number, signed: boolean): number =>
    ofBits(BigInt(x) >> BigInt(by < 0 || by >= bits ? bits : by), bits, signed),
};

function bits(x: number, from: DType, to: DType): number {
  const view = new DataView(new ArrayBuffer(8));
  elementType(from).write(view, 0, x);
  return elementType(to).read(view, 0);
}

function cut(x: number, bits: number, signed: boolean): number {
  return ofBits(BigInt(x), bits, signed);
}

function ofBits(x: bigint, bits: number, signed: boolean): number {
  return Number(signed ? BigInt.asIntN(bits, x) : BigInt.asUintN(bits, x));
}
