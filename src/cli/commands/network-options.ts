import { Option, type Command } from 'commander';
import { networkSettingsSchema } from '../../network/schedule/network-settings.js';
import { readTensor } from '../../network/onnx/tensor.js';
import { networks } from '../../network/named/registry.js';
import { UsageError } from '../../target/errors.js';
import { weightsPlaces } from '../../backend/capabilities/export-program.js';
import type { ShapeLists } from '../../network/session/shape-lists.js';
import { optimizations, precisions } from '../../network/session/network-options.js';
import { addCommand, jsonOption } from '../command.js';
import { wordsTyped } from '../invocation.js';
import { positiveNumber, wordsOf } from '../options.js';
import type { Output } from '../output.js';
import { farmOptions } from './farm-options.js';
import { settingOptions } from '../setting-options.js';
import type { NetworkFlags } from './network.js';
import { historyOption, searchOptions } from './search-options.js';
import { dryRunOption, targetOption, templateOption, threadsOption } from './tune-options.js';

const option = settingOptions(networkSettingsSchema);

/** Adds `tune network NAME|FILE`. */
export function addNetworkCommand(program: Command, output: Output): void {
  const names = networks.map(({ name }) => name).join(', ');
  const text = {
    name: 'network',
    summary: 'tune many workloads on one budget: a network, an ONNX model, a list, or a log',
    arguments: { '<network>': `${names}, a list (.json, .yaml), an ONNX model (.onnx), or a log` },
    options: options(),
    notes,
  };
  addCommand(program, text, async (network: string, flags: NetworkFlags, command: Command) => {
    const { networkCommand } = await import('./network.js');
    await networkCommand(network, flags, wordsTyped(command), output);
  });
}

function options(): readonly Option[] {
  return [
    targetOption(),
    threadsOption(),
    templateOption('templates for the layers they serve; all that apply for the others'),
    option('trials', '<n>'),
    option('minutes', '<m>'),
    option('earlyStop', '<n>'),
    option('scheduler', '<name>'),
    new Option('--alone', networkSettingsSchema.shape.alone.description),
    ...searchOptions(),
    option('seed', '<n>'),
    historyOption(),
    new Option(
      '--log <file>',
      'log to append to; its trials of the layers count as done (default: logs/<network>.jsonl, or the log given as the network)',
    ),
    new Option('--shape <name=extents>', 'model: shape of an input, data=1x3x224x224').argParser(inputShape),
    new Option(
      '--shapes <name=extents...>',
      "model: extents in braces, 'x=1x3x48x{160,320}'; one library serves all, lists vary together",
    ).argParser(inputShapes),
    new Option(
      '--constant <name=numbers>',
      'model: fix an input, sr=16000: one number, all with commas, or a tensor (.pb)',
    ).argParser(inputConstant),
    new Option(
      '--operator-source <file>',
      'model: a spec of an operator that is given in C; may be given again for others',
    ).argParser(anotherFile),
    new Option('--precision <type>', 'model: type of floats between layers (default: float32)').choices(precisions),
    new Option('--out <folder>', 'model: folder of its C library; created'),
    new Option('--name <name>', 'model: prefix of all names that its library defines (default: the file’s name)'),
    new Option(
      '--weights <place>',
      'model: `embed` links packed weights into the library, `file` maps a file (default: embed)',
    ).choices(weightsPlaces),
    new Option('--force', 'replace an earlier export in --out'),
    new Option('--verify <folder>', 'model: build it and compare its results on input_N.pb with output_N.pb'),
    new Option(
      '--tolerance <error>',
      'with --verify: largest error, relative to max(|want|, rms(want)) (default: 1e-4, more of narrow types)',
    ).argParser(positiveNumber('--tolerance')),
    new Option(
      '--without <parts>',
      `model: optimizations to leave out, with commas, to measure what they bring: ${optimizations.join(', ')}`,
    ).argParser(wordsOf('--without', optimizations)),
    new Option('--in-place', 'model: build it some times, and choose kernels by their times within it'),
    new Option('--compare', 'model: build it and compare it with ONNX Runtime, which npm installs on demand'),
    new Option('--openvino', 'with --compare: beside OpenVINO, too, which pip installs on demand'),
    new Option('--svg <file>', 'with --compare: also write a chart'),
    new Option('--layers', 'show every layer (default: the ten that take most of the latency)'),
    ...farmOptions(),
    dryRunOption(),
    jsonOption('events as JSON lines'),
  ];
}

