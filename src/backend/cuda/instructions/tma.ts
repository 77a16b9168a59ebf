/**
 * TMA (Tensor Memory Accelerator): tiles of a tensor that one thread asks for and a unit of the GPU copies from global
 * to shared memory (cp.async.bulk.tensor, PTX ISA 8.0). A map describes the tensor to it; it puts zeros where the tile
 * is outside of that, and swizzles what it writes. Each buffer in shared memory has an mbarrier, which counts what has
 * come and which every thread waits for.
 */
import { usedDefinitions } from '../../../codegen/used-definitions.js';
import { elements } from '../../../codegen/places.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import type { Index } from '../../../ir/index.js';
import type { Wait } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Scope } from '../codegen/scope.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import type { TensorMap } from '../cuda-kernel.js';
import type { Instruction, Selection } from './instruction.js';
import { tileLimits, tmaCopyOf, tmaTensorsOf } from './tma-tile.js';
import type { TmaSource, TmaTensor } from './tma-tile.js';

/** Maps of a launch (MAX_MAPS in native/cuda/gpu.h). */
const maxMaps = 4;
/** A thread remembers in the bits of a word how often it has waited for each, even or odd. */
const maxMbarriers = 32;
const mbarrierBytes = 8;

export const tma: Instruction = {
  name: 'cp.async.bulk.tensor',
  availability: { ptx: '8.0', since: 90 },
  locals: ['mbarriers', 'phases'],
  structs: [
    ['mbarrier', 'struct mbarrier { unsigned long long state; };'],
    ['tensor_map', 'struct __align__(64) tensor_map { unsigned long long words[16]; };'],
  ],
  definitions: (texts) => usedDefinitions(texts, tmaHelpers),
  select(kernel, scope) {
    const tensors = tmaTensorsOf(kernel);
    return tensors.size > 0 ? new TmaCopies(tensors, scope) : undefined;
  },
};

class TmaCopies implements Selection {
  readonly maps = new Map<string, TensorMap>();
  readonly fills: ReadonlySet<Tensor>;
  readonly sharedBytes: number;
  /** Of all tensors. */
  private readonly mbarriers: number;

  constructor(
    private readonly tensors: ReadonlyMap<Tensor, TmaTensor>,
    private readonly scope: Scope,
  ) {
    this.fills = new Set(tensors.keys());
    this.mbarriers = [...tensors.values()].reduce((n, { buffers }) => n + buffers, 0);
    this.sharedBytes = this.mbarriers * mbarrierBytes;
  }

  /** Makes the mbarriers. */
  begin(offset: number | undefined): string[] {
    const count = this.mbarriers;
    if (count > maxMbarriers)
      throw new InstantiationError(
        `the TMA fills ${count} buffers, more than the ${maxMbarriers} mbarriers of a kernel: use fewer`,
      );
    return [
      offset === undefined
        ? `static __shared__ mbarrier mbarriers[${count}];`
        : `mbarrier *const mbarriers = (mbarrier *)((char *)dynamic_shared + ${offset});`,
      'unsigned phases = 0;',
      ...[...this.tensors.values()].map(
        ({ first, buffers, tiles }) => `init_mbarriers(mbarriers + ${first}, ${buffers}, ${tiles});`,
      ),
      '__syncthreads();',
    ];
  }

  nest(nest: TensorizedNest): string[] | undefined {
    const { tensor, value } = nest.store;
    const filled = this.tensors.get(tensor);
    if (!filled) return undefined;
    const { context, values } = this.scope;
    const copied = values.copied(value);
    const source = copied && this.sourceOf(copied.load.tensor);
    if (!source)
      throw new InstantiationError(
        `${tensor.name} is not a copy of a tensor in global memory: the TMA copies only these`,
      );
    const { map, to, buffer, from } = tmaCopyOf(nest, copied, source, context);
    const target = `${context.name(tensor)} + ${context.text(to)}`;
    const mbarrier = `mbarriers + ${this.mbarrier(filled, buffer)}`;
    const bytes = elements(map.box) * map.elementBytes;
    const places = from.map((index) => context.text(index)).join(', ');
    const name = this.nameOf(map, copied.load.tensor);
    return [`tma_copy${from.length}(${target}, ${name}, ${mbarrier}, ${bytes}, ${places});`];
  }

