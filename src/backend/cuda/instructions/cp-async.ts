/**
 * cp.async (PTX ISA 7.0): copies from global to shared memory that a thread does not wait for. They fill what later
 * iterations read while this one computes. A thread commits what it asked for as a group, and waits until only so many
 * of its groups are still in flight. Older architectures copy at once; the emulator as late as a GPU may.
 */
import { usedDefinitions } from '../../../codegen/used-definitions.js';
import { conditionText } from '../../../codegen/scalar-text.js';
import { inAllLanes } from '../../../ir/index-facts.js';
import type { Store } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Scope } from '../codegen/scope.js';
import { memoryType } from '../codegen/types.js';
import type { Lanes } from '../codegen/value.js';
import type { Instruction, Selection } from './instruction.js';

/** The fewest bytes that it copies. */
const minBytes = 4;

export const cpAsync: Instruction = {
  name: 'cp.async',
  availability: { ptx: '7.0', since: 80 },
  definitions: (texts) => usedDefinitions(texts, cpAsyncHelpers),
  select({ shared, tensorized }, scope) {
    const copiedAsTiles = new Set(tensorized.map(({ store }) => store.tensor));
    const pipelined = shared.filter(({ tensor, buffers }) => buffers !== undefined && !copiedAsTiles.has(tensor));
    return pipelined.length > 0 ? copiesInto(new Set(pipelined.map(({ tensor }) => tensor)), scope) : undefined;
  },
};

/** Copies that fill these tensors in shared memory for later iterations. */
function copiesInto(pipelined: ReadonlySet<Tensor>, scope: Scope): Selection {
  return {
    store: (store, lanes) => (pipelined.has(store.tensor) ? copyText(store, lanes, scope) : undefined),
    storesEach: (tensor) => pipelined.has(tensor) && elementBytes(tensor.dtype) >= minBytes,
    commit: () => ['cp_async_commit();'],
    wait: ({ full, pending }) =>
      full.some(({ tensor }) => pipelined.has(tensor)) ? [`cp_async_wait<${pending}>();`] : [],
  };
}

/** Undefined where the store is no copy from global memory, not of neighbours that are aligned, or of too few bytes. */
function copyText(store: Store, lanes: Lanes | undefined, { context, values, global }: Scope): string | undefined {
  const source = values.copied(store.value);
  if (!source || !global.has(source.load.tensor)) return undefined;
  const bytes = elementBytes(store.tensor.dtype) * (lanes?.count ?? 1);
  if (bytes < minBytes || memoryType(source.load.tensor.dtype) !== memoryType(store.tensor.dtype)) return undefined;
  const address = ({ tensor, indices }: Pick<Store, 'tensor' | 'indices'>): string | undefined =>
    lanes ? values.vector(tensor, indices, lanes) : `&${values.element(tensor, indices)}`;
  const [to, from] = [address(store), address(source.load)];
  const when = source.when.map((c) => (lanes ? inAllLanes(c, lanes.v) : c)).filter((c) => c !== undefined);
  if (!to || !from || when.length < source.when.length) return undefined;
  const there = when.length > 0 ? conditionText(when, context) : 'true';
  return `cp_async${bytes}(${to}, ${from}, ${there});`;
}

/**
 * Definitions of `cp_async4`, … (bytes), which copy or, where there is nothing, clear, and of `cp_async_commit` and
 * `cp_async_wait`.
 *
 * @internal Tests compile it by itself.
 */
export const cpAsyncHelpers: readonly string[] = [
  ...([4, 8, 16] as const).map(copyHelper),
  `static __device__ inline void cp_async_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async_commit();
#endif
}`,
  `template <int pending> static __device__ inline void cp_async_wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async_wait(pending);
#endif
}`,
];

/** 16 bytes are kept in the L2 cache only: nobody else on this multiprocessor reads them. */
function copyHelper(bytes: 4 | 8 | 16): string {
  const [type, zero] = {
    4: ['float', '0.0f'],
    8: ['float2', 'make_float2(0.0f, 0.0f)'],
    16: ['float4', 'make_float4(0.0f, 0.0f, 0.0f, 0.0f)'],
  }[bytes];
  return `static __device__ inline void cp_async${bytes}(void *to, const void *from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.${bytes === 16 ? 'cg' : 'ca'}.shared.global [%0], [%1], ${bytes}, %2;" ::
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? ${bytes} : 0) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async(to, from, ${bytes}, there);
#else
  *(${type} *)to = there ? *(const ${type} *)from : ${zero};
#endif
}`;
}
