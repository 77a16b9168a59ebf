import { chmodSync, writeFileSync } from 'node:fs';
import { compilerOf, toolchainNamed } from '../../src/backend/cpu/toolchains.js';
import { kernel, loop } from '../measure/fixture.js';
import { cpuUnderTest } from './emulated.js';

/** A right kernel that the compilers of these tests stumble over; `number` makes it one of many. */
export function markedKernel(number = 0): ReturnType<typeof kernel> {
  return kernel(`/* MARK ${number} */ ${loop}`);
}
export const marked = markedKernel();

/** Makes a compiler in a file: the usual one except for marked kernels, for which a shell carries out `action`. */
export function compilerThat(action: string, path: string): string {
  const usual = compilerOf(toolchainNamed(cpuUnderTest.triple)).command.join(' ');
  const script = `#!/bin/sh
for arg; do case "$arg" in *.c) grep -q MARK "$arg" && { ${action}; };; esac; done
exec ${usual} "$@"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
