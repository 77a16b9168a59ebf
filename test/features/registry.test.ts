import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Featurizer } from '../../src/features/featurizer.js';
import { NestCells } from '../../src/features/nest-cells.js';
import { statementsOf } from '../../src/features/statements.js';
import type { Nest } from '../../src/ir/nest.js';
import { curveFeaturizer } from '../../src/features/curve-columns.js';
import { loopFeaturizer } from '../../src/features/loop-columns.js';
import { quantise } from '../../src/features/quantise.js';
import { concatenated, featurizer, views, type ViewName } from '../../src/features/registry.js';
import { scaled } from '../../src/features/scale.js';
import { InstantiationError } from '../../src/ir/errors.js';
import { blockAxes, threadAxes } from '../../src/ir/loop.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Workload } from '../../src/operator/operator.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import type { Target } from '../../src/target/target.js';
import { findTemplate, templates } from '../../src/templates/registry.js';
import type { Task, Template } from '../../src/templates/template.js';
import { loopMatrix } from '../support/loop-matrix.js';
import { awkwardWorkloads } from '../../src/catalogue/contract/tasks.js';
import { avx2, avx512, sm80, sm90, withThreads } from '../support/targets.js';
import { nestOf, featureNestOf } from '../../src/templates/nest.js';

const names = Object.keys(views) as ViewName[];
/** Random configs of each template; more make a long proof of it, which looks at more of their loops, too. */
const asked = process.env['TUNE_CONTRACT_CONFIGS'];
const count = Number(asked ?? 3);
const [withLoops, nests] = asked === undefined ? [1, 2] : [8, 15];

/** Points of a space in which all knobs have a choice, as far as the shapes have it. */
const enough = asked === undefined ? 60 : 300;

type Tasks = readonly [named: Task, awkward: Task, threads: Task];
const made = new Map<Template, Tasks>();

/** A named workload, an awkward one whose space is small, and one for threads; made once, since spaces take long. */
function tasksOf(template: Template): Tasks {
  const tasks = made.get(template) ?? makeTasks(template);
  made.set(template, tasks);
  return tasks;
}

function makeTasks(template: Template): Tasks {
  const operator = findOperator(template.operator);
  const named = Object.keys(operator.workloads).map((name) => operator.workload(name, {}));
  const [best, lesser, other] =
    template.target === 'simt' ? [sm90, sm80, sm90] : [avx512, avx2, withThreads(avx512, 4)];
  const taken = (workloads: typeof named): typeof named => workloads.filter((w) => !refusal(template, w, best));
  const awkward = taken(awkwardWorkloads(operator, typesOf(template)));
  const first = [...taken(named), ...awkward][0]!;
  const bySize = awkward
    .filter((w) => !refusal(template, w, lesser))
    .map((workload) => ({ workload, size: template.define(workload, lesser).rawSize }))
    .sort((a, b) => a.size - b.size);
  const small = bySize.find(({ size }) => size >= enough) ?? bySize.at(-1);
  const task = (workload: Workload, wanted: Target): Task => {
    const target = refusal(template, workload, wanted) ? best : wanted;
    return { workload, target, template, space: template.define(workload, target) };
  };
  return [task(first, best), task(small?.workload ?? first, lesser), task(awkward[awkward.length >> 1]!, other)];
}

function viewOf(task: Task, ...view: ViewName[]): Featurizer {
  return featurizer(view, { space: task.space, nest: (config) => featureNestOf(task, config), sizes: new Map() });
}

function rowOf(view: Featurizer, config: Config): Float32Array {
  const row = new Float32Array(view.width);
  view.write(config, row, 0);
  return row;
}

function draw({ space }: Task, count: number, seed: number): Config[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => space.sample(random)!);
}

