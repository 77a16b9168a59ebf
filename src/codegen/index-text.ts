/** Index expressions as generated text, in the operators that C and its descendants share. */
import * as ix from '../ir/index.js';
import type { Atom, Index, Var } from '../ir/index.js';

/**
 * An index expression; `name` gives the variable's name. Variables come first, so that compilers share the base of an
 * address.
 */
export function indexText(index: Index, name: (v: Var) => string): string {
  const parts: string[] = [];
  for (const { atom, coefficient } of index.terms) {
    const text = atomText(atom, name);
    const sign = signText(coefficient, parts.length === 0);
    const size = Math.abs(coefficient);
    parts.push(`${sign}${size === 1 ? text : `${size} * ${text}`}`);
  }
  if (index.constant !== 0 || parts.length === 0) {
    parts.push(`${signText(index.constant, parts.length === 0)}${Math.abs(index.constant)}`);
  }
  return parts.join('');
}

function signText(value: number, first: boolean): string {
  if (first) return value < 0 ? '-' : '';
  return value < 0 ? ' - ' : ' + ';
}

function atomText(atom: Atom, name: (v: Var) => string): string {
  switch (atom.kind) {
    case 'var':
      return name(atom.of);
    case 'div':
      return divisionText('floor_div', '/', atom.of, atom.by, name);
    case 'mod':
      return divisionText('floor_mod', '%', atom.of, atom.by, name);
    case 'min':
    case 'max':
      return `${atom.kind}_of(${indexText(atom.a, name)}, ${indexText(atom.b, name)})`;
    case 'xor':
      return `((${indexText(atom.a, name)}) ^ (${indexText(atom.b, name)}))`;
  }
}

/** Division of integers is towards zero: the plain operator serves where the dividend cannot be negative. */
function divisionText(helper: string, operator: string, of: Index, by: number, name: (v: Var) => string): string {
  const text = indexText(of, name);
  return ix.range(of).min >= 0 ? `((${text}) ${operator} ${by})` : `${helper}(${text}, ${by})`;
}

/** The functions that the text may call. */
export const indexHelperNames: readonly string[] = ['min_of', 'max_of', 'floor_div', 'floor_mod'];

/** Their definitions over integers of a type, with the qualifiers of a function; unused ones cost nothing. */
export function indexHelpersFor(qualifiers: string, type: string): string[] {
  const head = `${qualifiers} ${type}`;
  return [
    `${head} min_of(${type} a, ${type} b) { return a < b ? a : b; }`,
    `${head} max_of(${type} a, ${type} b) { return a > b ? a : b; }`,
    `${head} floor_div(${type} a, ${type} b) { return a / b - (a % b < 0); }`,
    `${head} floor_mod(${type} a, ${type} b) { return a % b + (a % b < 0 ? b : 0); }`,
  ];
}
