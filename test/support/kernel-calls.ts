/** Kernels called on inputs of a test's own, which the runner would draw: the edges of types, infinities, NaN. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CpuKernel } from '../../src/backend/cpu/cpu-kernel.js';
import { codeFlags } from '../../src/backend/cpu/flags.js';
import { missingHere } from '../../src/backend/cpu/march.js';
import { platformOf } from '../../src/backend/cpu/qemu.js';
import { isHost, toolchainNamed } from '../../src/backend/cpu/toolchains.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { MissingError } from '../../src/target/errors.js';

export interface KernelCall {
  /** Without packed arguments. */
  readonly kernel: Pick<CpuKernel, 'source' | 'workspaceBytes'>;
  /** As they lie in memory, in the kernel's order. */
  readonly inputs: readonly ArrayBufferView<ArrayBuffer>[];
  readonly outputBytes: number;
}

/** Whether kernels for a CPU run here, on this machine's or in qemu. */
export function runsCalls({ triple, arch }: Pick<CpuTarget, 'triple' | 'arch'>): boolean {
  const toolchain = toolchainNamed(triple);
  if (isHost(toolchain)) return missingHere(arch).length === 0;
  try {
    platformOf(toolchain);
    return true;
  } catch (error) {
    if (error instanceof MissingError) return false;
    throw error;
  }
}

/** What each call writes. `environment`: of the program that makes them. */
export function callKernels(
  { triple, arch }: Pick<CpuTarget, 'triple' | 'arch'>,
  calls: readonly KernelCall[],
  environment: Readonly<Record<string, string>> = {},
): ArrayBuffer[] {
  const toolchain = toolchainNamed(triple);
  const { compiler, launcher } = platformOf(toolchain);
  const [command, ...words] = compiler.command;
  const folder = mkdtempSync(join(tmpdir(), 'tune-calls-'));
  try {
    const flags = [...codeFlags(toolchain, 'gcc', { cpu: arch, purpose: 'kernel' }), '-std=gnu11', '-w'];
    const sources = [mainOf(calls), ...calls.map(({ kernel }, i) => `#define kernel kernel${i}\n${kernel.source}`)];
    const files = sources.map((source, i) => {
      const file = join(folder, `${i}.c`);
      writeFileSync(file, source);
      return file;
    });
    const program = join(folder, 'calls');
    execFileSync(command, [...words, ...flags, ...files, '-o', program, '-lm']);
    const input = Buffer.concat(calls.flatMap(({ inputs }) => inputs.map(bytesOf)));
    const options = { input, maxBuffer: 2 ** 30, env: { ...process.env, ...environment } };
    const output = execFileSync('env', [...launcher, program], options);
    return partsOf(output, calls);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function partsOf(output: Buffer, calls: readonly KernelCall[]): ArrayBuffer[] {
  let end = 0;
  return calls.map(({ outputBytes }) => {
    const part = Uint8Array.from(output.subarray(end, end + outputBytes));
    end += outputBytes;
    return part.buffer;
  });
}

/** Reads the inputs of a call, makes it, writes its output, and so on. */
function mainOf(calls: readonly KernelCall[]): string {
  const one = ({ kernel, inputs, outputBytes }: KernelCall, i: number): string => `  {
    const size_t sizes[] = {${[...inputs.map(({ byteLength }) => byteLength), outputBytes].join(', ')}};
    call(kernel${i}, ${inputs.length}, sizes, ${kernel.workspaceBytes});
  }`;
  return `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

${calls.map((_, i) => `void kernel${i}(void *const *args, void *workspace);`).join('\n')}

static void *room(size_t bytes) { return memset(aligned_alloc(64, (bytes + 127) & ~(size_t)63), 0x5a, bytes); }

static void call(void (*kernel)(void *const *, void *), int inputs, const size_t *sizes, size_t workspace) {
  void *args[32], *scratch = room(workspace);
  for (int i = 0; i <= inputs; i++) {
    args[i] = room(sizes[i]);
    if (i < inputs && fread(args[i], 1, sizes[i], stdin) != sizes[i]) exit(2);
  }
  kernel(args, scratch);
  fwrite(args[inputs], 1, sizes[inputs], stdout);
  for (int i = 0; i <= inputs; i++) free(args[i]);
  free(scratch);
}

int main(void) {
${calls.map(one).join('\n')}
  return 0;
}
`;
}
