import { expect, test } from '@jest/globals';
import {
  byNearestHardware,
  hardwareDifferences,
  isOfOtherMake,
  type Hardware,
} from '../../../src/log/record/hardware.js';

const here: Hardware = {
  fingerprint: 'amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k',
  target: 'llvm -mcpu=x86-64-v4 -threads=2',
};
const change = (fingerprint: string | undefined, target = here.target): Hardware => ({ fingerprint, target });

test('hardware is the nearer the less a schedule has to change on the way', () => {
  const ordered: Hardware[] = [
    here,
    change('amd-epyc-family-26-model-2.2c.l1-32k.l2-1024k.l3-16384k'),
    change('amd-epyc-family-26-model-2.4c.l1-48k.l2-1024k.l3-16384k'),
    change('intel-xeon-gold.2c.l1-32k.l2-1024k.l3-16384k'),
    change(undefined),
    change('intel-xeon-gold.2c.l1-32k.l2-1024k.l3-16384k', 'llvm -mcpu=x86-64-v3 -threads=2'),
    change('nvidia-h200.sm_90.143000m', 'cuda -arch=sm_90'),
  ];
  expect(byNearestHardware(here, ordered.toReversed(), (one) => one)).toEqual(ordered);
  expect(byNearestHardware(here, ordered, (one) => one)).toEqual(ordered);
});

test('other instruction sets and another maker are another make, other sizes and models are not', () => {
  const model = 'amd-epyc-family-26-model-2.8c.l1-48k.l2-512k.l3-32768k';
  expect(isOfOtherMake(here, change(model, 'llvm -mcpu=x86-64-v4 -threads=1'))).toBe(false);
  expect(isOfOtherMake(here, change(model, 'llvm -mcpu=x86-64-v3 -threads=2'))).toBe(true);
  expect(isOfOtherMake(here, change('intel-xeon-gold.2c.l1-32k.l2-1024k.l3-16384k'))).toBe(true);
  expect(isOfOtherMake(here, change(undefined))).toBe(true);
});

test('what differs is said in words, the weightiest first', () => {
  expect(hardwareDifferences(here, here)).toEqual([]);
  const other = change('amd-epyc-family-25-model-17.8c.l1-32k.l2-512k.l3-16384k', 'llvm -mcpu=x86-64-v3 -threads=2');
  expect(hardwareDifferences(here, other)).toEqual([
    'mcpu x86-64-v3 instead of x86-64-v4',
    '8c instead of 2c',
    'l2-512k instead of l2-1024k',
  ]);
  expect(hardwareDifferences(here, change(undefined, 'cuda'))).toEqual(['cuda instead of llvm', 'an unknown machine']);
});
