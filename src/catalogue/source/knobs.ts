/** The knobs of a spec: macros, and flags of the compiler. */
import { SpaceBuilder } from '../../space/builder.js';
import type { KnobValue } from '../../space/config.js';
import { type Names, expressionWords } from '../../space/expression.js';
import { keyOf } from '../../space/knob.js';
import type { Space, Values } from '../../space/space.js';
import { noneOf, scarcityOf, type Scarcity } from '../../space/scarcity.js';
import { formatPercent } from '../../target/format.js';
import type { Macro } from '../../ir/source-kernel.js';
import { didYouMean } from '../../target/nearest.js';
import { type Spec, macroValue, nameProblem, wordsOf } from './spec.js';
import { conditionOf, type Problem } from './arguments.js';
import { flagProblem } from '../../ir/flag-problem.js';

interface Knob {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly isFlags: boolean;
}

export interface Knobs {
  readonly names: ReadonlySet<string>;
  /** Of a workload. Throws UsageError, with the restriction to blame, where hardly a config is left. */
  space(sizes: Names): Space;
  macros(values: Values): readonly Macro[];
  flags(values: Values): readonly string[];
  readonly start: Values | undefined;
}

/** Throws UsageError for what can be no knob. */
export function knobsOf(spec: Spec, language: 'c' | 'cuda', problem: Problem): Knobs {
  const knobs = Object.entries(spec.knobs).map(([name, values]) => knobOf(name, values, { spec, language, problem }));
  if (knobs.length === 0) throw problem(['knobs'], 'there is none, and so nothing to tune');
  const names = new Set(knobs.map(({ name }) => name));
  const known = new Set([...names, ...Object.keys(spec.sizes)]);
  const restrictions = spec.restrictions.map((text, place) => ({
    sentence: `it does not hold that ${text}`,
    place,
    test: conditionOf(text, { path: ['restrictions', place], problem, known }),
  }));
  return {
    names,
    start: startOf(spec, knobs, problem),
    space: (sizes) => {
      let builder = new SpaceBuilder() as unknown as SpaceBuilder<Record<string, KnobValue>>;
      for (const { name, values } of knobs) builder = builder.choice(name, values);
      // One object for all configs, because a search asks millions of times.
      const all = { ...sizes };
      for (const { sentence, test } of restrictions)
        builder.constraint(sentence, (values) => test(Object.assign(all, values)));
      const space = builder.build() as Space;
      const scarcity = scarcityOf(space);
      if (scarcity) throw tooStrict(scarcity, space.constraints.indexOf(scarcity.worst), problem);
      return space;
    },
    macros: (values) =>
      knobs.filter(({ isFlags }) => !isFlags).map(({ name }) => [name, values[name] as string | number] as const),
    flags: (values) => knobs.filter(({ isFlags }) => isFlags).flatMap(({ name }) => wordsOf(String(values[name]))),
  };
}

function tooStrict(scarcity: Scarcity, place: number, problem: Problem): Error {
  const share = formatPercent(scarcity.forbids);
  return problem(
    ['restrictions', place],
    `it rules out ${share} of the configs, and all restrictions together leave ${noneOf(scarcity)}; relax it, or ` +
      "change its knobs' values",
  );
}

interface Context {
  readonly spec: Spec;
  readonly language: 'c' | 'cuda';
  readonly problem: Problem;
}

function knobOf(name: string, said: Spec['knobs'][string], { spec, language, problem }: Context): Knob {
  const path = ['knobs', name];
  const taken = Object.hasOwn(spec.sizes, name) || Object.hasOwn(spec.macros, name);
  const wrong = nameProblem(name) ?? wordProblem(name) ?? (taken ? 'a size or macro has this name' : undefined);
  if (wrong !== undefined) throw problem(path, wrong);
  const isFlags = !Array.isArray(said) && 'flags' in said;
  const [values, key] = Array.isArray(said)
    ? [said, []]
    : 'flags' in said
      ? [said.flags, ['flags']]
      : [said.values, ['values']];
  const known = new Set<string>();
  for (const [place, value] of values.entries()) {
    const strange = isFlags ? flagsProblem(String(value), language) : valueProblem(value);
    const twice = known.has(keyOf(value)) ? 'it has this value twice' : undefined;
    if ((strange ?? twice) !== undefined) throw problem([...path, ...key, place], (strange ?? twice)!);
    known.add(keyOf(value));
  }
  return { name, values, isFlags };
}

function flagsProblem(flags: string, language: 'c' | 'cuda'): string | undefined {
  return wordsOf(flags)
    .map((word) => flagProblem(word, language))
    .find((problem) => problem !== undefined);
}

function valueProblem(value: string | number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'it must be a finite number';
  if (macroValue.test(value)) return undefined;
  return 'a value that is no number must be letters, digits, _, +, - and dots, as a name or type has them, 64 at most';
}

/** Names that stand in expressions must not be what these have for themselves. */
export function wordProblem(name: string): string | undefined {
  return expressionWords.has(name) ? 'it is a word that expressions have for themselves' : undefined;
}

function startOf({ start }: Spec, knobs: readonly Knob[], problem: Problem): Values | undefined {
  if (!start) return undefined;
  const names = knobs.map(({ name }) => name);
  for (const [name, value] of Object.entries(start)) {
    const knob = knobs.find((one) => one.name === name);
    if (!knob) throw problem(['start', name], `there is no such knob${didYouMean(name, names)}`.replace(/\.$/, ''));
    if (!knob.values.includes(value))
      throw problem(
        ['start', name],
        `the knob has no value ${keyOf(value)}; it has ${knob.values.map(keyOf).join(', ').slice(0, 200)}`,
      );
  }
  const missing = names.find((name) => !Object.hasOwn(start, name));
  if (missing !== undefined) throw problem(['start'], `it has no value for ${missing}`);
  return start;
}
