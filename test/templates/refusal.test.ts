import { expect, test } from '@jest/globals';
import { kernelTypes } from '../../src/elements/registry.js';
import { matmul } from '../../src/operator/matmul.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Space } from '../../src/space/space.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { findTemplate, templates } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Template } from '../../src/templates/template.js';
import { findOperator } from '../../src/operator/registry.js';
import { sm90, targetOf } from '../support/targets.js';

test('a template serves the types that it says, and float32 alone where it says nothing', () => {
  for (const template of templates) {
    const { name, options } = findOperator(template.operator);
    if (name === 'conv2d_transpose' || !options.some(({ key }) => key === 'dtype')) continue;
    for (const { name: dtype } of kernelTypes()) {
      const workload = findOperator(name).workload(undefined, { dtype });
      const reason = refusal(template, workload, targetOf(template));
      const ofType = expect(reason ?? '');
      if (typesOf(template).includes(dtype)) ofType.not.toMatch(new RegExp(`not ${dtype}$`));
      else ofType.toMatch(new RegExp(`^it is for .*, not ${dtype}$`));
    }
  }
  expect(typesOf(findTemplate('matmul.dot'))).toEqual(['float32']);
  expect(typesOf(findTemplate('matmul.blocked'))).toEqual(['float32', 'float16', 'bfloat16', 'int8', 'uint8']);
  expect(typesOf(findTemplate('matmul.simt'))).toContain('bfloat16');
});

test('what the template itself refuses counts, too, and targets come first', () => {
  const never = { ...findTemplate('matmul.blocked'), refuses: () => 'it never does' };
  expect(refusal(never, matmul.workload(undefined, {}), targetOf(never))).toBe('it never does');
  expect(refusal(never, matmul.workload(undefined, { dtype: 'float16' }), sm90)).toBe('it is for CPUs, not GPUs');
});

test('a template of a module whose constraints forbid all is refused with the one that forbids the most', () => {
  const values = Array.from({ length: 100 }, (_, value) => value);
  const space = new SpaceBuilder()
    .choice('a', values)
    .choice('b', values)
    .constraint('b is too large', ({ b }) => b < 99)
    .constraint('b is too small', ({ b }) => b > 98)
    .constraint('a is too small', ({ a }) => a > 89)
    .build();
  const module = { file: 'mine.js', sha256: '' };
  const own = { ...findTemplate('matmul.blocked'), name: 'mine', define: () => space as Space, module };
  expect(() => makeTask(own as Template, matmul.workload('gemm.512', {}), targetOf(own))).toThrow(
    'The constraints of mine leave none of the 10000 configs for gemm.512: "b is too small" forbids 99 % of them; ' +
      'relax it, or give its knobs other values.',
  );
});
