/**
 * Pipelines of stages over images, as people write them: `v=stencil(x:3x3); s=map(x,v:max(2*a-b,0)); r=sums(s)`. The
 * image that goes in is x, the last stage is what comes out, and a stage reads what stands before it:
 *
 *     NAME=stencil(SOURCE:3x5)      sums of neighbours, weighed by an input taps_of_NAME; 2x2/2 takes every second one
 *     NAME=map(SOURCES:EXPRESSION)  a function of each element, of a, b, c … in the sources' order; what is larger
 *                                   is cropped on all sides, and a column is taken for all of its row
 *     NAME=sums(SOURCE)             the sum of each row, a column
 *     NAME=maxima(SOURCE)           the largest of each row, a column
 *     NAME=product(SOURCE:64)       rows times an input weights_of_NAME of so many columns
 */
import { UsageError } from '../target/errors.js';
import { parseElementwise } from './elementwise-language.js';
import { whole } from './fields.js';

/** The image that goes in. */
export const image = 'x';

interface Named {
  readonly name: string;
  readonly sources: readonly [string, ...string[]];
}

export type PipelineStage = Named &
  (
    | { readonly kind: 'stencil'; readonly kernel: readonly [number, number]; readonly stride: number }
    | { readonly kind: 'map'; readonly expression: string }
    | { readonly kind: 'sums' | 'maxima' }
    | { readonly kind: 'product'; readonly columns: number }
  );

const mostStages = 6;
/** Neighbours of a stencil, which are added up in one expression, and columns of a product. */
const mostTaps = 49;
const mostColumns = 4096;
const longest = 2000;

/** Throws UsageError where the text is no pipeline. */
export function parsePipeline(text: string): readonly PipelineStage[] {
  if (text.length > longest) throw new UsageError(`--stages is longer than ${longest} characters: part it.`);
  const known = [image];
  const stages = text.split(';').map((part) => {
    const stage = parseStage(part, known);
    known.push(stage.name);
    return stage;
  });
  if (stages.length > mostStages) throw wrong(`there are ${stages.length} stages, and ${mostStages} are possible`);
  const read = new Set(stages.flatMap(({ sources }) => sources));
  const unread = stages.slice(0, -1).find(({ name }) => !read.has(name));
  if (unread) throw wrong(`nothing reads "${unread.name}"`);
  return stages;
}

/** In one spelling, without spaces. */
export function formatPipeline(stages: readonly PipelineStage[]): string {
  return stages
    .map((stage) => {
      const { name, kind, sources } = stage;
      const detail = detailOf(stage);
      return `${name}=${kind}(${sources.join()}${detail === '' ? '' : `:${detail}`})`;
    })
    .join(';');
}

function detailOf(stage: PipelineStage): string {
  switch (stage.kind) {
    case 'stencil':
      return `${stage.kernel.join('x')}${stage.stride === 1 ? '' : `/${stage.stride}`}`;
    case 'map':
      return stage.expression;
    case 'product':
      return `${stage.columns}`;
    default:
      return '';
  }
}

function parseStage(text: string, known: readonly string[]): PipelineStage {
  const found = /^\s*(?<name>[a-z]\w*)\s*=\s*(?<kind>\w+)\s*\((?<sources>[^:]*?)(?::(?<detail>.*))?\)\s*$/.exec(text);
  if (!found) throw wrong(`"${text.trim()}" is none of a stage's forms, as v=stencil(x:3x3) is`);
  const { name = '', kind = '', sources: list = '', detail = '' } = found.groups ?? {};
  if (known.includes(name)) throw wrong(`there are two "${name}"`);
  const [first = '', ...others] = list.split(',').map((source) => source.trim());
  const missing = [first, ...others].find((source) => !known.includes(source));
  if (missing !== undefined) throw wrong(`${name} reads "${missing}", which does not stand before it`);
  if (others.length > 0 && kind !== 'map') throw wrong(`${name} has ${others.length + 1} sources, and ${kind} has one`);
  const named: Named = { name, sources: [first, ...others] };
  switch (kind) {
    case 'stencil':
      return { ...named, kind, ...stencilOf(name, detail) };
    case 'map':
      return { ...named, kind, expression: expressionOf(named, detail) };
    case 'sums':
    case 'maxima':
      if (detail.trim() !== '') throw wrong(`${name} says more than ${kind}(${first})`);
      return { ...named, kind };
    case 'product':
      return { ...named, kind, columns: whole('--stages', detail, 1, mostColumns) };
    default:
      throw wrong(`${name} is a "${kind}", which is none of stencil, map, sums, maxima and product`);
  }
}

function stencilOf(name: string, detail: string): { readonly kernel: [number, number]; readonly stride: number } {
  const [, rows = '', columns = '', stride = '1'] = /^\s*(\d+)x(\d+)(?:\/(\d+))?\s*$/.exec(detail) ?? [];
  const [kh, kw] = [Number(rows), Number(columns)];
  if (!(kh * kw >= 1 && kh * kw <= mostTaps))
    throw wrong(
      `${name} has a window "${detail.trim()}", and a window is rows x columns, as 3x5, of ${mostTaps} at most`,
    );
  return { kernel: [kh, kw], stride: whole('--stages', stride, 1, Math.min(kh, kw)) };
}

function expressionOf({ name, sources }: Named, detail: string): string {
  const { text, inputs } = parseElementwise(detail);
  if (inputs === sources.length) return text;
  throw wrong(`${name} has ${sources.length} sources, and its expression reads ${inputs}`);
}

function wrong(what: string): UsageError {
  return new UsageError(`--stages: ${what}: docs/reference/operators.md shows how.`);
}
