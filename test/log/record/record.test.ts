import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decode, encode, type TuneRecord } from '../../../src/log/record/record.js';
import { cudaLine, failedLine, failedRecord, ownRecord, x86Line } from './fixtures.js';

interface RawLine {
  input: unknown[];
  config: Record<string, unknown>;
  result: unknown[];
  version?: unknown;
  tune?: unknown;
}

/** The record of a line that is expected to hold one. */
function recordOf(line: string): TuneRecord {
  const found = decode(line);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** A good line with something changed. */
function changed(change: (line: RawLine) => void): string {
  const line = JSON.parse(encode(ownRecord)) as RawLine;
  change(line);
  return JSON.stringify(line);
}

describe("AutoTVM's lines", () => {
  test('of a CPU', () => {
    expect(recordOf(x86Line)).toEqual({
      target: 'llvm -keys=cpu ',
      task: 'conv2d_NCHWc.x86',
      args: [
        ['TENSOR', [1, 3, 224, 224], 'float32'],
        ['TENSOR', [64, 3, 7, 7], 'float32'],
        [2, 2],
        [3, 3, 3, 3],
        [1, 1],
        'NCHW',
        'NCHW',
        'float32',
      ],
      index: 172,
      entity: [
        ['tile_ic', 'sp', [-1, 1]],
        ['tile_oc', 'sp', [-1, 4]],
        ['tile_ow', 'sp', [-1, 1]],
        ['unroll_kw', 'ot', false],
      ],
      costs: [0.0045656413],
      error: 0,
      allCost: 0.5309267044067383,
      timestamp: 1676344759.520081,
    });
  });

  test('of a GPU', () => {
    const { index, entity, costs } = recordOf(cudaLine);
    expect(index).toBe(184_840);
    expect(entity[6]).toEqual(['auto_unroll_max_step', 'ot', 512]);
    expect(costs).toEqual([8.870914716312056e-5]);
  });

  test('of a failure: no costs in memory, reorders and annotations, the old name of -mtriple', () => {
    const { target, costs, error, allCost, entity } = recordOf(failedLine);
    expect({ target, costs, error, allCost }).toEqual({
      target: 'llvm -mtriple=aarch64-linux-gnu',
      costs: [],
      error: 7,
      allCost: 150,
    });
    expect(entity.map(([, kind]) => kind)).toEqual(['re', 'an', 'an']);
  });

  test.each([x86Line, cudaLine, failedLine])('survive being written by us: %#', (line) => {
    const record = recordOf(line);
    expect(recordOf(encode(record))).toEqual(record);
  });
});

describe('our lines', () => {
  test("are AutoTVM's with the key tune", () => {
    const line = JSON.parse(encode(ownRecord)) as RawLine;
    expect(Object.keys(line)).toEqual(['input', 'config', 'result', 'version', 'tune']);
    expect(line.input).toEqual([ownRecord.target, ownRecord.task, ownRecord.args, {}]);
    expect(line.config).toEqual({ index: 41, code_hash: null, entity: ownRecord.entity });
    expect(line.result).toEqual([ownRecord.costs, 0, 0.25, 1676344759.52]);
    expect(line.version).toBe(0.2);
    expect(line.tune).toEqual(ownRecord.tune);
    expect(encode(ownRecord)).not.toContain('\n');
  });

  test('make a round trip', () => {
    expect(recordOf(encode(ownRecord))).toEqual(ownRecord);
    expect(recordOf(encode(failedRecord))).toEqual(failedRecord);
  });

  test('when a trial failed then its cost on disk is 1e9', () => {
    expect((JSON.parse(encode(failedRecord)) as RawLine).result[0]).toEqual([1e9]);
  });

  test('when a message is long then its beginning is kept', () => {
    const record = { ...failedRecord, tune: { message: 'm'.repeat(100_000) } };
    expect(recordOf(encode(record)).tune?.message).toBe('m'.repeat(1024));
  });

  test('when a message has line breaks or odd characters then the line is still one, and keeps them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (message) => {
        const line = encode({ ...failedRecord, tune: { message } });
        expect(line).not.toMatch(/[\r\n]/);
        expect(recordOf(line).tune?.message).toBe(message);
      }),
    );
  });

  test('when keys of tune are missing or unknown then the others are kept', () => {
    const line = changed((raw) => (raw.tune = { seed: 3, ofTheFuture: [1] }));
    expect(recordOf(line).tune).toEqual({ seed: 3 });
  });

  test.each([
    { phase: 'encore' },
    { phase: 3 },
    { run: 17 },
    { run: null },
    { phase: ['heat'], run: {} },
    { gpu: 3, warnings: 'none' },
    { gpu: { launch: 'telepathy' } },
    { explorer: {} },
    { proposal: 3 },
    { proposal: { batch: -1, seconds: 1 } },
  ])('when a later version wrote %j then the record is kept without it', (unknown) => {
    expect(recordOf(changed((raw) => (raw.tune = { seed: 3, ...unknown }))).tune).toStrictEqual({ seed: 3 });
  });

  test('numbers survive exactly', () => {
    const seconds = fc.double({ min: 1e-12, max: 1e8, noNaN: true });
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1, maxLength: 5 }), seconds, (costs, allCost) => {
        const record = { ...ownRecord, costs, allCost };
        expect(recordOf(encode(record))).toEqual(record);
      }),
    );
  });

  test.each([
    ['NaN', { costs: [NaN] }],
    ['infinite', { costs: [0.1, Infinity] }],
    ['negative', { costs: [-1] }],
    ['zero', { costs: [0] }],
    ['absent without an error', { costs: [] }],
    ['that of a failure, without an error', { costs: [1e9] }],
    ['negative in sum', { allCost: -1 }],
  ])('when a cost is %s then it cannot be written', (_, wrong) => {
    expect(() => encode({ ...ownRecord, ...wrong })).toThrow(RangeError);
    expect(() => encode({ ...ownRecord, ...wrong })).toThrow('A record cannot be logged: ');
  });
});

