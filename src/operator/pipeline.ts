/**
 * pipeline: stages over an image, one after the other (`pipeline-language.ts`): stencils, functions of elements, sums
 * of rows and products. Images are [rows, columns], float32. A stencil has no border: what it gives is smaller.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { add, constant, scale } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { stride as strideOf } from '../ir/index-facts.js';
import { at, compute, input, plus, reduce, sum, times } from '../ir/compute.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { eachNode, loadsOfCompute } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { defineOperator } from './declaration.js';
import { parseElementwise } from './elementwise-language.js';
import { extentField, fields } from './fields.js';
import { formatPipeline, image, parsePipeline, type PipelineStage } from './pipeline-language.js';
import { randomPipeline } from './random-pipeline.js';

const schema = z.object({
  height: extentField('--height <n>', 'rows of the image'),
  width: extentField('--width <n>', 'columns of the image'),
  stages: z
    .string()
    .refine((text) => spelled(text) === text)
    .register(fields, {
      options: [
        { flags: '--stages <text>', description: 'stages over the image x: v=stencil(x:3x3);s=map(x,v:2*a-b)' },
      ],
      read: spelled,
    }),
});

export type PipelineShape = Readonly<z.infer<typeof schema>>;

const size = { height: '1080', width: '1920' };

const workloads = {
  unsharp: { ...size, stages: 'h=stencil(x:1x5);v=stencil(h:5x1);s=map(x,v:clip(1.6*a-0.6*b,0,1))' },
  harris: {
    ...size,
    stages:
      'gx=stencil(x:3x3);gy=stencil(x:3x3);xy=map(gx,gy:a*b);d=map(gx,gy:a*a-b*b);s=stencil(xy:3x3);r=map(s,d:a*a-0.04*b)',
  },
  'row-softmax': { ...size, stages: 'v=stencil(x:3x3);e=map(v:exp(a));r=sums(e);p=map(e,r:a/b)' },
  'blur-project': { ...size, stages: 'v=stencil(x:3x3);s=map(v:a*sigmoid(a));d=stencil(s:2x2/2);p=product(d:64)' },
};

export const pipeline = defineOperator<PipelineShape>({
  name: 'pipeline',
  summary: 'stages over an image: stencils, functions of elements, sums of rows, products',
  shape: schema,
  workloads,
  describe: ({ height, width, stages }) =>
    `${height}x${width}-${createHash('sha256').update(stages).digest('hex').slice(0, 10)}`,
  undescribe: (name) => {
    const [, seed] = /^random-(\d{1,9})$/.exec(name) ?? [];
    return seed === undefined ? undefined : randomPipeline(Number(seed));
  },
  check: (shape) => {
    computation(shape);
  },
  flops: (shape) => {
    const { tensors } = programOf(shape);
    return Math.max(
      1,
      tensors.reduce((total, tensor) => total + operationsOf(tensor), 0),
    );
  },
  computation,
});

function spelled(text: string): string {
  return formatPipeline(parsePipeline(text));
}

function computation(shape: PipelineShape): Computation {
  const { inputs, tensors } = programOf(shape);
  return { inputs, output: tensors.at(-1)!, constants: [] };
}

interface Program {
  readonly inputs: readonly Tensor[];
  /** A tensor a stage. */
  readonly tensors: readonly Tensor[];
}

function programOf({ height, width, stages }: PipelineShape): Program {
  const x = input(image, [height, width]);
  const inputs = [x];
  const known = new Map([[image, x]]);
  const tensors = parsePipeline(stages).map((stage) => {
    const { own, tensor } = tensorOf(
      stage,
      stage.sources.map((source) => known.get(source)!),
    );
    inputs.push(...own);
    // A name of the user's may be a word of C.
    const named = { ...tensor, name: `stage_${stage.name}` };
    known.set(stage.name, named);
    return named;
  });
  return { inputs, tensors };
}