/** As `toEqual`, which takes its time, only where they differ. */
function expectEqual(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

/** The same for thousands of numbers. */
function expectSame(cells: Float64Array, wanted: Float64Array): void {
  if (Buffer.compare(Buffer.from(cells.buffer), Buffer.from(wanted.buffer)) !== 0) expect(cells).toEqual(wanted);
}

/**
 * A feature nest has what a whole nest keeps several times as it would be without, even where no kernel could be (TMA
 * tiles are copied ahead).
 */
function keptOnce({ space }: Task, { index, values }: Config): Config {
  const once = { ...values, ...('buffers' in values && { buffers: 1 }) };
  return space.violation(once) === undefined ? space.config(once) : { index, values: once };
}

/** Of templates that are derived, which are many and of one program, every third; all for a long proof. */
const looked = templates.filter(({ isDerived }, i) => asked !== undefined || !isDerived || i % 3 === 0);

describe.each(looked.map((template) => [template.name, template] as const))('views of %s', (__, template) => {
  test('all views: finite, quantised, of one width, inside their place, and the loops those of the whole nest', () => {
    const task = tasksOf(template)[1];
    const nestCells = new NestCells(task.space, (config) => featureNestOf(task, config));
    const view = concatenated([viewOf(task, 'knobs', 'values'), loopFeaturizer(nestCells), curveFeaturizer(nestCells)]);
    expect(new Set(view.names).size).toBe(view.width);
    const place = new Float32Array(view.width + 2).fill(-99);
    for (const config of draw(task, count, 5)) {
      view.write(config, place, 1);
      expect([place[0], place.at(-1)]).toEqual([-99, -99]);
      expect(place.every((x) => Number.isFinite(x) && quantise(x) === x)).toBe(true);
    }
    for (const config of draw(task, withLoops, 11)) expectRowsOf(task, view, keptOnce(task, config));
    const cells = new Float64Array(nestCells.layout.width);
    for (const config of draw(task, 2 * count, 9)) {
      expect(nestCells.read(config, cells)).toBe(true);
      expectSame(cells, nestCells.layout.cellsOf(statementsOf(featureNestOf(task, config))));
    }
  });
});

describe.each(looked.map((template) => [template.name, template] as const))('nests of %s', (__, template) => {
  test('a feature nest has the statements of the whole nest, and loops of one iteration', () => {
    // A sum that producers are placed in starts before them, which a feature nest leaves out: stages may come in
    // another order.
    const numbers = (nest: Nest): unknown =>
      [...statementsOf(nest)]
        .sort((a, b) => (a.stage < b.stage ? -1 : 1))
        .map(({ stage, loops, lengths, arithmetic, accesses }) => ({
          ...{ stage, arithmetic },
          loops: loops.flatMap(({ loop, annotation }, i) => {
            const strides = accesses.map((access) => [access.mode, access.role, access.strides[i]]);
            return lengths[i]! > 1 ? [[loop.name, annotation, lengths[i], strides]] : [];
          }),
        }));
    for (const task of tasksOf(template))
      for (const config of draw(task, nests, 13).map((drawn) => keptOnce(task, drawn)))
        expectEqual(numbers(featureNestOf(task, config)), numbers(nestOf(task, config)));
  });
});

function expectRowsOf(task: Task, view: Featurizer, config: Config): void {
  const row = rowOf(view, config);
  const columns = new Map(view.names.map((name, i) => [name, row[i]!]));
  // A CPU has no columns for blocks and threads, a GPU none for parallel loops.
  const value = (name: string): number => columns.get(name) ?? 0;
  const matrix = loopMatrix(nestOf(task, config));
  for (const [name, length] of columns) {
    const loop = /^([^ ]+): length$/.exec(name)?.[1];
    // Loops of one iteration are none in the whole nest.
    if (!loop || length <= 1) continue;
    const annotations = ['serial', 'unroll', 'vectorize', 'parallel', ...blockAxes, ...threadAxes];
    const numbers = ['length', 'top-down', 'bottom-up', ...annotations];
    const rows = matrix.filter((r) => `${r.stage}.${r.name}` === loop);
    expect({
      values: config.values,
      task: task.workload.name,
      loop,
      // Of a branch a feature nest has one side: the other may touch more.
      rows: rows.map((r) => [
        ...[r.length, r.topDown].map(scaled),
        Math.min(scaled(r.bottomUp), value(`${loop}: bottom-up`)),
        ...annotations.map((a) => +(a === r.annotation)),
      ]),
    }).toEqual({
      values: config.values,
      task: task.workload.name,
      loop,
      rows: expect.arrayContaining([numbers.map((what) => value(`${loop}: ${what}`))]),
    });
    const touches = rows.flatMap((r) => [...r.touches.values()].map((t) => [t.stride, t.count, t.reuse].map(scaled)));
    const ends = `, ${loop}: stride`;
    for (const stride of view.names.filter((n) => n.endsWith(ends))) {
      const touch = ['stride', 'count', 'reuse'].map((what) => value(stride.replace(/stride$/, what)));
      if (touch[1]! > 0) expect({ stride, touches }).toEqual({ stride, touches: expect.arrayContaining([touch]) });
    }
  }
}

describe('columns', () => {
  test.each(['conv2d.direct', 'matmul.mma'])('are the same when they are learned again: %s', (name) => {
    const [task] = tasksOf(findTemplate(name));
    const [view, again] = [viewOf(task, ...names), viewOf(task, ...names)];
    expect(view.names).toEqual(again.names);
    for (const config of draw(task, count, 5)) expect(rowOf(view, config)).toEqual(rowOf(again, config));
  });

  const conv = (name: string, template: string, target = avx512): Task => {
    const found = templates.find((t) => t.name === template)!;
    const workload = findOperator(found.operator).workload(name, {});
    return { template: found, workload, target, space: found.define(workload, target) };
  };

  test.each([
    ['resnet18.C2', 'resnet18.C6', 'conv2d.im2col'],
    ['gemm.512', 'gemm.1024', 'matmul.blocked'],
  ])('of %s and %s are the same in %s', (a, b, template) => {
    const namesOf = (workload: string): readonly string[] => viewOf(conv(workload, template), 'loops', 'curve').names;
    expect(namesOf(a)).toEqual(namesOf(b));
  });

  test('of the relation feature are the same for all templates of an operator', () => {
    const [direct, ...others] = ['conv2d.direct', 'conv2d.winograd', 'conv2d.im2col'].map((template) =>
      viewOf(conv('resnet18.C2', template), 'curve'),
    );
    expect(direct?.width).toBe(160 * 3);
    for (const other of others) expect(other.names).toEqual(direct?.names);
  });

  test('of several views stand side by side', () => {
    const task = conv('resnet18.C2', 'conv2d.im2col');
    const config = task.space.sample(new Random(1))!;
    const both = rowOf(viewOf(task, 'loops', 'knobs'), config);
    expect([...both]).toEqual([...rowOf(viewOf(task, 'loops'), config), ...rowOf(viewOf(task, 'knobs'), config)]);
  });

  test('of a config that cannot be instantiated are 0, others are as they are', () => {
    const task = conv('resnet18.C2', 'conv2d.im2col');
    const knob = task.space.knobs.find(({ values }) => values.length > 1)!;
    const nest = (config: Config): ReturnType<typeof featureNestOf> => {
      if (config.values[knob.name] === knob.values[0]) throw new InstantiationError('no such tile');
      return featureNestOf(task, config);
    };
    for (const name of ['loops', 'curve'] as const) {
      const view = featurizer([name], { space: task.space, nest, sizes: new Map() });
      const outcomes = draw(task, 60, 3).map((config) => {
        const isZero = rowOf(view, config).every((x) => x === 0);
        expect(isZero).toBe(config.values[knob.name] === knob.values[0]);
        return isZero;
      });
      expect(new Set(outcomes).size).toBe(2);
    }
  });

  test('when a template fails on a config that its space allows then the failure is not hidden', () => {
    const task = conv('resnet18.C2', 'conv2d.im2col');
    const nest = (): never => {
      throw new Error('a mistake in a template');
    };
    expect(() => featurizer(['loops'], { space: task.space, nest, sizes: new Map() })).toThrow(
      'a mistake in a template',
    );
  });
});

test('on a GPU the loops view tells blocks and threads from serial loops, and copies by their stages', () => {
  const [, task] = tasksOf(templates.find(({ name }) => name === 'matmul.simt')!);
  const view = viewOf(task, 'loops');
  const row = rowOf(view, task.space.sample(new Random(2))!);
  const set = view.names.filter((_, i) => row[i] !== 0);
  for (const axis of ['blockX', 'threadX', 'threadY', 'unroll', 'serial'])
    expect(set).toContainEqual(expect.stringMatching(new RegExp(`: ${axis}$`)));
  expect(set).toContainEqual(expect.stringContaining('A_shared'));
  const onCpu = viewOf(tasksOf(templates.find(({ name }) => name === 'matmul.blocked')!)[1], 'loops');
  expect(onCpu.names.filter((name) => /: (block|thread)[XYZ]$/.test(name))).toEqual([]);
});