  /** Where a tensor lies: in an argument of its own, or in the workspace behind these. */
  private sourceOf(tensor: Tensor): TmaSource | undefined {
    const { parameters, inWorkspace } = this.scope;
    const argument = parameters.indexOf(tensor);
    if (argument >= 0) return { argument, offset: 0 };
    const offset = inWorkspace.get(tensor);
    return offset === undefined ? undefined : { argument: parameters.length, offset };
  }

  wait({ full }: Wait): string[] {
    return full.flatMap(({ tensor, buffer }) => {
      const filled = this.tensors.get(tensor);
      return filled ? [`wait_mbarrier(mbarriers, ${this.mbarrier(filled, buffer)}, phases);`] : [];
    });
  }

  /** The number of the mbarrier that counts the tiles of a buffer. */
  private mbarrier({ first }: TmaTensor, buffer: Index): string {
    const { context } = this.scope;
    return context.text(ix.add(context.resolve(buffer), ix.constant(first)));
  }

  private nameOf(map: TensorMap, tensor: Tensor): string {
    const known = [...this.maps].find(([, other]) => JSON.stringify(other) === JSON.stringify(map));
    if (known) return known[0];
    if (this.maps.size === maxMaps)
      throw new InstantiationError(`the kernel needs more than ${maxMaps} tensor maps: copy fewer operands by the TMA`);
    const name = `${this.scope.context.name(tensor)}_map${this.maps.size}`;
    this.maps.set(name, map);
    return name;
  }
}

const isFirstThread = 'threadIdx.x + threadIdx.y + threadIdx.z == 0';

/**
 * Definitions of `init_mbarriers`, of `tma_copy1`, … (dimensions), for which one thread asks, and of `wait_mbarrier`: a
 * thread remembers in `phases` how often it has waited for each, even or odd.
 */
const tmaHelpers: readonly string[] = [
  `static __device__ inline void init_mbarriers(mbarrier *mbarriers, int buffers, int tiles) {
  if (${isFirstThread}) {
    for (int i = 0; i < buffers; i++) {
#ifdef TUNE_CUDA_HOST_H
      tune_host::init_mbarrier(mbarriers[i], tiles);
#else
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::
                   "r"((unsigned)__cvta_generic_to_shared(mbarriers + i)), "r"(tiles) : "memory");
#endif
    }
#ifndef TUNE_CUDA_HOST_H
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }
}`,
  ...Array.from({ length: tileLimits.dimensions }, (_, i) => copyHelper(i + 1)),
  `static __device__ inline void wait_mbarrier(mbarrier *mbarriers, int number, unsigned &phases) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wait_mbarrier(mbarriers[number], phases >> number & 1);
#else
  unsigned there;
  do
    asm volatile("{\\n .reg .pred p;\\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\\n selp.u32 %0, 1, 0, p;\\n}" :
                 "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(mbarriers + number)), "r"(phases >> number & 1) : "memory");
  while (!there);
  __syncwarp();
#endif
  phases ^= 1u << number;
}`,
];

function copyHelper(rank: number): string {
  const places = ['x', 'y', 'z'].slice(0, rank);
  const numbers = places.map((_, i) => `%${i + 3}`).join(', ');
  return `static __device__ inline void tma_copy${rank}(void *to, const tensor_map &map, mbarrier *full, int bytes, ${places.map((p) => `int ${p}`).join(', ')}) {
  if (${isFirstThread}) {
#ifdef TUNE_CUDA_HOST_H
    tune_host::tma_copy(to, map, *full, bytes, {${places.join(', ')}});
#else
    const unsigned barrier = (unsigned)__cvta_generic_to_shared(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.${rank}d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {${numbers}}], [%2];" ::
                 "r"((unsigned)__cvta_generic_to_shared(to)), "l"(&map), "r"(barrier), ${places.map((p) => `"r"(${p})`).join(', ')} : "memory");
#endif
  }
  __syncwarp();
}`;
}
