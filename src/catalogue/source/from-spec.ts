/** A spec as an operator and a template, which everything else takes for one of any module's. */
import type { SourceOperator, Workload } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Names } from '../../space/expression.js';
import { elementType } from '../../elements/registry.js';
import {
  arraysOf,
  isWritten,
  type Macro,
  type SourceArgument,
  type SourceKernel,
  type SourceLaunch,
  type SourceReference,
} from '../../ir/source-kernel.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { ModuleIdentity, SourceTemplate } from '../../templates/template.js';
import {
  argumentsOf,
  at,
  type ArgumentOf,
  termOf,
  wholeTerm,
  type Problem,
  type Term,
  hashOf,
  textOf,
} from './arguments.js';
import { knobsOf, wordProblem, type Knobs } from './knobs.js';
import { flagProblem, nameProblem, type Spec } from './spec.js';
import { decode, encode, readSizes, sizesText } from './sizes.js';
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
  const data = arraysOf(argumentsAt(parts, first)).flatMap((one) => [one.data?.sha256 ?? '', one.answer?.sha256 ?? '']);
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
  };
}

interface Parts {
  readonly spec: Spec;
  readonly name: string;
  readonly language: 'c' | 'cuda';
  readonly problem: Problem;
  readonly sizes: ReadonlySet<string>;
  readonly knobs: Knobs;
  readonly arguments: readonly ArgumentOf[];
  readonly found: Map<string, readonly SourceArgument[]>;
}

/** Workloads whose arguments are kept: a log may hold many. */
const MOST_FOUND = 64;

