import { expect, test } from '@jest/globals';
import { conv2d } from '../../../src/operator/conv2d.js';
import type { Config } from '../../../src/space/config.js';
import type { Task } from '../../../src/templates/template.js';
import { firstSuggested, suggestionShare } from '../../../src/transfer/suggestions.js';
import { historiesIn } from '../../../src/transfer/record-histories.js';
import type { TaskHistory } from '../../../src/transfer/known-tasks.js';
import { logOf, taskOf, type Trial } from '../../network/session/fixtures.js';

const taskOfChannels = (outChannels: number): Task =>
  taskOf('conv2d.direct', {
    ...{ inChannels: '32', height: '14', width: '14', kernel: '3', pad: '1', layout: 'any' },
    outChannels: `${outChannels}`,
  });

function historiesOf(...trials: readonly Trial[]): readonly TaskHistory[] {
  return historiesIn(
    conv2d,
    logOf(...trials).flatMap(({ records }) => records),
  ).histories;
}

const [near, far, asked] = [taskOfChannels(40), taskOfChannels(512), taskOfChannels(32)];
const first = ({ space }: Task): Config => space.get(space.nextValid(0)!);

test('a suggestion is expected to reach what others of its template did, the nearest counting most', () => {
  const half: readonly Trial[] = [
    [near, firstSuggested(near)!, 2e-5],
    [near, first(near), 1e-5],
  ];
  expect(suggestionShare(asked, historiesOf(...half), undefined)).toBeCloseTo(0.5, 6);
  const both = historiesOf(...half, [far, firstSuggested(far)!, 1e-4]);
  expect(suggestionShare(asked, both, undefined)).toBeGreaterThan(0.5);
  expect(suggestionShare(asked, both, undefined)).toBeLessThan(0.7);
});

test('where no suggestion was tried, and of its own workload, nothing is expected', () => {
  expect(suggestionShare(asked, historiesOf([near, first(near), 1e-5]), undefined)).toBeUndefined();
  expect(suggestionShare(near, historiesOf([near, firstSuggested(near)!, 1e-5]), undefined)).toBeUndefined();
});

test('with vectors that are mostly empty it is expected to reach as much less, and not along the others', () => {
  const histories = historiesOf([near, firstSuggested(near)!, 2e-5], [near, first(near), 1e-5]);
  const single = taskOfChannels(1);
  const suggestions = single.template.suggestions!(single.workload, single.target);
  const inLayout = (wanted: string) => suggestions.find(({ layout }) => layout === wanted)!;
  const share = (layout: string) => suggestionShare(single, histories, undefined, inLayout(layout))!;
  expect(share('NCHW')).toBeGreaterThan(4 * share('given'));
});
