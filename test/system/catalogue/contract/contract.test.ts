import { describe, expect, test } from '@jest/globals';
import { loadModule } from '../../../../src/catalogue/load-module.js';
import { awkwardWorkloads, derivedShapes } from '../../../../src/catalogue/contract/tasks.js';
import { contract, type ContractOptions } from '../../../../src/api/contract.js';
import {
  type ContractCheck,
  type ContractEvent,
  contractEventSchema,
} from '../../../../src/catalogue/contract/events.js';
import { subjectNamed, subjectsOf } from '../../../../src/catalogue/contract/subjects.js';
import type { Operator } from '../../../../src/operator/operator.js';
import { operators } from '../../../../src/operator/registry.js';
import { UsageError } from '../../../../src/target/errors.js';
import { exampleWith, moduleFolder } from '../../../support/modules.js';

const write = moduleFolder();
const quick: ContractOptions = { target: 'llvm', threads: 2, configs: 1 };

async function eventsOf(path: string): Promise<readonly ContractEvent[]> {
  const events: ContractEvent[] = [];
  for await (const event of contract(path, quick)) events.push(event);
  return events;
}

function failuresOf(events: readonly ContractEvent[]): readonly ContractCheck[] {
  return events.filter((event) => event.event === 'check').filter(({ ok }) => !ok);
}

/** The first failure that says something; what comes after it is not waited for. */
async function firstFailureOf(path: string, says: RegExp): Promise<ContractCheck | undefined> {
  for await (const event of contract(path, quick))
    if (event.event === 'check' && !event.ok && says.test(event.message ?? '')) return event;
  return undefined;
}

describe('the contract of templates of one’s own', () => {
  test.each(['matmul-rows.js', 'conv1d.js'])('is kept by the example %s', async (name) => {
    const events = await eventsOf(`examples/${name}`);
    expect(failuresOf(events)).toEqual([]);
    for (const event of events) expect(contractEventSchema.parse(event)).toEqual(event);
    const finish = events.at(-1);
    expect(finish).toMatchObject({ event: 'finish', templates: 1, failed: 0, aborted: false });
    const kernels = events.filter((event) => event.event === 'check' && event.check === 'kernel');
    expect(finish).toMatchObject({ kernels: kernels.length });
    expect(kernels.length).toBeGreaterThan(5);
  });

  /** A copy of an example whose schedule is of a computation that `change` has damaged. */
  const damaged = (change: string): string =>
    `${exampleWith(
      'conv1d.js',
      ['new Schedule(operator.computation(workload))', 'new Schedule(damaged(operator.computation(workload)))'],
      [".choice('pack', [true, false])", ".choice('pack', [false])"],
      ['  at,\n', '  at,\n  constantValue,\n'],
    )}\nfunction damaged(computation) {\n  const { output } = computation;\n  ${change};\n  return computation;\n}\n`;

  /** While its kernel is made, the output has so many more elements along a dimension, one at least. */
  const resized = (dim: number, by: number): string =>
    `const { shape } = output; const whole = shape[${dim}]; shape[${dim}] = Math.max(1, whole + ${by});
  queueMicrotask(() => { shape[${dim}] = whole; })`;

  /** What is suggested, and what is said of it. */
  const suggesting: readonly (readonly [what: string, list: string, says: RegExp])[] = [
    [
      'nothing for a knob',
      '[{ vectors: 1 }]',
      /^\{"vectors":1\}, which it suggests, has no value for the knob channels$/,
    ],
    ['no objects', '[7]', /suggestions must return a list of objects with a value for every knob$/],
    [
      'something else each time',
      "[{ channels: 1, vectors: 1 + (calls++ % 2), pack: true, parallel: 'none' }]",
      /^it suggests something else when it is asked again$/,
    ],
  ];

  test.each<[what: string, text: string, check: ContractCheck['check'], says: RegExp]>([
    [
      'computes something else',
      damaged("output.compute.reduction.source.op = 'add'"),
      'kernel',
      /^out\[\d+, \d+\] is \S+ but should be \S+ \(relative error .*, allowed \S+e-6\)$/,
    ],
    [
      'writes past its output',
      damaged(`${resized(0, 512)}; output.compute.reduction.source = constantValue(1)`),
      'kernel',
      /bytes past the end of "out"$/,
    ],
    [
      'reads past an input',
      damaged(
        'output.compute.reduction.axes[0].axis.extent += 4096; output.compute.reduction.axes[0].extent = index.constant(5000)',
      ),
      'kernel',
      /past the end of "(data|weights)"|is not a number/,
    ],
    [
      'leaves elements out',
      damaged(`${resized(0, -1)}; output.compute.reduction.source = constantValue(1)`),
      'kernel',
      /^\d+ of \d+ elements of "out" were not written/,
    ],
    [
      'throws for some configs',
      exampleWith('conv1d.js', [
        'const out = schedule.output;',
        'if (knobs.vectors > 1) oops();\n    const out = schedule.output;',
      ]),
      'kernel',
      /^the template failed: .*\.mjs:\d+: template conv1d\.direct, schedule threw ReferenceError: oops is not defined$/,
    ],
    [
      'throws for its space',
      exampleWith('conv1d.js', [
        'const { outChannels } = operator.shapeOf(workload);',
        'const { outChannels } = operator.shapeof(workload);',
      ]),
      'define',
      /\.mjs:\d+: template conv1d\.direct, define threw TypeError: /,
    ],
    [
      'has a constraint that throws',
      exampleWith('conv1d.js', ['(knobs) => knobs.channels', '(knobs) => oops.channels']),
      'define',
      /\.mjs:\d+: template conv1d\.direct, constraint ".*" threw ReferenceError: oops is not defined$/,
    ],
    [
      'has an operator that cannot be computed',
      exampleWith('conv1d.js', ['const data = input', 'const data = oops(']).replace("oops(('data'", "oops('data'"),
      'kernel',
      /\.mjs:\d+: operator conv1d, computation threw ReferenceError: oops is not defined$/,
    ],
    [
      'has no config for some shapes',
      exampleWith('conv1d.js', ['<= vector.registers,', '> vector.registers,']),
      'define',
      /leave none of the \d+ configs for .*: ".*" forbids \d+ % of them; relax it, or give its knobs other values\.$/,
    ],
    [
      'is not pure',
      exampleWith('conv1d.js', [
        'const schedule = new Schedule',
        'knobs = { ...knobs, vectors: 1 + (calls++ % 2) };\n    const schedule = new Schedule',
      ]).replace('/** Samples', 'let calls = 0;\n/** Samples'),
      'pure',
      /another source/,
    ],
    ...suggesting.map(([what, list, says]): [string, string, ContractCheck['check'], RegExp] => [
      `suggests ${what}`,
      exampleWith(
        'conv1d.js',
        ['version: 1', `suggestions: () => ${list},\n  version: 1`],
        ['/** Samples', 'let calls = 0;\n/** Samples'],
      ),
      'suggestions',
      says,
    ]),
    [
      'serves nothing',
      exampleWith('conv1d.js', ['version: 1', "refuses: () => 'never',\n  version: 1"]),
      'serves',
      /^it serves none of the shapes/,
    ],
    [
      'has an operator that forgets a field in the log',
      exampleWith('conv1d.js', ["'kernel', 'stride'] }", "'kernel'] }"]),
      'operator',
      /^whisper\.conv2 is another workload when it is read back|arguments are not those/,
    ],
    [
      'has an operator without work',
      exampleWith('conv1d.js', ['flops: (shape) => 2', 'flops: (shape) => 0']),
      'operator',
      /^flops of whisper\.conv1 is 0/,
    ],
  ])('is broken by a template that %s', async (what, text, check, says) => {
    const path = write(`${what.replace(/\W/g, '-')}.mjs`, text);
    expect(await firstFailureOf(path, says)).toMatchObject({ check });
  });

  test('names the shape, the target and the knobs of a wrong kernel', async () => {
    const text = damaged("output.compute.reduction.source.op = 'add'");
    expect(await firstFailureOf(write('wrong.mjs', text), /should be/)).toMatchObject({
      template: 'conv1d.direct',
      workload: expect.stringMatching(/^\d+x\d+-\d+x\d+/) as unknown,
      target: expect.stringMatching(/^llvm .*-threads=2$/) as unknown,
      values: { channels: expect.any(Number) as unknown, parallel: expect.any(String) as unknown },
      error: 5,
    });
  });

  test('a signal ends it after the kernel in flight', async () => {
    const controller = new AbortController();
    const own = await loadModule('examples/conv1d.js');
    const events: ContractEvent[] = [];
    for await (const event of contract(own, { ...quick, signal: controller.signal })) {
      events.push(event);
      if (event.event === 'check' && event.check === 'kernel') controller.abort();
    }
    expect(events.at(-1)).toMatchObject({ event: 'finish', kernels: 1, aborted: true });
  });

  test('is of a target that the template is for', async () => {
    expect(() => subjectNamed('matmul.dot', { target: 'cuda' })).toThrow(
      new UsageError('matmul.dot is for llvm: give --target "llvm", or none.'),
    );
    expect(() => subjectNamed('matmul.dott', {})).toThrow(/did you mean "matmul\.dot"\?/);
    await expect(loadModule('examples/climb.js').then((climb) => subjectsOf(climb, {}))).rejects.toThrow(
      /climb\.js exports no template/,
    );
    expect(subjectNamed('matmul.mma', {}).targets.map(({ arch }) => arch)).toEqual(['sm_80', 'sm_90']);
  });
});

