import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { exportResultSchema } from '../../../src/products/export/export.js';
import { few, logOf, ownFolder, recordOf } from '../../products/export/fixtures.js';
import { trialsOf } from '../../products/export/trials.js';
import { run } from '../../cli/run.js';

const folder = ownFolder();
const records = few.map(recordOf);
const log = logOf(folder, records);
const module = { file: 'mine.js', sha256: 'a'.repeat(64) };

describe('tune export', () => {
  test('writes a library and tells what is in it, and how to build it', async () => {
    const out = join(folder, 'kernels');
    const { code, stdout } = await run('export', log, '--out', out);
    expect(code).toBe(0);
    expect(stdout).toContain(`make -C ${out} -j && make -C ${out} test`);
    expect(existsSync(join(out, 'include', 'kernels.h'))).toBe(true);
    const again = await run('export', log, '--out', out);
    expect({ code: again.code, said: again.said }).toEqual({
      code: 2,
      said: expect.stringContaining('--force') as unknown,
    });
    const forced = await run('export', log, '--out', out, '--force', '--json');
    const { kernels } = exportResultSchema.parse(JSON.parse(forced.stdout));
    expect(kernels.map(({ template }) => template)).toEqual(few.map(({ template }) => template));
  });

  test('passes over templates of modules that are not named, those of others, and what cannot be rebuilt, and says so', async () => {
    const [product, direct, winograd] = records as [(typeof records)[0], (typeof records)[0], (typeof records)[0]];
    const strange = logOf(
      folder,
      [
        { ...product, tune: { ...product.tune, module } },
        { ...direct, entity: direct.entity.slice(1) },
        { ...winograd, task: 'conv2d_nchw.x86', tune: undefined } as unknown as typeof winograd,
      ],
      'strange.jsonl',
    );
    const { code, said, stderr } = await run('export', strange, '--out', join(folder, 'none'));
    expect({ code, said }).toEqual({ code: 1, said: `No record of ${strange} can be exported.` });
    expect(stderr).toMatch(/strange\.jsonl:1 is passed over: It was made by a template of a file .*mine\.js/);
    expect(stderr).toMatch(/strange\.jsonl:2 is passed over: The knob "\w+" is missing/);
    expect(stderr).toMatch(/strange\.jsonl:3 is passed over: /);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('names the place in a list of shapes that is wrong, and the nearest that is right', async () => {
    const shapes = join(folder, 'shapes.yaml');
    writeFileSync(shapes, '- { operator: matmul, m: 8 }\n- { operator: conv2d, in-chanels: 8 }\n');
    const { code, said } = await run('export', log, '--out', join(folder, 'none'), '--shapes', shapes);
    expect(code).toBe(2);
    expect(said).toMatch(/shapes\.yaml:2:\d+: .*"inChanels": did you mean "inChannels"\?/);
  });

  describe('--dispatch learned', () => {
    const rows = [64, 96, 128, 192, 256, 1024, 1536, 2048, 3072, 4096];
    // Two configs share the best places, and the others are ten times as slow.
    const boundary = (m: number, config: number): number => [m < 500 ? 1 : 3, m < 500 ? 3 : 1][config] ?? 10;
    const shapes = join(folder, 'untuned.yaml');
    const list = [80, 160, 1200, 5000].map((m) => `- { operator: matmul, m: ${m}, n: 64, k: 48 }\n`);
    writeFileSync(shapes, list.join(''));
    const exported = async (path: string, ...options: readonly string[]) => {
      const out = join(folder, 'learned');
      const { code, stdout, stderr } = await run(
        ...['export', path, '--out', out, '--name', 'mine', '--force', '--shapes', shapes, '--json', ...options],
      );
      expect(code).toBe(0);
      return { ...exportResultSchema.parse(JSON.parse(stdout)), stderr, out };
    };
    const trials = logOf(folder, trialsOf(rows, boundary), 'trials.jsonl');

    test('gives each shape the schedule of its side of the boundary, and the library the tree', async () => {
      const { dispatch, kernels, out } = await exported(trials, '--dispatch', 'learned');
      expect(dispatch).toMatchObject([{ operator: 'matmul', shapes: 10, splits: 1, features: ['m'] }]);
      expect(dispatch[0]!.held_out.learned).toBeGreaterThan(0.9);
      expect(dispatch[0]!.held_out.single).toBeLessThan(0.75);
      const origins = kernels.filter(({ seconds }) => seconds === null).map(({ origin }) => origin);
      const sides = origins.map(
        (origin) => Number(/schedule of (\d+)x64x48, which the classifier/.exec(origin)![1]) < 500,
      );
      expect(sides).toEqual([true, true, false, false]);
      expect(readFileSync(join(out, 'src', 'landmarks.c'), 'utf8')).toMatch(/if \(shape->m <= 512(\.\d+)?\) \{/);
      expect(existsSync(join(out, 'include', 'mine_landmarks.h'))).toBe(true);
    });

    test('takes one schedule for all where the tree does not pay', async () => {
      const { dispatch } = await exported(
        logOf(
          folder,
          trialsOf(rows, (_, config) => 1 + config),
          'same.jsonl',
        ),
        ...['--dispatch', 'learned'],
      );
      expect(dispatch).toMatchObject([{ splits: 0, features: [] }]);
      expect(dispatch[0]!.held_out.learned).toBe(dispatch[0]!.held_out.single);
    });

    test('says where the trials are too few, and takes the nearest', async () => {
      const { dispatch, kernels, stderr, out } = await exported(log, '--dispatch', 'learned');
      expect(dispatch).toEqual([]);
      expect(stderr).toMatch(/matmul float32 for llvm .*: 0 shapes of the logs have 8 trials or more, too few/);
      expect(kernels.at(-1)!.origin).toMatch(/the schedule of 9x21x10\+constant-B, the nearest that was tuned/);
      expect(existsSync(join(out, 'src', 'landmarks.c'))).toBe(false);
    });

    test('is not the default, and has no other neighbours', async () => {
      const { dispatch, kernels } = await exported(trials);
      expect(dispatch).toEqual([]);
      expect(kernels.at(-1)!.origin).toBe('the schedule of 4096x64x48, the nearest that was tuned');
      const { code, said } = await run('export', trials, '--out', join(folder, 'none'), '--dispatch', 'luck');
      expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/nearest, learned/) as unknown });
    });
  });

  test.each(['../x', ''])('refuses the name "%s", which C would not have', async (name) => {
    const { code, said } = await run('export', log, '--out', join(folder, 'none'), '--name', name);
    expect({ code, said }).toEqual({ code: 2, said: 'The option name: must be a name of C in lower case.' });
  });

  test('refuses a folder without a name', async () => {
    const { code, said } = await run('export', log, '--out', '');
    expect({ code, said }).toEqual({ code: 2, said: 'The option out: must not be empty.' });
  });
});