/** What a stage computes, and inputs of its own. */
function tensorOf(
  stage: PipelineStage,
  sources: readonly Tensor[],
): { readonly own: Tensor[]; readonly tensor: Tensor } {
  const [source] = sources as [Tensor];
  const [rows, columns] = source.shape as [number, number];
  const { name } = stage;
  switch (stage.kind) {
    case 'stencil': {
      const taps = input(`taps_of_${stage.name}`, stage.kernel);
      return { own: [taps], tensor: stencil(stage, source, taps) };
    }
    case 'map':
      return { own: [], tensor: mapped(stage, sources) };
    case 'sums':
    case 'maxima': {
      const op = stage.kind === 'sums' ? 'add' : 'max';
      return {
        own: [],
        tensor: reduce(op, name, [rows, 1], ['y', 'x'], { k: columns }, ([y], { k }) => at(source, y, k)),
      };
    }
    case 'product': {
      const weights = input(`weights_of_${stage.name}`, [columns, stage.columns]);
      const tensor = sum(name, [rows, stage.columns], ['y', 'x'], { k: columns }, ([y, n], { k }) =>
        times(at(source, y, k), at(weights, k, n)),
      );
      return { own: [weights], tensor };
    }
  }
}

type Stencil = Extract<PipelineStage, { kind: 'stencil' }>;

function stencil({ name, kernel, stride }: Stencil, source: Tensor, taps: Tensor): Tensor {
  const shape = source.shape.map((extent, d) => Math.floor((extent - kernel[d]!) / stride) + 1);
  if (shape.some((extent) => extent < 1))
    throw new UsageError(
      `the window of "${name}" is larger than the image that it reads: use a larger --height or --width`,
    );
  const neighbours = Array.from({ length: kernel[0] * kernel[1] }, (_, i) => [
    Math.floor(i / kernel[1]),
    i % kernel[1],
  ]);
  return compute(name, shape, ['y', 'x'], ([y, x]) =>
    neighbours
      .map(([dy, dx]) => {
        const place = (axis: Index, offset: number): Index => add(scale(axis, stride), constant(offset));
        return times(at(source, place(y, dy!), place(x, dx!)), at(taps, constant(dy!), constant(dx!)));
      })
      .reduce(plus),
  );
}

type Mapping = Extract<PipelineStage, { kind: 'map' }>;

function mapped({ name, expression }: Mapping, sources: readonly Tensor[]): Tensor {
  const extents = [0, 1].map((d) => sources.map(({ shape }) => shape[d]!).filter((extent) => extent > 1));
  const least = extents.map((some) => (some.length === 0 ? 1 : Math.min(...some)));
  const views = sources.map((source) => {
    const shape = source.shape.map((extent, d) => (extent === 1 ? 1 : least[d]!));
    const before = source.shape.map((extent, d) => Math.floor((extent - shape[d]!) / 2));
    const element = (indices: readonly Index[]): Value =>
      at(source, ...indices.map((index, d) => add(index, constant(before[d]!))));
    return { shape, at: element };
  });
  const { shape, at: element } = parseElementwise(expression).over(views);
  const tensor = shape.length === 2 ? compute(name, shape, ['y', 'x'], element) : undefined;
  if (tensor && isOfElements(tensor)) return tensor;
  throw new UsageError(`--stages: the map "${name}" moves elements, and a map is a function of them`);
}

/** Whether each element is made of those in its place. */
function isOfElements({ compute: definition }: Tensor): boolean {
  return loadsOfCompute(definition!).every(({ indices }) =>
    indices.every((index, d) => definition!.axes.every((axis, other) => isOwn(strideOf(index, axis), d === other))),
  );
}

function isOwn(stride: number | undefined, isSame: boolean): boolean {
  return stride === 0 || (isSame && stride === 1);
}

/** Operations of all elements of a tensor. */
function operationsOf({ shape, compute: definition }: Tensor): number {
  const { value, reduction } = definition!;
  const elements = shape.reduce((product, extent) => product * extent, 1);
  const terms = reduction?.axes.reduce((product, { axis }) => product * axis.extent, 1) ?? 0;
  return elements * (countOf(value) + terms * (reduction ? 1 + countOf(reduction.source) : 0));
}

function countOf(value: Value): number {
  let count = 0;
  eachNode(value, ({ kind }) => {
    if (kind === 'binary' || kind === 'call') count++;
  });
  return count;
}
