/** Copies of boxes in the text of a function: its barriers, what is asked for and waited for, and the maps that it takes as parameters. */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import type { Index } from '../../../ir/index.js';
import type { Wait } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Context } from '../../../codegen/context.js';
import { elements } from '../../../codegen/places.js';
import { boxCopy, mostDimensions } from './boxes.js';
import type { Boxed } from './boxes.js';
import type { TensorizedNest } from './tensorized.js';
import type { CudaValue } from './value.js';
import type { TensorMap } from '../kernel.js';

/** Maps of a launch (MAX_MAPS in native/cuda/gpu.h). */
const mostMaps = 4;
/** A thread remembers in the bits of a word how often it has waited for each, even or odd. */
const mostBarriers = 32;

export class BoxText {
  private readonly named = new Map<string, TensorMap>();

  /** `args` are the arguments of the function in their order, `boxed` the tensors that boxes fill. */
  constructor(
    private readonly context: Context,
    private readonly values: CudaValue,
    private readonly args: readonly Tensor[],
    private readonly boxed: ReadonlyMap<Tensor, Boxed>,
  ) {}

  /** The maps that the function takes behind its other parameters; complete when its statements are made. */
  get maps(): readonly TensorMap[] {
    return [...this.named.values()];
  }

  get parameters(): readonly string[] {
    return [...this.named.keys()].map((name) => `const __grid_constant__ tensor_map ${name}`);
  }

  /** Readies the barriers, before anything else; `offset` is theirs in dynamic shared memory, if they lie there. */
  begin(offset: number | undefined): string[] {
    const all = [...this.boxed.values()];
    if (all.length === 0) return [];
    const count = all.reduce((n, { buffers }) => n + buffers, 0);
    if (count > mostBarriers)
      throw new InstantiationError(`boxes fill ${count} buffers, of which a thread can tell ${mostBarriers} apart`);
    return [
      offset === undefined
        ? `static __shared__ box_barrier arrivals[${count}];`
        : `box_barrier *const arrivals = (box_barrier *)((char *)dynamic_shared + ${offset});`,
      'unsigned phases = 0;',
      ...all.map(({ first, buffers, boxes }) => `begin_boxes(arrivals + ${first}, ${buffers}, ${boxes});`),
      '__syncthreads();',
    ];
  }

  wait({ full }: Wait): string[] {
    return full.flatMap(({ tensor, buffer }) =>
      this.boxed.has(tensor) ? [`wait_boxes(arrivals, ${this.arrival(tensor, buffer)}, phases);`] : [],
    );
  }

  copy(nest: TensorizedNest): string {
    const { tensor, value } = nest.store;
    const copied = this.values.copied(value);
    const argument = copied ? this.args.indexOf(copied.load.tensor) : -1;
    if (!copied || argument < 0) throw new InstantiationError(`${tensor.name} is no copy of an argument, as boxes are`);
    const { map, to, buffer, from } = boxCopy(nest, copied, argument, this.context);
    const { context } = this;
    const target = `${context.name(tensor)} + ${context.text(to)}`;
    const arrival = `arrivals + ${this.arrival(tensor, buffer)}`;
    const bytes = elements(map.box) * map.elementBytes;
    const places = from.map((index) => context.text(index)).join(', ');
    return `copy_box${from.length}(${target}, ${this.nameOf(map)}, ${arrival}, ${bytes}, ${places});`;
  }

  /** The number of the barrier that counts the boxes of a buffer. */
  private arrival(tensor: Tensor, buffer: Index): string {
    const { first } = this.boxed.get(tensor)!;
    return this.context.text(ix.add(this.context.resolve(buffer), ix.constant(first)));
  }

  private nameOf(map: TensorMap): string {
    const known = [...this.named].find(([, other]) => JSON.stringify(other) === JSON.stringify(map));
    if (known) return known[0];
    if (this.named.size === mostMaps)
      throw new InstantiationError(`a kernel copies boxes of more than ${mostMaps} shapes`);
    const name = `${this.context.name(this.args[map.argument])}_map${this.named.size}`;
    this.named.set(name, map);
    return name;
  }
}

const isFirstThread = 'threadIdx.x + threadIdx.y + threadIdx.z == 0';

/**
 * Definitions of `begin_boxes`, which readies the barriers of a tensor, of `copy_box1`, … (dimensions), for which one thread asks, and of `wait_boxes`: a
 * thread remembers in `phases` how often it has waited for each barrier, even or odd.
 */
export const boxHelpers: readonly string[] = [
  `static __device__ inline void begin_boxes(box_barrier *arrivals, int buffers, int boxes) {
  if (${isFirstThread}) {
    for (int i = 0; i < buffers; i++) {
#ifdef TUNE_CUDA_HOST_H
      tune_host::begin_boxes(arrivals[i], boxes);
#else
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::
                   "r"((unsigned)__cvta_generic_to_shared(arrivals + i)), "r"(boxes) : "memory");
#endif
    }
#ifndef TUNE_CUDA_HOST_H
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }
}`,
  ...Array.from({ length: mostDimensions }, (_, i) => copyHelper(i + 1)),
  `static __device__ inline void wait_boxes(box_barrier *arrivals, int number, unsigned &phases) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wait_boxes(arrivals[number], phases >> number & 1);
#else
  unsigned there;
  do
    asm volatile("{\\n .reg .pred p;\\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\\n selp.u32 %0, 1, 0, p;\\n}" :
                 "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(arrivals + number)), "r"(phases >> number & 1) : "memory");
  while (!there);
  __syncwarp();
#endif
  phases ^= 1u << number;
}`,
];

function copyHelper(rank: number): string {
  const places = ['x', 'y', 'z'].slice(0, rank);
  const numbers = places.map((_, i) => `%${i + 3}`).join(', ');
  return `static __device__ inline void copy_box${rank}(void *to, const tensor_map &map, box_barrier *arrival, int bytes, ${places.map((p) => `int ${p}`).join(', ')}) {
  if (${isFirstThread}) {
#ifdef TUNE_CUDA_HOST_H
    tune_host::copy_box(to, map, *arrival, bytes, {${places.join(', ')}});
#else
    const unsigned barrier = (unsigned)__cvta_generic_to_shared(arrival);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.${rank}d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {${numbers}}], [%2];" ::
                 "r"((unsigned)__cvta_generic_to_shared(to)), "l"(&map), "r"(barrier), ${places.map((p) => `"r"(${p})`).join(', ')} : "memory");
#endif
  }
  __syncwarp();
}`;
}
