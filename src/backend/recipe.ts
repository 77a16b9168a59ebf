import { elementBytes, isValueType, type DType } from '../ir/tensor.js';
import type { DeviceKernel, KernelArg } from '../ir/device-kernel.js';

/** A program and its arguments, run in the folder that holds the files. */
type Words = readonly [program: string, ...args: string[]];

/** How a kernel is compiled, called and read without tune. */
export interface Recipe {
  /** Name of the file for the kernel's source. */
  readonly source: string;
  /** A short program that calls it with ones and prints the first element of the result. */
  readonly program: { readonly file: string; readonly text: string };
  /** Makes `./demo` of both files. */
  readonly compile: readonly Words[];
  /** Makes the file `kernel.s` of the source, for people to read. */
  readonly assemble: Words;
}

/** Bytes of an argument as its caller has it. */
export function bytesOf({ shape, dtype }: KernelArg): number {
  return shape.reduce((bytes, extent) => bytes * extent, elementBytes(dtype));
}

/** `data 1x64x56x56, weights 64x64x3x3, out 1x64x56x56`, and the types of elements other than float32. */
export function argumentsText({ args }: DeviceKernel): string {
  const typeText = (dtype: DType): string => (isValueType(dtype) ? '' : ` of ${dtype}`);
  return args.map(({ name, shape, dtype }) => `${name} ${shape.join('x')}${typeText(dtype)}`).join(', ');
}
