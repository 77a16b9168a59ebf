/** What a network is named by: a file of one kind or another, or a name. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { networkName } from '../../backend/library/library-name.js';
import { decompressorOf } from '../../log/record/compressed.js';
import { networks } from '../named/registry.js';

export function isList(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}

export function isOnnxFile(path: string): boolean {
  return /\.onnx$/i.test(path);
}

/**
 * The log of a network where none is given: a log that is given as the network is itself resumed, unless it is
 * compressed, when nothing can be appended.
 */
export function logOfNetwork(network: string): string {
  const isLog = !networks.some(({ name }) => name === network) && !isList(network) && !isOnnxFile(network);
  return isLog && decompressorOf(network) === undefined ? network : join('logs', `${nameOfNetwork(network)}.jsonl`);
}

/** What the file of a network says of its layers beforehand: a compressed log, all that it holds. */
export function historyOfNetwork(network: string): readonly string[] {
  return isOnnxFile(network) || decompressorOf(network) === undefined || !existsSync(network) ? [] : [network];
}

/** As files are named after a network: `mine` of `nets/mine.yaml`, and of a log that is compressed, too. */
export function nameOfNetwork(path: string): string {
  return basename(path)
    .replace(/\.(gz|br)$/i, '')
    .replace(/\.[a-z]+$/i, '')
    .replace(/[^\w.-]+/g, '_');
}

export function programName(path: string): string {
  return networkName(basename(path).replace(/\.onnx$/i, '')) || 'network';
}
