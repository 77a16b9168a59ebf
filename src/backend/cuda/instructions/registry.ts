/** The instructions that the code generator uses. Of those that take the same loops or store, the first does. */
import { cpAsync } from './cp-async.js';
import type { Instruction, KernelNest, Selection } from './instruction.js';
import { mma } from './mma.js';
import { tma } from './tma.js';
import { wgmma } from './wgmma.js';
import type { Scope } from '../codegen/scope.js';

export const instructions: readonly Instruction[] = [cpAsync, tma, wgmma, mma];

/** The instructions at work in a kernel. */
export function selectInstructions(kernel: KernelNest, scope: Scope): Selection[] {
  return instructions.map((instruction) => instruction.select(kernel, scope)).filter((s) => s !== undefined);
}