function languageOf({ language, files }: Spec): 'c' | 'cuda' {
  return language ?? (files.some((file) => file.endsWith('.cu')) ? 'cuda' : 'c');
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

function usesOpenMP({ flags, knobs }: Spec): boolean {
  return [...flags, ...Object.values(knobs).flatMap((knob) => ('flags' in knob ? knob.flags : []))].some((flag) =>
    flag.split(' ').includes('-fopenmp'),
  );
}

/** Of a workload, found once: files of data are read for it. */
function argumentsAt({ arguments: all, found }: Parts, { shape }: Workload): readonly SourceArgument[] {
  const key = JSON.stringify(shape);
  const known = found.get(key) ?? all.map((make) => make(shape));
  if (found.size < MOST_FOUND) found.set(key, known);
  return known;
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

type Kernels = (workload: Workload, config: Config) => SourceKernel;

function kernelsOf(parts: Parts, text: string): Kernels {
  const { spec, language, problem, knobs, name, sizes } = parts;
  const known = new Set([...sizes, ...knobs.names]);
  const macros = Object.entries(spec.macros).map(([macro, amount]): readonly [string, Term] => {
    const wrong = nameProblem(macro);
    if (wrong !== undefined) throw problem(['macros', macro], wrong);
    return [macro, termOf(amount, { path: ['macros', macro], problem, known })];
  });
  for (const [place, flag] of spec.flags.entries()) {
    const wrong = flagProblem(flag, language);
    if (wrong !== undefined) throw problem(['flags', place], wrong);
  }
  const launch = launchOf(parts, known);
  return (workload, { values }) => {
    const names = { ...workload.shape, ...values };
    return {
      language,
      title: `${name} ${workload.name}: ${Object.entries(values)
        .map(([knob, value]) => `${knob}=${String(value)}`)
        .join(' ')}`,
      macros: [...knobs.macros(values), ...macros.map(([macro, term]): Macro => [macro, term(names)])],
      text,
      function: spec.function,
      arguments: argumentsAt(parts, workload),
      flags: [...spec.flags, ...knobs.flags(values)],
      ...defined({ launch: launch && launch(names) }),
    };
  };
}

function launchOf(
  { spec, language, problem }: Parts,
  known: ReadonlySet<string>,
): ((names: Names) => SourceLaunch) | undefined {
  const { grid, block, shared = 0 } = spec;
  if (language === 'c') {
    const key = (['grid', 'block', 'shared'] as const).find((one) => spec[one] !== undefined);
    if (key !== undefined) throw problem([key], 'this is for CUDA, and the files are C');
    return undefined;
  }
  if (!grid || !block)
    throw problem(
      [],
      `"${grid ? 'block' : 'grid'}" is missing: blocks, and threads of a block, are expressions over sizes and knobs`,
    );
  const terms = (key: string, amounts: readonly (number | string)[]): readonly Term[] =>
    amounts.map((amount, place) => wholeTerm(amount, { path: [key, place], problem, known }, [1, 2 ** 31 - 1]));
  const [blocks, threads] = [terms('grid', grid), terms('block', block)];
  const bytes = wholeTerm(shared, { path: ['shared'], problem, known }, [0, 2 ** 20]);
  const three = (all: readonly Term[], names: Names): [number, number, number] => {
    const [x = 1, y = 1, z = 1] = all.map((term) => term(names));
    return [x, y, z];
  };
  return (names) => ({ grid: three(blocks, names), block: three(threads, names), sharedBytes: bytes(names) });
}

function operatorOf(parts: Parts, referenceText: string, kernels: Kernels): SourceOperator {
  const { spec, name, problem } = parts;
  const workloads = Object.entries(spec.workloads).map(
    ([workload, own]) => [workload, { ...spec.sizes, ...own }] as const,
  );
  const named = new Map([['default', spec.sizes], ...workloads]);
  const countOf = (key: 'flops' | 'bytes'): Term | undefined => {
    const amount = spec[key];
    return amount === undefined ? undefined : termOf(amount, { path: [key], problem, known: parts.sizes });
  };
  const [flops, bytes] = [countOf('flops'), countOf('bytes')];
  if (!flops && !bytes)
    throw problem(
      [],
      '"flops" is missing: operations of a call, as a number or an expression over sizes, or "bytes", which it moves',
    );
  const positive = (term: Term, key: string, { shape }: Workload): number => {
    const value = term(shape);
    if (value > 0) return value;
    throw problem([key], `${value} is not above 0`);
  };
  const workloadOf = (shape: Readonly<Record<string, number>>): Workload => {
    const found = [...named].find(([, other]) => Object.keys(shape).every((key) => shape[key] === other[key]))?.[0];
    const workload = { operator: name, name: found ?? sizesText(shape), shape };
    argumentsAt(parts, workload);
    return workload;
  };
  const referenceOf = (workload: Workload): SourceReference => {
    const all = argumentsAt(parts, workload);
    const { reference } = spec;
    if (!reference) return answersOf(all, parts);
    const space = parts.knobs.space(workload.shape);
    const asked = reference.arguments?.map((wanted, place) => {
      const found = all.find((one) => one.name === wanted);
      const names = all.map((one) => one.name);
      if (!found)
        throw problem(
          ['reference', 'arguments', place],
          `there is no argument "${wanted}"${didYouMean(wanted, names)}`.replace(/\.$/, ''),
        );
      return found;
    });
    const { macros } = kernels(workload, space.get(space.nextValid(0) ?? 0));
    return {
      kind: 'function',
      kernel: {
        macros,
        language: 'c',
        title: `${name} ${workload.name}, the reference`,
        text: referenceText,
        function: reference.function,
        arguments: asked ?? all,
        flags: usesOpenMP(spec) ? ['-O2', '-fopenmp'] : ['-O2'],
      },
      arguments: arraysOf(all),
    };
  };
  const operator: SourceOperator = {
    gives: 'source',
    name,
    summary: spec.summary ?? `${spec.function} of ${spec.files.join(', ')}`,
    options: [],
    workloads: Object.fromEntries(Array.from(named, ([workload, own]) => [workload, textsOf(own)])),
    ...defined({ counts: !flops ? ('bytes' as const) : undefined }),
    workload: (asked = 'default', given) => workloadOf(readSizes(spec, named, asked, given)),
    encode: (workload) => encode(argumentsAt(parts, workload), workload),
    decode: (args) => {
      const workload = workloadOf(decode(name, spec, args));
      if (JSON.stringify(encode(argumentsAt(parts, workload), workload)) === JSON.stringify(args)) return workload;
      throw new UsageError(`The arguments are not those of ${name}.`);
    },
    flops: (workload) => (flops ? positive(flops, 'flops', workload) : positive(bytes!, 'bytes', workload)),
    bytes: (workload) => (bytes ? positive(bytes, 'bytes', workload) : bytesOf(argumentsAt(parts, workload))),
    reference: referenceOf,
    flags: spec.flags,
  };
  referenceOf(operator.workload(undefined, {}));
  for (const workload of named.keys()) operator.flops(operator.workload(workload, {}));
  return operator;
}

function answersOf(all: readonly SourceArgument[], { problem, spec }: Parts): SourceReference {
  const lacking = arraysOf(all).find((one) => isWritten(one) && !one.answer);
  if (lacking)
    throw problem(
      [],
      `"reference" is missing: a function in C that gives the right "${lacking.name}", or its answer in a file`,
    );
  const drawn = spec.arguments.findIndex(
    ({ shape, direction = 'in', data }) => shape && direction !== 'out' && data === undefined,
  );
  if (drawn >= 0)
    throw problem(
      ['arguments', drawn],
      'its input is drawn anew in each run, for which a file cannot have the answers: give its data in a file, too, or a reference',
    );
  return { kind: 'answers', arguments: arraysOf(all) };
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
    refuses: () => undefined,
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

function bytesOf(all: readonly SourceArgument[]): number {
  return arraysOf(all).reduce(
    (sum, { shape, type }) => sum + shape.reduce((product, extent) => product * extent, elementType(type).bytes),
    0,
  );
}

function textsOf(sizes: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)]));
}
