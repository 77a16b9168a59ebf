import { decodeFile } from './decode.js';
import { readingOf } from './malformed.js';
import type { ConstantTensor } from './model.js';
import { TensorProtoSchema } from './schema.js';
import { constantOf, tensorTitle } from './tensor.js';

export interface NamedTensor extends ConstantTensor {
  /** Empty where the file has none. */
  readonly name: string;
}

/** Reads a file that holds one tensor, as ONNX's test data do (`input_0.pb`). Throws UsageError. */
export function readTensor(path: string): NamedTensor {
  return readingOf(path, () => {
    const { message, allowance } = decodeFile(TensorProtoSchema, path);
    const { name } = message;
    const what = name === '' ? 'its tensor' : tensorTitle(name);
    return { name, ...constantOf(message, what, { allowance, external: undefined }) };
  });
}
