// The network for Node: `run(inputs)` gives the outputs, lists of typed arrays of the kinds that `inputs` and `outputs`
// name. `make node` builds the addon.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const places = ['tunelib.node', 'build/Release/tunelib.node'].map((place) => join(__dirname, place));
const addon = require(places.find(existsSync) ?? places[0]);

const [inputs, outputs] = [addon.ports(0), addon.ports(1)];

/** Throws TypeError for arrays that are not of the inputs' kinds and lengths. */
function run(given) {
  const made = outputs.map(
    ({ array, shape }) => new globalThis[array](shape.reduce((product, extent) => product * extent, 1)),
  );
  addon.run(given, made);
  return made.map((array, i) => countedPart(array, outputs[i], made));
}

/** What is there of an output whose extent along an axis depends on values, and is another output. */
function countedPart(array, { shape, counted }, made) {
  if (counted === undefined) return array;
  const extents = shape.map((extent, axis) => (axis === counted.axis ? Number(made[counted.by][0]) : extent));
  return array.subarray(0, extents.reduce((product, extent) => product * extent, 1));
}

module.exports = { inputs, outputs, run };
