import type { Target } from '../../src/target/target.js';
import type { Template } from '../../src/templates/template.js';
import { parseTarget } from '../../src/backend/registry.js';

const caches = { l1: 32 << 10, l2: 1 << 20, l3: 32 << 20 };

/** Fixed targets, so that generated code does not depend on the machine that runs the tests. */
export const avx512: Target = {
  kind: 'llvm',
  cpu: 'x86-64-v4',
  threads: 1,
  vector: { lanes: 16, registers: 32, masks: true },
  caches,
};

export const avx2: Target = {
  kind: 'llvm',
  cpu: 'x86-64-v3',
  threads: 1,
  vector: { lanes: 8, registers: 16, masks: false },
  caches,
};

export const sse: Target = {
  kind: 'llvm',
  cpu: 'x86-64-v2',
  threads: 1,
  vector: { lanes: 4, registers: 16, masks: false },
  caches,
};

export function withThreads(target: Target, threads: number): Target {
  return { ...target, threads };
}

export const sm80 = parseTarget('cuda -arch=sm_80');
export const sm90 = parseTarget('cuda -arch=sm_90');

/** A target that the template is for: with threads on a CPU. */
export function targetOf(template: Template): Target {
  return template.target === 'cuda' ? sm90 : withThreads(avx512, 2);
}
