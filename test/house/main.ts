/**
 * `npm run house`: what the house of src/ is like, in numbers, and which of them rose above test/house/baseline.json.
 * `--list` adds the places that are over a goal, `--update` lowers the baseline, `--update --raise` sets it,
 * `--picture` writes docs/rooms.svg.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { baselineSchema, risesOf, updateBaseline, type Baseline } from './baseline.js';
import { figuresOf, type Figure } from './figures.js';
import { readNative } from './native.js';
import { drawRooms } from './picture.js';
import { roomGraph } from './rooms.js';
import { readSources } from './source-file.js';
import { figureTable, placeList, riseText } from './table.js';
import { findUnusedExports } from './unused-exports.js';

const BASELINE = 'test/house/baseline.json';
const PICTURE = 'docs/rooms.svg';

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    raise: { type: 'boolean', default: false },
    picture: { type: 'boolean', default: false },
  },
});

const src = readSources('src', ['.ts']);
const picture = drawRooms(roomGraph(src));
if (options.picture) writeFileSync(PICTURE, picture);

const figures: readonly Figure[] = figuresOf({
  src,
  others: [
    ...readSources('src', ['.js']),
    ...['bench', 'action', 'bin'].flatMap((f) => readSources(f, ['.ts', '.mjs'])),
  ],
  native: readNative('native'),
  unusedExports: findUnusedExports('.'),
});
const before: Baseline = baselineSchema.parse(JSON.parse(readFileSync(BASELINE, 'utf8')));
const baseline = options.update ? updateBaseline(before, figures, options.raise) : before;
if (options.update) writeFileSync(BASELINE, `${JSON.stringify(baseline, undefined, 2)}\n`);

const problems = risesOf(figures, baseline).map(riseText);
if (readFileSync(PICTURE, 'utf8') !== picture)
  problems.push(`${PICTURE} is not the picture of these imports; run: npm run house -- --picture`);
console.log(figureTable(figures, baseline));
if (options.list) console.log(`\n${placeList(figures)}`);
for (const problem of problems) console.error(`\n${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
