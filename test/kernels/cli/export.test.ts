import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { exportResultSchema } from '../../../src/products/export/export.js';
import { few, logOf, ownFolder, recordOf } from '../../products/export/fixtures.js';
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

  test('refuses a name that C would not have', async () => {
    const { code, said } = await run('export', log, '--out', join(folder, 'none'), '--name', '../x');
    expect({ code, said }).toEqual({ code: 2, said: 'The option name: must be a name of C in lower case.' });
  });
});
