import { conv } from './conv.js';
import { epilogue } from './epilogue.js';
import { live } from './live.js';
import { matmul } from './matmul.js';
import { model } from './model.js';
import { search } from './search.js';
import type { Section } from './section.js';
import { speed } from './speed.js';

/** The sections by the names that the command line takes, in the order in which they run. */
export const sections: readonly Section[] = [conv, matmul, epilogue, speed, model, search, live];