describe('awkward shapes', () => {
  // Those that count bytes have few fields, or a text: they name shapes of their own.
  const extentsOf = (operator: Operator): number =>
    Object.values(operator.workload(undefined, {}).shape).filter((value) => Number.isInteger(value)).length;
  const derivable = operators.filter((operator) => operator.counts !== 'bytes' && extentsOf(operator) > 2);
  test.each(derivable.map((operator) => [operator.name, operator] as const))(
    'of %s could be made of its workloads: accepted, different, small, with ones and primes',
    (_, operator) => {
      const shapes = derivedShapes(operator);
      expect(shapes.length).toBeGreaterThanOrEqual(8);
      const workloads = shapes.map((shape) => operator.workload(undefined, shape));
      expect(new Set(workloads.map(({ shape }) => JSON.stringify(shape))).size).toBe(shapes.length);
      for (const workload of workloads) expect(operator.flops(workload)).toBeLessThanOrEqual(2 ** 26);
      const values = new Set(shapes.flatMap((shape) => Object.values(shape)));
      for (const value of ['1', '7', '13', '31']) expect(values).toContain(value);
    },
  );

  test('of an operator of one’s own are those that it names, or are made', async () => {
    const [own, without] = await Promise.all([
      loadModule('examples/conv1d.js'),
      loadModule(write('no-awkward.mjs', exampleWith('conv1d.js', ['awkward: [', 'unused: [']))),
    ]);
    expect(awkwardWorkloads(own.operators.at(0)!).map(({ name }) => name)).toContain('3x37-5x7');
    const made = awkwardWorkloads(without.operators.at(0)!);
    expect(made.length).toBeGreaterThanOrEqual(8);
    expect(made.map(({ name }) => name)).not.toContain('3x37-5x7');
  });
});
