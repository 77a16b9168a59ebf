import { describe, expect, test } from '@jest/globals';
import type { Backend } from '../../src/backend/backend.js';
import { cpu } from '../../src/backend/cpu/backend.js';
import { exportLibrary } from '../../src/backend/cpu/library/library.js';
import { exportProgram } from '../../src/backend/cpu/program/library.js';
import { cuda } from '../../src/backend/cuda/backend.js';
import type { Capabilities } from '../../src/backend/capabilities/capabilities.js';
import type { LibraryItem } from '../../src/backend/library/library.js';
import type { ProgramExport } from '../../src/backend/capabilities/export-program.js';
import type { ProgramSet } from '../../src/backend/program/program.js';
import { parseProgramTarget, type ProgramTarget } from '../../src/backend/program/program-target.js';
import { backendOf } from '../../src/backend/registry.js';
import { requireCapability } from '../../src/backend/require-capability.js';
import { sm90 } from '../support/targets.js';

const names: readonly string[] = [
  'exportLibrary',
  'exportProgram',
  'packedForms',
  'exportSources',
  'wrapSource',
  'examine',
  'listTargets',
  'farm',
] satisfies (keyof Capabilities)[];

/** What every kind of target must have, and nothing else. */
function bare(kind: string): Omit<Backend, keyof Capabilities> {
  const members = Object.entries({ ...cpu, kind }).filter(([name]) => !names.includes(name));
  return Object.fromEntries(members) as unknown as Backend;
}

describe('a capability', () => {
  test('is had, or refused by a sentence that names the targets with it', () => {
    expect(requireCapability(cpu, 'exportProgram', 'library of a network')).toBe(cpu);
    expect(() => requireCapability(cuda, 'exportProgram', 'library of a network')).toThrow(
      'There is no library of a network for cuda yet, only for llvm.',
    );
    expect(() => requireCapability(bare('wasm'), 'exportLibrary', 'library of kernels')).toThrow(
      'There is no library of kernels for wasm yet, only for llvm and cuda.',
    );
  });

  test('to export programs is asked for before this machine is: no GPU is looked for', () => {
    expect(() => parseProgramTarget('cuda')).toThrow('There is no library of a network for cuda yet, only for llvm.');
  });
});

/** Never called: `tsc` checks what it must not allow. */
export function mistakes(
  program: ProgramSet,
  reference: ProgramExport,
  items: readonly LibraryItem[],
  takes: (target: ProgramTarget) => void,
): void {
  // @ts-expect-error: a kind of target may export no programs, which nobody asked
  void backendOf(program.target).exportProgram(program, reference);
  // @ts-expect-error: a program for any target is none for a CPU
  void exportProgram(program, reference);
  // @ts-expect-error: nor is one for a GPU
  void exportProgram({ ...program, target: sm90 }, reference);
  // @ts-expect-error: a backend that may have no capability exports no program
  takes({ target: program.target, exporter: cuda });
  // @ts-expect-error: kernels for any target are none for a CPU
  void exportLibrary('kernels', items);
}
