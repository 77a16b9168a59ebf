import type { OnnxModel } from '../../src/network/onnx/model.js';
import { floats, integers, modelOf, type Written } from './graph-models.js';
import { graph } from './graphs-in-nodes.js';

/** Boxes, of which there may be none, without those that overlap better ones of their class. */
const unlikeEachOther = graph(
  [
    ['Unsqueeze', ['moved', 'zero'], ['one_image']],
    ['Reshape', ['scores', 'one_class'], ['of_one_class']],
    ['NonMaxSuppression', ['one_image', 'of_one_class', 'most', 'overlap'], ['kept']],
    ['Slice', ['kept', 'two', 'three', 'one'], ['column']],
    ['Squeeze', ['column', 'one'], ['places']],
  ],
  ['places'],
);
const none = graph([['Identity', ['nothing'], ['places']]], ['places']);

/** Of one class those above a threshold, the best of them: boxes, scores, labels. */
function classOf(label: number): Written[] {
  const own = (name: string): string => `${name}_${label}`;
  return [
    ['Gather', ['classes', own('class')], [own('column')], { axis: 1 }],
    ['Greater', [own('column'), 'threshold'], [own('above')]],
    ['NonZero', [own('above')], [own('found')]],
    ['Transpose', [own('found')], [own('tuples')]],
    ['GatherND', [own('column'), own('tuples')], [own('scores_above')]],
    ['GatherND', ['boxes', own('tuples')], [own('boxes_above')]],
    ['Shape', [own('scores_above')], [own('number')]],
    ['Concat', ['three', own('number')], [own('bounds')], { axis: 0 }],
    ['ReduceMin', [own('bounds')], [own('k')], { keepdims: 1 }],
    ['TopK', [own('scores_above'), own('k')], [own('scores'), own('ranks')]],
    ['Gather', [own('boxes_above'), own('ranks')], [own('boxes')], { axis: 0 }],
    ['Shape', [own('scores')], [own('extent')]],
    ['ConstantOfShape', [own('extent')], [own('labels')], { value: integers([label]) }],
  ];
}

/** The end of a detector of two classes, as torchvision exports it: at most three boxes, their scores and labels. */
export const detector: OnnxModel = modelOf({
  inputs: { boxes: [4, 4], classes: [4, 2] },
  constants: {
    ...{ class_1: integers([0], []), class_2: integers([1], []), nothing: integers([], [0]) },
    ...{ zero: integers([0]), one: integers([1]), two: integers([2]), three: integers([3]), no_one: integers([0], []) },
    ...{ one_class: integers([1, 1, -1]), most: integers([2 ** 53]) },
    ...{ threshold: floats([], [0.3]), overlap: floats([1], [0.5]), apart: floats([], [1]) },
  },
  nodes: [
    ...classOf(1),
    ...classOf(2),
    ['Concat', ['boxes_1', 'boxes_2'], ['all_boxes'], { axis: 0 }],
    ['Concat', ['scores_1', 'scores_2'], ['scores'], { axis: 0 }],
    ['Concat', ['labels_1', 'labels_2'], ['labels'], { axis: 0 }],
    ['ReduceMax', ['all_boxes'], ['largest'], { keepdims: 0 }],
    ['Add', ['largest', 'apart'], ['distance']],
    ['Cast', ['labels'], ['classes_of_boxes'], { to: 1 }],
    ['Mul', ['classes_of_boxes', 'distance'], ['distances']],
    ['Unsqueeze', ['distances', 'one'], ['distances_of_sides']],
    ['Add', ['all_boxes', 'distances_of_sides'], ['moved']],
    ['Size', ['all_boxes'], ['elements']],
    ['Equal', ['elements', 'no_one'], ['is_nothing']],
    ['If', ['is_nothing'], ['places'], { then_branch: none, else_branch: unlikeEachOther }],
    ['Slice', ['places', 'zero', 'three', 'zero'], ['first']],
    ['Gather', ['all_boxes', 'first'], ['detected_boxes'], { axis: 0 }],
    ['Gather', ['scores', 'first'], ['detected_scores'], { axis: 0 }],
    ['Gather', ['labels', 'first'], ['detected_labels'], { axis: 0 }],
  ],
  outputs: ['detected_boxes', 'detected_scores', 'detected_labels'],
});
