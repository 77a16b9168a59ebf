/** What stands before the functions of a library in its debug builds: source of the user's stays as it was timed. */
import { isScalar } from '../../../codegen/source-text.js';
import { cType } from '../../../elements/registry.js';
import type { SourceArgument, SourceKernel } from '../../../ir/source-kernel.js';
import { commentText } from '../../library/head-comment.js';

/** Bytes at whose multiples arrays are timed. */
export const TIMED_ALIGNMENT = 64;

/** What a function of a library is called in debug builds. */
export function uncheckedName(name: string): string {
  return `${name}_unchecked`;
}

export function prototypeOf(name: string, all: readonly SourceArgument[]): string {
  const declared = all.map((arg) => {
    const c = cType(arg.type).name;
    if (isScalar(arg)) return `${c} ${arg.name}`;
    return `${arg.direction === 'in' ? 'const ' : ''}${c} *${arg.name}`;
  });
  return `void ${name}(${declared.join(', ')})`;
}

/** A source that has the function, and calls the one that was timed; `header` declares it. */
export function checkText(header: string, part: { readonly name: string; readonly source: SourceKernel }): string {
  const { name, source } = part;
  const all = source.arguments;
  const addresses = all.filter((arg) => !isScalar(arg)).map((arg) => `(uintptr_t)${arg.name}`);
  const unchecked = uncheckedName(name);
  return [
    commentText([
      `${name} of debug builds: it aborts where an array is not at a multiple of ${TIMED_ALIGNMENT} bytes.`,
    ]) + `#include "${header}"`,
    '#include <assert.h>',
    '#include <stdint.h>',
    '',
    `${prototypeOf(unchecked, all)};`,
    '',
    `${prototypeOf(name, all)} {`,
    `  assert((${addresses.join(' | ')}) % ${TIMED_ALIGNMENT} == 0 && "arrays are at multiples of ${TIMED_ALIGNMENT} bytes");`,
    `  ${unchecked}(${all.map((arg) => arg.name).join(', ')});`,
    '}',
    '',
  ].join('\n');
}
