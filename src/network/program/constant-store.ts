/** The constants of a program's kernels, or of several programs': elements that are the same are there once. */
import { createHash } from 'node:crypto';
import type { ProgramConstant } from '../../backend/program/program.js';
import { elementsAsBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import type { DType } from '../../ir/tensor.js';
import type { ConstantTensor } from '../onnx/model.js';

export class ConstantStore {
  readonly all: ProgramConstant[] = [];
  readonly #byData = new WeakMap<ConstantTensor['data'], Map<DType, number>>();
  readonly #byBytes = new Map<string, number>();

  /** The number of a constant as elements of a type. */
  placeOf({ data }: ConstantTensor, dtype: DType): number {
    const known = this.#byData.get(data) ?? new Map<DType, number>();
    this.#byData.set(data, known);
    const place = known.get(dtype) ?? this.#store(elementsAsBytes(data, elementType(dtype)));
    known.set(dtype, place);
    return place;
  }

  #store(bytes: Uint8Array): number {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const place = this.#byBytes.get(digest) ?? this.all.length;
    if (!this.#byBytes.has(digest)) this.all.push({ name: `constant ${place}`, bytes });
    this.#byBytes.set(digest, place);
    return place;
  }
}