describe('lines that hold no record', () => {
  const twice = [['a', 'ot', 1]];
  const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

  test.each([
    ['no JSON', 'hello', 'not JSON'],
    ['a torn line', x86Line.slice(0, 300), 'not JSON'],
    ["Python's NaN", x86Line.replace('0.0045656413', 'NaN'), 'not JSON'],
    ["Python's Infinity", x86Line.replace('0.0045656413', 'Infinity'), 'not JSON'],
    ['a number beyond doubles', x86Line.replace('0.0045656413', '1e999'), 'result.0.0: '],
    ['a negative cost', x86Line.replace('0.0045656413', '-0.1'), 'result.0.0: '],
    ['a cost of zero', x86Line.replace('0.0045656413', '0'), 'result.0.0: '],
    ['no cost', x86Line.replace('0.0045656413', ''), 'result.0: '],
    ['the cost of a failure', x86Line.replace('0.0045656413', '1e9'), 'the cost of a failure without its error'],
    ['an unknown error', failedLine.replace('], 7, ', '], 19, '), 'result.1: '],
    ['version 0.3', x86Line.replace('"version": 0.2', '"version": 0.3'), 'of version 0.3, not 0.2'],
    ['version 0.1', '{"i":["llvm","x",[],{},[],{}],"r":[[1],0,1,1],"v":0.1}', 'of version 0.1, not 0.2'],
    ['an object', '{}', 'of no version'],
    ['null', 'null', 'of no version'],
    ['a list', '[1]', 'of no version'],
    ['an unknown kind of knob', changed((line) => (line.config.entity = [['a', 'xx', 1]])), 'config.entity.0: '],
    ['a split of words', changed((line) => (line.config.entity = [['a', 'sp', ['x']]])), 'config.entity.0: '],
    ['an object as a knob', changed((line) => (line.config.entity = [['a', 'ot', {}]])), 'config.entity.0: '],
    ['a negative index', changed((line) => (line.config.index = -1)), 'config.index: '],
    ['no target', changed((line) => (line.input[0] = '')), 'input.0: '],
    ['an object as an argument', changed((line) => (line.input[2] = [{}])), 'input.2.0: '],
    ['arguments nested deeply', changed((line) => (line.input[2] = [nest(6)])), 'input.2.0: '],
    ['a knob twice', changed((line) => (line.config.entity = [...twice, ...twice])), 'config.entity.1: the knob a is'],
    [
      'a knob of a reserved name',
      changed((line) => (line.config.entity = [['__proto__', 'ot', 1]])),
      'config.entity.0.0: is no name',
    ],
    [
      'an escape in a knob',
      changed((line) => (line.config.entity = [['a', 'ot', '\x1b[2J']])),
      'config.entity.0.2: has',
    ],
    ['an escape in the target', changed((line) => (line.input[0] = 'llvm \x1b[31m')), 'input.0: has characters'],
    ['an 8-bit escape', changed((line) => (line.input[1] = 'matmul\x9b2J')), 'input.1: has characters'],
    ['a text that runs backwards', changed((line) => (line.input[1] = 'matmul\u202egnp')), 'input.1: has characters'],
    ['a command in the target', changed((line) => (line.input[0] = 'llvm -mcpu=$(id)')), 'input.0: is no name'],
    ['an escape in an argument', changed((line) => (line.input[2] = ['\x07'])), 'input.2.0: '],
    ['a name of a page', changed((line) => (line.input[1] = 'x'.repeat(600))), 'input.1: Too big'],
    ['a workload with a line break', changed((line) => (line.tune = { workload: 'a\nb' })), 'tune.workload: '],
    ['a cost that makes a speed infinite', x86Line.replace('0.0045656413', '5e-324'), 'result.0.0: '],
    ['a cost of a century', x86Line.replace('0.0045656413', '3e9'), 'result.0.0: '],
    ['the end of time', x86Line.replace('1676344759.520081', '1e300'), 'result.3: '],
    ['a module without its hash', changed((line) => (line.tune = { module: { file: 'a.js' } })), 'tune.module'],
    [
      'another hash of a module',
      changed((line) => (line.tune = { module: { file: 'a', sha256: '1' } })),
      'tune.module',
    ],
    ['a module by its name', changed((line) => (line.tune = { module: 'a.js' })), 'tune.module'],
    ['odd repeats', changed((line) => (line.tune = { repeats: ['x'] })), 'tune.repeats.0: '],
    ['negative repeats', changed((line) => (line.tune = { repeats: [-1] })), 'tune.repeats.0: '],
    ['tune as a list', changed((line) => (line.tune = [])), 'tune: '],
    ['depth', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'nested deeper than 16 levels'],
    ['length', `{"x":"${'x'.repeat(3_000_000)}"}`, 'longer than 65536 bytes'],
  ])('when there is %s then there is a reason', (_, line, reason) => {
    expect(decode(line)).toEqual(expect.stringMatching(new RegExp(`^${reason}`)));
  });

  test.each(['"__proto__"', '"\\u005f_proto__"', '"constructor"', '"prototype"'])(
    'when the key %s is anywhere then it is refused',
    (key) => {
      const reason = expect.stringMatching(/^with the key /);
      expect(decode(x86Line.replace('"code_hash"', key))).toEqual(reason);
      expect(decode(x86Line.replace('"version"', `"tune": {${key}: {"seed": 1}}, "version"`))).toEqual(reason);
      expect(decode(x86Line.replace('{}', `{${key}: {"polluted": true}}`))).toEqual(reason);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  test('whatever the text, decode neither throws nor gives something unfit', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .tuple(fc.nat(x86Line.length), fc.string({ maxLength: 3 }))
        .map(([at, noise]) => x86Line.slice(0, at) + noise + x86Line.slice(at + 1)),
    );
    fc.assert(
      fc.property(text, (line) => {
        const found = decode(line);
        if (typeof found === 'string') expect(found.length).toBeGreaterThan(0);
        else expect(recordOf(encode(found))).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });
});
