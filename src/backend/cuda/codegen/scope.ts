/** What the texts of one `__global__` function share. */
import { Context } from '../../../codegen/context.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { FragmentShape } from './fragments.js';
import { structsOfElements } from './types.js';
import { CudaValue } from './value.js';

/** Names that the generated functions declare or use themselves. */
const reserved = [...['threadX', 'threadY', 'threadZ', 'blockX', 'blockY', 'blockZ', 'workspace', 'dynamic_shared']];

export class Scope {
  readonly context: Context;
  readonly values: CudaValue;
  /** Parameters in their order. */
  readonly parameters: Tensor[] = [];
  /** Where tensors lie in the workspace, in bytes from its start. */
  readonly inWorkspace = new Map<Tensor, number>();
  /** Tensors in global memory. */
  readonly global = new Set<Tensor>();

  /** `fragments`: tensors that warps hold as matrix tiles. `names`: what instructions call things of their own. */
  constructor(
    readonly fragments: ReadonlyMap<Tensor, FragmentShape>,
    names: readonly string[] = [],
  ) {
    this.context = new Context([...reserved, ...structsOfElements().map(([name]) => name), ...names]);
    this.values = new CudaValue(this.context, fragments);
  }
}
