/** The kernel of each config of a spec: its source with macros, flags and a launch. */
import type { Workload } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Names } from '../../space/expression.js';
import type { Macro, SourceKernel, SourceLaunch } from '../../ir/source-kernel.js';
import { defined } from '../../target/defined.js';
import { termOf, wholeTerm, type Term } from './arguments.js';
import { argumentsAt, type Parts } from './parts.js';
import { nameProblem } from './spec.js';
import { flagProblem } from '../../ir/flag-problem.js';

export type Kernels = (workload: Workload, config: Config) => SourceKernel;

/** Throws UsageError, with the place in the spec, for macros, flags and launches that cannot be. */
export function kernelsOf(parts: Parts, text: string): Kernels {
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
