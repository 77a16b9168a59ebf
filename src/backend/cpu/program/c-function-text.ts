/** Functions of the user's as C: in a library, and in an object that is called on its own. */
import { comment, scalarText } from '../../../codegen/source-text.js';
import { cType, elementType } from '../../../elements/registry.js';
import { inParameterOrder, parametersOfKind } from '../../../ir/c-function.js';
import type { CFunction, CParameter, FunctionCall } from '../../../ir/c-function.js';
import { memoryOf } from './port-texts.js';

/**
 * `src/operator_….c` of a library: the function behind one of the library's, `name`, whose int is 0 unless an input is
 * none that it can take.
 */
export function functionFileText(call: FunctionCall, name: string): string {
  const { function: own, symbols } = call;
  const renamed = symbols.map((symbol) => `#define ${symbol} ${name}_${symbol}`);
  return [
    comment(`${own.operator}, as its user gives it in C.`),
    ...renamed,
    ...sourceLines(own),
    `${headText(own, name)} {`,
    ...bodyLines(
      own,
      own.parameters.map((parameter, i) => given(parameter, parameterName(i))),
    ),
    '}',
    '',
  ].join('\n');
}

/** The object that native/runner/function.c loads: all arguments lie behind pointers. */
export function callableText(own: CFunction): string {
  const addresses = own.parameters.map((parameter, i) =>
    parameter.kind === 'scalar' ? `*(const ${memoryOf(parameter.type)} *)args[${i}]` : given(parameter, `args[${i}]`),
  );
  return [...sourceLines(own), 'int tune_call(void *const *args) {', ...bodyLines(own, addresses), '}', ''].join('\n');
}

export function prototypeText(own: CFunction, name: string): string {
  return `${headText(own, name)};`;
}

/** A call of the library's function on arrays at these addresses, the inputs first. */
export function callText({ function: own, scalars }: FunctionCall, name: string, addresses: readonly string[]): string {
  const inputs = parametersOfKind(own, 'input').length;
  const typed = parametersOfKind(own, 'scalar').map(({ name: scalar, type }, i) =>
    scalarText({ kind: 'scalar', name: scalar, type, value: scalars[i]! }),
  );
  const lists = { input: addresses.slice(0, inputs), output: addresses.slice(inputs), scalar: typed };
  const all = inParameterOrder(own, lists);
  const casts = own.parameters.map((parameter) => (parameter.kind === 'scalar' ? '' : `(${typeText(parameter)})`));
  return `${name}(${all.map((argument, i) => (casts[i] === '' ? argument : `${casts[i]!}(${argument})`)).join(', ')})`;
}

/** Messages name the user's files, and what is behind them by a name of its own. */
function sourceLines({ text }: CFunction): readonly string[] {
  return [
    text.replace(/\n$/, ''),
    '#line 1 "wrapper.c"',
    '#include <stdint.h>',
    '#pragma GCC diagnostic error "-Wimplicit-function-declaration"',
    '#pragma GCC diagnostic error "-Wincompatible-pointer-types"',
    '#pragma GCC diagnostic error "-Wint-conversion"',
  ];
}

function headText({ parameters }: CFunction, name: string): string {
  const declared = parameters.map((parameter, i) => `${typeText(parameter)}${parameterName(i)}`);
  return `int ${name}(${declared.join(', ')})`;
}

/** Names of the user's may be macros. */
function parameterName(place: number): string {
  return `tune_${place}`;
}

function typeText({ kind, type }: CParameter): string {
  const memory = memoryOf(type);
  return { input: `const ${memory} *`, output: `${memory} *`, scalar: `${memory} ` }[kind];
}

function bodyLines({ name, hasStatus }: CFunction, given: readonly string[]): readonly string[] {
  const call = `${name}(${given.join(', ')})`;
  return hasStatus ? [`  return ${call} != 0;`] : [`  ${call};`, '  return 0;'];
}

/** As the user's function takes it, whatever it calls the type, and whether it says const or not. */
function given({ kind, type }: CParameter, address: string): string {
  if (kind === 'scalar') return address;
  const { c } = elementType(type);
  return c === undefined || c.hasOthers ? `(void *)(${address})` : `(${cType(type).name} *)(${address})`;
}
