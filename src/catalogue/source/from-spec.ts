/** A spec as an operator and a template, which everything else takes for one of any module's. */
import type { SourceOperator, Workload } from '../../operator/operator.js';
import { elementType } from '../../elements/registry.js';
import { arraysOf, isWritten } from '../../ir/source-kernel.js';
import type { ModuleIdentity, SourceTemplate } from '../../templates/template.js';
import { argumentsOf, at, hashOf, termOf, textOf, type Problem } from './arguments.js';
import { kernelsOf, type Kernels } from './kernels-of-spec.js';
import { knobsOf, wordProblem } from './knobs.js';
import { operatorOf } from './operator-of-spec.js';
import { argumentsAt, languageOf, usesOpenMP, type Parts } from './parts.js';
import { nameProblem, type Spec } from './spec.js';
import { didYouMean } from '../../target/nearest.js';
import { defined } from '../../target/defined.js';

export interface SpecFile {
  /** Its name, without the folder. */
  readonly file: string;
  /** What the paths in it begin from. */
  readonly folder: string;
  readonly text: string;
  readonly problem: Problem;
}

export interface SourceModule extends ModuleIdentity {
  readonly operator: SourceOperator;
  readonly template: SourceTemplate;
  /** What `--target` and `--threads` are where nobody says. */
  readonly target: string;
  readonly threads: number | undefined;
  /** Whether data or answers come from files, which other machines do not have. */
  readonly readsFiles: boolean;
}

/** Standard deviations that the largest error may be off, as `templates/tolerance.ts` has it. */
const largest = 12;

/** Throws UsageError, with the place in the spec, for what cannot be. Compiles nothing. */
export function readSpec(spec: Spec, from: SpecFile): SourceModule {
  const { problem, folder, file } = from;
  const language = languageOf(spec);
  checkSizes(spec, problem);
  const sizes = new Set(Object.keys(spec.sizes));
  const parts: Parts = {
    ...{ spec, language, problem, name: nameOf(spec, from), sizes },
    knobs: knobsOf(spec, language, problem),
    arguments: argumentsOf(spec, { folder, problem, sizes }),
    found: new Map(),
  };
  const own = at(['files'], problem, () => textOf(spec.files, folder));
  const reference = referenceText(spec, parts, folder);
  const kernels = kernelsOf(parts, own.text);
  const operator = operatorOf(parts, reference?.text ?? own.text, kernels);
  const first = operator.workload(undefined, {});
  const arrays = arraysOf(argumentsAt(parts, first));
  const data = arrays.flatMap((one) => [one.data?.sha256 ?? '', one.answer?.sha256 ?? '']);
  const identity = {
    file,
    sha256: hashOf([from.text, ...own.sha256, ...(reference?.sha256 ?? []), ...data].join('\n')),
  };
  return {
    ...identity,
    operator,
    template: templateOf(parts, kernels, identity),
    target: spec.target ?? (language === 'c' ? 'llvm' : 'cuda'),
    threads: spec.threads ?? (language === 'c' && !usesOpenMP(spec) ? 1 : undefined),
    readsFiles: data.some((sha256) => sha256 !== ''),
  };
}

function nameOf({ name }: Spec, { file, problem }: SpecFile): string {
  if (name !== undefined) return name;
  const found = file.replace(/\.\w+$/, '').toLowerCase();
  if (/^[a-z][\w-]{0,39}$/.test(found)) return found;
  throw problem([], `"name" is missing, and none can be made of the file's: letters, digits, _ and -, a letter first`);
}

function checkSizes({ sizes, workloads }: Spec, problem: Problem): void {
  for (const name of Object.keys(sizes)) {
    const wrong = nameProblem(name) ?? wordProblem(name);
    if (wrong !== undefined) throw problem(['sizes', name], wrong);
  }
  for (const [workload, own] of Object.entries(workloads))
    for (const name of Object.keys(own))
      if (!Object.hasOwn(sizes, name))
        throw problem(
          ['workloads', workload, name],
          `there is no such size${didYouMean(name, Object.keys(sizes))}`.replace(/\.$/, ''),
        );
}

function referenceText(
  { reference, files }: Spec,
  { problem, language }: Parts,
  folder: string,
): ReturnType<typeof textOf> | undefined {
  if (!reference) return undefined;
  if (reference.files) return at(['reference', 'files'], problem, () => textOf(reference.files!, folder));
  if (language === 'c') return undefined;
  throw problem(
    ['reference'],
    `"files" is missing: the reference of CUDA is plain C, in a file that is not ${files[0]!}`,
  );
}

function templateOf(parts: Parts, kernels: Kernels, module: ModuleIdentity): SourceTemplate {
  const { spec, name, language, knobs } = parts;
  const { start } = knobs;
  return {
    gives: 'source',
    name,
    operator: name,
    target: language === 'c' ? 'simd' : 'simt',
    summary: spec.summary ?? `${spec.function} of ${spec.files.join(', ')}, with macros and flags as knobs`,
    version: 1,
    module,
    define: (workload) => knobs.space(workload.shape),
    source: (workload, _, config) => kernels(workload, config),
    toleranceOf: (workload) => spec.tolerance ?? toleranceAt(parts, workload),
    ...defined({ suggestions: start ? () => [start] : undefined }),
  };
}

/**
 * As long a sum of random terms for each element of the outputs as its FLOPs make, each term a product: its error has a
 * relative standard deviation of u √((n + 4) / 6) (`ir/rounding.ts`), which the reference's own may double, as it is of
 * the same type. Whole numbers are exact.
 */
function toleranceAt(parts: Parts, workload: Workload): number {
  const outputs = arraysOf(argumentsAt(parts, workload)).filter(isWritten);
  const unit = Math.max(...outputs.map(({ type }) => elementType(type).unitRoundoff));
  if (unit === 0) return 0;
  const elements = outputs.reduce((sum, { shape }) => sum + shape.reduce((product, extent) => product * extent, 1), 0);
  const { spec, problem, sizes } = parts;
  const flops =
    spec.flops === undefined
      ? elements
      : termOf(spec.flops, { path: ['flops'], problem, known: sizes })(workload.shape);
  const terms = Math.max(1, flops / elements / 2);
  return largest * Math.SQRT2 * unit * Math.sqrt((terms + 4) / 6);
}
