import type { DeviceKernel } from '../ir/device-kernel.js';
import { kernelElements } from '../elements/registry.js';
import { elementBytes, valueType, type DType } from '../ir/tensor.js';
import { ReferenceFailure } from './reference-failure.js';
import { machine } from '../target/machine.js';
import { bytesOf, elementsOf } from './verdict.js';

/** A device with a memory of its own, as far as what fits into it is concerned. */
export interface DeviceMemory {
  readonly name: string;
  readonly memoryBytes: number;
}

/**
 * Throws ReferenceFailure when this machine, or the device that kernels run on, has less memory than a problem needs
 * before the first kernel is tried.
 */
export function refuseTooLarge(reference: DeviceKernel, device: DeviceMemory | undefined): void {
  const { memoryBytes } = machine();
  refuse(hostBytes(reference), memoryBytes, 'of memory', 'this machine');
  if (device) refuse(deviceBytes(reference), device.memoryBytes, "of the GPU's memory", device.name);
}

/**
 * Inputs, in floats, too, where they are none, the reference's answer and workspace, and an output to compare with
 * it.
 */
export function hostBytes({ args, workspaceBytes }: DeviceKernel): number {
  const floats = (arg: DeviceKernel['args'][number]): number => elementsOf(arg) * elementBytes(valueType);
  const isConverted = (type: DType): boolean => kernelElements(type).conversion.memory !== 'float';
  const inFloats = args.filter((arg) => arg.role === 'output' || isConverted(arg.dtype));
  return sum(args.map(bytesOf)) + sum(inFloats.map(floats)) + workspaceBytes;
}

/** Inputs, copies of them, since kernels may write to those that they are given, and the output. */
function deviceBytes({ args }: DeviceKernel): number {
  return sum(args.map((arg) => (arg.role === 'input' ? 2 : 1) * bytesOf(arg)));
}

function refuse(needed: number, there: number, what: string, where: string): void {
  if (needed <= there) return;
  throw new ReferenceFailure(
    `This workload needs ${gigabytes(needed)} GB ${what} for its arguments, and ${where} has ${gigabytes(there)}: take a smaller one.`,
  );
}

/** `25.7`, `0.001`: two digits at least. */
export function gigabytes(bytes: number): string {
  return bytes >= 1e10 ? (bytes / 1e9).toFixed(1) : String(Number((bytes / 1e9).toPrecision(2)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
