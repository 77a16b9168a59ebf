// The network for Node: `run(inputs)` gives the outputs, lists of typed arrays of the kinds that `inputs` and `outputs`
// name; `shapes` has those of each shape that the library serves, of which they are the first. `prepare()` reads the
// weights into memory, so that a first call takes as long as later ones. `make node` builds the addon.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const places = ['tunelib.node', 'build/Release/tunelib.node'].map((place) => join(__dirname, place));
const addon = require(places.find(existsSync) ?? places[0]);

const shapes = Array.from({ length: addon.shapes }, (_, shape) => ({
  inputs: addon.ports(0, shape),
  outputs: addon.ports(1, shape),
}));
const [{ inputs, outputs }] = shapes;

/**
 * `shape`: the index of one of `shapes`, by default the one whose inputs are as long as these arrays. Throws TypeError
 * for arrays that are not of the inputs' kinds and lengths.
 */
function run(given, shape = shapeOf(given)) {
  const made = (shapes[shape]?.outputs ?? []).map((port) => new globalThis[port.array](elementsOf(port)));
  addon.run(shape, given, made);
  return made.map((array, i) => countedPart(array, shapes[shape].outputs[i], made));
}

/** What is there of an output whose extent along an axis depends on values, and is another output. */
function countedPart(array, { shape, counted }, made) {
  if (counted === undefined) return array;
  const extents = shape.map((extent, axis) => (axis === counted.axis ? Number(made[counted.by][0]) : extent));
  return array.subarray(0, extents.reduce((product, extent) => product * extent, 1));
}

function elementsOf({ shape }) {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** The first where none fits: what is wrong with the arrays is said of that. */
function shapeOf(given) {
  const fitting = shapes.flatMap((shape, index) =>
    shape.inputs.every((port, i) => given[i]?.length === elementsOf(port)) ? [index] : [],
  );
  if (fitting.length > 1) throw new TypeError(`shapes ${fitting.join(' and ')} have inputs of these lengths: name one`);
  return fitting[0] ?? 0;
}

module.exports = { shapes, inputs, outputs, prepare: addon.prepare, run };
