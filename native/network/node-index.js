// The network for Node: `run(inputs)` gives the outputs, lists of Float32Arrays. `make node` builds the addon.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const places = ['tunelib.node', 'build/Release/tunelib.node'].map((place) => join(__dirname, place));
const addon = require(places.find(existsSync) ?? places[0]);

const [inputs, outputs] = [addon.ports(0), addon.ports(1)];

/** Throws TypeError for arrays that are not of the inputs' shapes. */
function run(given) {
  const made = outputs.map(({ shape }) => new Float32Array(shape.reduce((product, extent) => product * extent, 1)));
  addon.run(given, made);
  return made;
}

module.exports = { inputs, outputs, run };
