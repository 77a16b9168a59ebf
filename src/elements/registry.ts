/** The element types that there are, by name. */
import * as all from './all.js';
import type { CType, ElementType, KernelElements } from './element-type.js';

/** Floating ones first, of these the wide and the exact; the others by name. */
const own: readonly ElementType[] = Object.values(all).sort(
  (a, b) =>
    Number(b.kind === 'floating') - Number(a.kind === 'floating') ||
    (a.kind === 'floating' ? b.bytes - a.bytes || a.unitRoundoff - b.unitRoundoff : 0) ||
    a.name.localeCompare(b.name, 'en', { numeric: true }),
);

const types = [...own];

/**
 * @internal The contract suite goes through all of them.
 */
export function elementTypes(): readonly ElementType[] {
  return types;
}

/**
 * Adds a type that does not come with `tune`; what is returned takes it away again. Throws Error where one has its
 * name.
 *
 * @internal For types from outside, as a fixture of the tests is.
 */
export function registerElementType(type: ElementType): () => void {
  if (findElementType(type.name)) throw new Error(`there is an element type ${type.name} already`);
  types.push(type);
  return () => {
    types.splice(types.indexOf(type), 1);
  };
}

function findElementType(name: string): ElementType | undefined {
  return types.find((type) => type.name === name);
}

/** The type of a name that was checked before. Throws Error for any other. */
export function elementType(name: string): ElementType {
  const type = findElementType(name);
  if (type === undefined) throw new Error(`there is no element type ${name}`);
  return type;
}

/** A type that kernels have to do with. */
export type KernelType = ElementType & { readonly kernels: KernelElements };

function isKernelType(type: ElementType): type is KernelType {
  return type.kernels !== undefined;
}

/** Those that operators have. */
export function kernelTypes(): readonly KernelType[] {
  return types.filter(isKernelType).filter(({ kernels }) => !kernels.inCopiesAlone);
}

/** One of these, or what kernels copy elements into. Throws Error for any other. */
export function kernelType(name: string): KernelType {
  const type = elementType(name);
  if (!isKernelType(type)) throw new Error(`no kernel computes in ${name}`);
  return type;
}

export function kernelElements(name: string): KernelElements {
  return kernelType(name).kernels;
}

/** Those that do not come with `tune`. */
export function addedKernelTypes(): readonly KernelType[] {
  return kernelTypes().filter((type) => !own.includes(type));
}

/** One that has a name in C. */
type SourceType = ElementType & { readonly c: CType };

/**
 * The types that source of the user may have.
 *
 * @internal Specs of `tune source` ask for them when they are loaded.
 */
export function sourceTypes(): readonly SourceType[] {
  return types.filter((type): type is SourceType => type.c !== undefined);
}

/** What C calls a type that source may have. Throws Error for any other. */
export function cType(name: string): CType {
  const { c } = elementType(name);
  if (c === undefined) throw new Error(`C has no type for ${name}`);
  return c;
}

/** Whether the numbers of a type are whole. */
export function isWhole(name: string): boolean {
  return elementType(name).kind === 'whole';
}

/** Bits of an element that are its own. */
export function bitsOf(name: string): number {
  const { bits, bytes } = elementType(name);
  return bits ?? 8 * bytes;
}

/** The type of a number of ONNX's; undefined where there is none of it. */
export function onnxType(code: number): ElementType | undefined {
  return types.find(({ onnx }) => onnx?.code === code);
}