/** One more file of an option that may be given again. */
function anotherFile(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

/** `data=1x3x224x224`, which may be given again for other inputs. Throws UsageError for anything else. */
function inputShape(
  text: string,
  before: Readonly<Record<string, readonly number[]>> = {},
): Readonly<Record<string, readonly number[]>> {
  const [, name, extents] = /^(.+)=(\d+(?:x\d+)*)$/.exec(text) ?? [];
  const numbers = extents?.split('x').map(Number) ?? [];
  if (name === undefined || numbers.some((extent) => !Number.isSafeInteger(extent)))
    throw new UsageError(`--shape is an input and its extents, not "${text}": give data=1x3x224x224, for example.`);
  refuseSecond('--shape', name, before);
  return { ...before, [name]: numbers };
}

/**
 * `x=1x3x48x{160,320}`. Shells may expand the braces to several words, which together say the same: each then has all
 * extents. Throws UsageError for anything else.
 */
export function inputShapes(text: string, before: ShapeLists = {}): ShapeLists {
  const [, name, list] = /^(.+?)=((?:\d+|\{[^{}]*\})(?:x(?:\d+|\{[^{}]*\}))*)$/.exec(text) ?? [];
  const extents = list?.split('x').map(extentsOf) ?? [];
  if (name === undefined || extents.flat().some((extent) => extent < 1 || !Number.isSafeInteger(extent)))
    throw new UsageError(
      `--shapes is an input and its extents, not "${text}": give 'x=1x3x48x{160,320}', for example, in quotes.`,
    );
  return { ...before, [name]: Object.hasOwn(before, name) ? expanded(name, before[name]!, extents) : extents };
}

/** NaN for what is no whole number. */
function extentsOf(text: string): number | readonly number[] {
  if (!text.startsWith('{')) return Number(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((word) => (/^\d+$/.test(word.trim()) ? Number(word) : NaN));
}

/** One more word of those that a shell made of braces. */
function expanded(name: string, before: ShapeLists[string], word: ShapeLists[string]): ShapeLists[string] {
  const isWord = word.every((extent) => typeof extent === 'number') && before.length === word.length;
  const kinds = new Set(before.map((extents) => (typeof extents === 'number' ? 1 : extents.length)));
  if (!isWord || kinds.size > 1)
    throw new UsageError(`--shapes is given twice for the input "${name}": give all of its extents in one list.`);
  return before.map((extents, axis) => [...(typeof extents === 'number' ? [extents] : extents), word[axis] as number]);
}

/** `sr=16000`, `a=1,2,3`, `a=input_1.pb`; `true` and `false` are 1 and 0. Throws UsageError for anything else. */
function inputConstant(
  text: string,
  before: Readonly<Record<string, readonly number[]>> = {},
): Readonly<Record<string, readonly number[]>> {
  const [, name, list] = /^(.+)=([^=]*)$/.exec(text) ?? [];
  const numbers = list?.endsWith('.pb') ? Array.from(readTensor(list).data) : numbersIn(list ?? '');
  if (name === undefined || numbers.some(Number.isNaN))
    throw new UsageError(`--constant is an input and its numbers, not "${text}": give sr=16000, for example.`);
  refuseSecond('--constant', name, before);
  return { ...before, [name]: numbers };
}

function numbersIn(list: string): readonly number[] {
  return list === '' ? [] : list.split(',').map((word) => numberOf(word.trim()));
}

function numberOf(word: string): number {
  if (word === 'true' || word === 'false') return Number(word === 'true');
  return word === '' ? NaN : Number(word);
}

function refuseSecond(option: string, name: string, before: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(before, name))
    throw new UsageError(`${option} is given twice for the input "${name}": leave one of them out.`);
}

const notes = `
A list is a YAML or JSON file of layers: an operator, its workload or shape options, how often the network calls it
(weight, default 1), and a name, if it shall have another than its workload's:

  - { operator: conv2d, workload: resnet18.C2, weight: 4 }
  - { operator: conv2d, in-channels: 64, height: 56, width: 56, out-channels: 128, kernel: 3, pad: 1, weight: 2 }
  - { operator: dense, m: 1, n: 1000, k: 512, name: fc }

The workloads of a log count once each. docs/guide/network.md walks through a run.

Examples:
  $ tune network resnet18
  $ tune network layers.yaml --trials 500 --threads 1
  $ tune network resnet18 --trials 0 --history logs/shipped/resnet18-zen4.jsonl.br
  $ tune network resnet18 --json | tail -1
  $ tune network resnet18 --dry-run --trials 64
  $ tune network model.onnx --trials 400 --out model-c
  $ tune network model.onnx --trials 0 --history logs/shipped/*.br --out model-c`;
