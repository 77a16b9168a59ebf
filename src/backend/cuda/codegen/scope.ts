/** What the texts of one `__global__` function share. */
import { Context } from '../../../codegen/context.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { FragmentShape } from './fragments.js';
import { CudaValue } from './value.js';

/** Names that the generated functions declare or use themselves. */
const reserved = [
  ...['threadX', 'threadY', 'threadZ', 'blockX', 'blockY', 'blockZ', 'workspace', 'dynamic_shared'],
  ...['float16', 'bfloat16', 'mbarrier', 'mbarriers', 'phases'],
];

export class Scope {
  readonly context = new Context(reserved);
  readonly values: CudaValue;
  /** Parameters in their order. */
  readonly parameters: Tensor[] = [];
  /** Tensors in global memory. */
  readonly global = new Set<Tensor>();

  /** `fragments` are the tensors that warps hold as matrix tiles. */
  constructor(readonly fragments: ReadonlyMap<Tensor, FragmentShape>) {
    this.values = new CudaValue(this.context, fragments);
  }
}
