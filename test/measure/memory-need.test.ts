import { expect, test } from '@jest/globals';
import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { refuseTooLarge } from '../../src/measure/memory-need.js';
import { ReferenceFailure } from '../../src/measure/reference-failure.js';

test('a problem beyond the memory there is fails by itself: a network goes on with its other layers', () => {
  const kernel = (workspaceBytes: number): DeviceKernel => ({ args: [], workspaceBytes }) as unknown as DeviceKernel;
  const refused = (bytes: number) => (): void => {
    refuseTooLarge(kernel(bytes), undefined);
  };
  expect(refused(2 ** 20)).not.toThrow();
  expect(refused(2 ** 60)).toThrow(ReferenceFailure);
});
