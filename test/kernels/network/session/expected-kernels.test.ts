import { describe, expect, test } from '@jest/globals';
import { conv2d } from '../../../../src/operator/conv2d.js';
import type { NetworkKernel } from '../../../../src/network/session/network-layer.js';
import { firstSuggested } from '../../../../src/transfer/suggestions.js';
import type { Target } from '../../../../src/target/target.js';
import { avx512, avx512bf16, avx512vnni, withThreads } from '../../../support/targets.js';
import { blocksOf, formOf, kernelsOf, logOf, madeOn, taskOf, type Trial } from '../../../network/session/fixtures.js';

const layer = { inChannels: '32', outChannels: '32', height: '14', width: '14', kernel: '3', pad: '1', layout: 'any' };
const elsewhere = (shape: Readonly<Record<string, string>>): ReturnType<typeof taskOf> =>
  taskOf('conv2d.direct', { ...layer, ...shape });

/** A log of one config of a task, as another layer's. */
function historyOf(task: ReturnType<typeof taskOf>, seconds: number): ReturnType<typeof logOf> {
  return logOf([task, task.space.get(task.space.nextValid(0)!), seconds]);
}

describe('of kernels that nobody measured', () => {
  const { workload } = taskOf('conv2d.direct', layer);

  test('templates that suggest nothing take no part, and the one with the least work is first', () => {
    const kernels = kernelsOf(logOf());
    expect(kernels.fastest(workload)).toMatchObject({
      from: 'suggested',
      task: { template: { name: 'conv2d.winograd' } },
    });
    const strided = taskOf('conv2d.direct', { ...layer, stride: '2' }).workload;
    expect(kernels.fastest(strided).task.template.name).toBe('conv2d.direct');
  });

  test('those of near shapes tell, of far ones the template does', () => {
    const near = kernelsOf(logOf(), historyOf(elsewhere({ outChannels: '40' }), 1e-5));
    expect(near.fastest(workload)).toMatchObject({ from: 'similar', task: { template: { name: 'conv2d.direct' } } });
    const far = kernelsOf(logOf(), historyOf(elsewhere({ outChannels: '256' }), 1e-5));
    expect(far.fastest(workload)).toMatchObject({ from: 'suggested' });
  });

  test('of near shapes, what is best on one thread is for one thread', () => {
    const [same, near] = [historyOf(elsewhere({}), 1e-5), historyOf(elsewhere({ outChannels: '40' }), 1e-5)];
    const fromOn = (threads: number, history: typeof same): string =>
      kernelsOf(logOf(), history, withThreads(avx512vnni, threads)).fastest(workload).from;
    expect([fromOn(1, same), fromOn(2, same)]).toEqual(['elsewhere', 'elsewhere']);
    expect(fromOn(2, near)).toBe('suggested');
  });

  test('what is best on one thread shows which template to take on two, with what that suggests', () => {
    const [direct, winograd] = [taskOf('conv2d.direct', layer), taskOf('conv2d.winograd', layer)];
    const chosen = (ofDirect: number, ofWinograd: number): NetworkKernel => {
      const history = logOf(
        [direct, direct.space.get(direct.space.nextValid(0)!), ofDirect],
        [winograd, winograd.space.get(winograd.space.nextValid(0)!), ofWinograd],
      );
      return kernelsOf(logOf(), history, withThreads(avx512vnni, 2)).fastest(workload);
    };
    for (const { task, config } of [chosen(1e-5, 2e-5), chosen(2e-5, 1e-5)])
      expect(config).toEqual(firstSuggested(task));
    expect(chosen(1e-5, 2e-5).task.template.name).toBe('conv2d.direct');
    expect(chosen(2e-5, 1e-5).task.template.name).toBe('conv2d.winograd');
  });

  test('of a CPU of another make, what is best shows which template to take, with what that suggests', () => {
    const direct = taskOf('conv2d.direct', layer);
    const first = direct.space.get(direct.space.nextValid(0)!);
    const [own, other] = ['amd-epyc-family-25-model-17.2c.l1-32k', 'amd-epyc-family-26-model-2.2c.l1-48k'];
    const chosen = (fingerprint: string): NetworkKernel =>
      kernelsOf(logOf(), madeOn(fingerprint, logOf([direct, first, 1e-5])), { ...avx512, machine: own }).fastest(
        workload,
      );
    expect(chosen(other)).toMatchObject({ from: 'elsewhere', config: first });
    expect(first).not.toEqual(firstSuggested(direct));
    expect(chosen('intel-xeon.2c.l1-48k')).toMatchObject({ from: 'elsewhere', config: firstSuggested(direct) });
  });

  test('what is best of a CPU that multiplies the elements otherwise shows nothing', () => {
    const from = (dtype: string, target: Target): string => {
      const task = taskOf('conv2d.direct', { ...layer, dtype });
      return kernelsOf(logOf(), historyOf(task, 1e-5), target).fastest(task.workload).from;
    };
    expect([from('bfloat16', avx512vnni), from('bfloat16', avx512bf16)]).toEqual(['elsewhere', 'suggested']);
    expect([from('uint8', avx512bf16), from('uint8', avx512vnni)]).toEqual(['elsewhere', 'suggested']);
  });

  test('templates that came close to the best in elements that are multiplied otherwise are not first for that', () => {
    const trials = kernelsOf(logOf())
      .plan(taskOf('conv2d.direct', { ...layer, outChannels: '256' }).workload)
      .tasks.flatMap((task): readonly Trial[] => {
        const config = firstSuggested(task);
        return config ? [[task, config, task.template.name === 'conv2d.direct' ? 1e-5 : 9e-5]] : [];
      });
    const history = logOf(...trials);
    const chosen = (dtype: string): string => {
      const { workload } = taskOf('conv2d.direct', { ...layer, dtype });
      return kernelsOf(logOf(), history).fastest(workload).task.template.name;
    };
    expect([chosen('float32'), chosen('bfloat16')]).toEqual(['conv2d.direct', 'conv2d.winograd']);
  });

  test('the template is the one of the fastest trial, whatever came last', () => {
    const [direct, winograd] = ['conv2d.direct', 'conv2d.winograd'].map((name) => taskOf(name, layer));
    const trialsOf = (
      task: ReturnType<typeof taskOf>,
      ...seconds: readonly (number | undefined)[]
    ): readonly Trial[] => {
      let index = -1;
      return seconds.map((one) => [task, task.space.get((index = task.space.nextValid(index + 1)!)), one]);
    };
    const history = logOf(...trialsOf(direct!, 1e-5, 9e-5, undefined), ...trialsOf(winograd!, 3e-5, 2e-5));
    const here = { ...avx512, machine: 'amd-epyc-family-25-model-17.2c.l1-32k' };
    const kernel = kernelsOf(logOf(), madeOn('intel-xeon.2c.l1-48k', history), here).fastest(workload);
    expect(kernel).toMatchObject({ config: firstSuggested(direct!), seconds: 1e-5 });
    expect(kernel.task.template.name).toBe('conv2d.direct');
  });

  test('what is best elsewhere is left where values cannot have its layouts', () => {
    const image = { ...layer, inChannels: '18', outChannels: '18', groups: '18' };
    const depthwise = taskOf('conv2d.depthwise', image);
    const padded = blocksOf(depthwise, { padded: true, count: 1 })[0]!;
    const history = madeOn('amd-epyc-family-26-model-2.2c.l1-48k', logOf([depthwise, padded, 1e-5]));
    const here = { ...avx512, machine: 'amd-epyc-family-25-model-17.2c.l1-32k' };
    expect(kernelsOf(logOf(), history, here).of(formOf(depthwise.workload)).length).toBeGreaterThan(0);
  });

  test('where none of the nearest machine serves, the next one is asked', () => {
    const image = { ...layer, inChannels: '18', outChannels: '18', groups: '18' };
    const depthwise = taskOf('conv2d.depthwise', image);
    const padded = blocksOf(depthwise, { padded: true, count: 1 })[0]!;
    const plain = firstSuggested(depthwise)!;
    const near = madeOn('amd-epyc-family-25-model-18.2c.l1-32k', logOf([depthwise, padded, 1e-5]));
    const far = madeOn('amd-epyc-family-26-model-2.2c.l1-48k', logOf([depthwise, plain, 2e-5]));
    const here = { ...avx512, machine: 'amd-epyc-family-25-model-17.2c.l1-32k' };
    const kernel = kernelsOf(logOf(), [...near, ...far], here).fastest(depthwise.workload);
    expect(kernel).toMatchObject({ from: 'elsewhere', config: plain, seconds: 2e-5 });
  });

  test('suggestions are expected to be as fast as what is known, so that both compare', () => {
    const known = elsewhere({ outChannels: '256' });
    const secondsBy = (seconds: number): number =>
      kernelsOf(logOf(), historyOf(known, seconds)).fastest(workload).seconds;
    expect(secondsBy(2e-5)).toBeCloseTo(2 * secondsBy(1e-5), 12);
    const work = taskOf('conv2d.winograd', layer).template.work!(workload, known.target);
    expect(secondsBy(1e-5) / 1e-5).toBeCloseTo(work / conv2d.flops(known.workload), 6);
  });

  test('the template is first whose suggestions came closest to the best elsewhere, where that is known of all', () => {
    const strided = { ...layer, stride: '2' };
    const suggestedBy = (template: string, seconds: number): Trial => {
      const task = taskOf(template, { ...strided, outChannels: '256' });
      return [task, firstSuggested(task)!, seconds];
    };
    const first = (...trials: readonly Trial[]): string =>
      kernelsOf(logOf(), logOf(...trials)).fastest(taskOf('conv2d.direct', strided).workload).task.template.name;
    const direct = suggestedBy('conv2d.direct', 2e-5);
    expect(first(direct, suggestedBy('conv2d.im2col', 1e-5))).toBe('conv2d.im2col');
    expect(first(direct, suggestedBy('conv2d.im2col', 4e-5))).toBe('conv2d.direct');
    expect(first(direct)).toBe('conv2d.direct');
  });
});
