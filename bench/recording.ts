/**
 * `npm run docs:recording [-- --again]`: draws docs/guide/tune.svg from the recording of a run of `tune` in a terminal,
 * docs/benchmarks/data/tune.cast; with `--again` runs that command and records it, first. Its times are of the machine
 * at hand: leave it alone meanwhile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/target/root.js';
import { toAsciicast } from './recording/asciicast.js';
import { drawRecording } from './recording/picture.js';
import { record } from './recording/record.js';

const COMMAND = 'bin/tune conv2d --target llvm --threads 1 --trials 96 --seed 2';
const [COLUMNS, LINES] = [100, 32];

const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
const cast = join(packageRoot(), 'docs/benchmarks/data/tune.cast');
if (values.again) writeFileSync(cast, toAsciicast(await record(COMMAND, COLUMNS, LINES)));
writeFileSync(join(packageRoot(), 'docs/guide/tune.svg'), await drawRecording(readFileSync(cast, 'utf8')));
