import { Random } from '../space/random.js';
import { image, type PipelineStage, formatPipeline } from './pipeline-language.js';

const sizes = [128, 192, 256, 384, 512, 640];
const windows = ['1x3', '3x1', '3x3', '3x3', '1x5', '5x1', '5x5', '2x2/2', '1x7', '7x1'];
const ofOne = ['max(a,0)', 'a*sigmoid(a)', 'sqrt(abs(a)+1)', '0.5*a+1', 'exp(min(a,1))', 'a*a', 'a/(abs(a)+1)'];
const ofTwo = ['a+b', 'a*b', '1.5*a-0.5*b', 'max(a,b)', 'a/(abs(b)+1)', 'a*a+b*b'];
const columns = [16, 32, 64];

/**
 * A pipeline of three to six stages that a seed decides, as options of a shape: stencils and functions of elements that
 * read the stage before and maybe an earlier one; at the end maybe sums of rows with what is made of them, or a product
 * (after Halide's generator of random pipelines, with fewer kinds).
 */
export function randomPipeline(seed: number): {
  readonly height: string;
  readonly width: string;
  readonly stages: string;
} {
  const random = new Random(seed);
  const [height, width] = [random.pick(sizes), random.pick(sizes)];
  const count = 3 + random.int(4);
  const stages: PipelineStage[] = [];
  const end = random.pick(['none', 'none', 'sums', 'product']);
  const body = count - (end === 'sums' ? 2 : end === 'product' ? 1 : 0);
  const last = (): string => stages.at(-1)?.name ?? image;
  const name = (): string => `s${stages.length + 1}`;
  while (stages.length < body)
    stages.push(random.float() < 0.5 ? stencilOf(name(), last(), random) : mapOf(name(), last(), stages, random));
  if (end === 'product')
    stages.push({ name: name(), kind: 'product', sources: [last()], columns: random.pick(columns) });
  if (end === 'sums') {
    const source = last();
    stages.push({ name: name(), kind: random.pick(['sums', 'maxima'] as const), sources: [source] });
    stages.push({ name: name(), kind: 'map', sources: [source, last()], expression: 'a/(abs(b)+1)' });
  }
  return { height: `${height}`, width: `${width}`, stages: formatPipeline(stages) };
}

function stencilOf(name: string, source: string, random: Random): PipelineStage {
  const [, rows, others, stride = '1'] = /^(\d)x(\d)(?:\/(\d))?$/.exec(random.pick(windows))!;
  return { name, kind: 'stencil', sources: [source], kernel: [Number(rows), Number(others)], stride: Number(stride) };
}

/** Of the last stage, or of that and an earlier one, which is cropped where it is larger. */
function mapOf(name: string, source: string, stages: readonly PipelineStage[], random: Random): PipelineStage {
  const earlier = [image, ...stages.map((stage) => stage.name)].filter((other) => other !== source);
  if (earlier.length === 0 || random.float() < 0.5)
    return { name, kind: 'map', sources: [source], expression: random.pick(ofOne) };
  return { name, kind: 'map', sources: [source, random.pick(earlier)], expression: random.pick(ofTwo) };
}
