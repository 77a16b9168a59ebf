import { spawnSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { float32 } from '../../../../../src/elements/float32.js';
import { VectorHelpers } from '../../../../../src/backend/cpu/codegen/vector.js';
import { noteSkipped, testWhere } from '../../../../support/skips.js';
import { avx512 } from '../../../../support/targets.js';

/** Loads and stores of every part of every vector. */
function parts(): string {
  const helpers = new VectorHelpers(avx512.vector);
  const widths = [2, 4, 8, 16];
  const lines = widths.flatMap((width) =>
    Array.from({ length: width }, (_, i) =>
      helpers.store(float32, `b + ${i}`, helpers.load(float32, `a + ${i}`, width, i + 1), width, i + 1),
    ),
  );
  return [...helpers.text(), 'void copy(const float *a, float *b) {', ...lines, '}'].join('\n');
}

// Of an x86 that has masks, and of clang where it is here: apt-get install clang-16.
const compilers = ['gcc', 'clang-16'].filter((name) => spawnSync(name, ['--version']).status === 0);
if (!compilers.includes('clang-16')) noteSkipped('apt-get install clang-16');
testWhere(process.arch === 'x64', 'an x86').each(compilers)(
  '%s takes masked loads and stores of every width without a warning, which newer compilers refuse',
  (compiler) => {
    const flags = ['-march=x86-64-v4', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-x', 'c', '-'];
    const { status, stderr } = spawnSync(compiler, flags, { input: parts(), encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);
