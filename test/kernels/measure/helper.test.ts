import { expect, test } from '@jest/globals';
import { Helper, HelperLost } from '../../../src/measure/helper.js';

test('a helper that is gone gets no listeners more, however much was asked of it', async () => {
  let helper: Helper | undefined;
  const how = await new Promise((resolve) => {
    helper = new Helper('sh', ['-c', 'exit 3'], process.env, () => undefined, resolve);
  });
  expect(how).toBe('exit status 3');
  for (let i = 0; i < 20; i++) helper!.expect(1);
  for (let i = 0; i < 20; i++) helper!.expect(-1);
  const { stdin, stdout } = helper!['child'];
  expect([stdin, stdout].map((pipe) => pipe!.listenerCount('connect'))).toEqual([0, 0]);
  expect(() => {
    helper!.send(['x']);
  }).toThrow(HelperLost);
});
