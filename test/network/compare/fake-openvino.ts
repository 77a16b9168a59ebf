import { chmodSync, writeFileSync } from 'node:fs';

/**
 * A stand-in for a Python program with OpenVINO: it reads the job that bench/networks/peer.py is given and answers as
 * that does, for a model that copies its only input. Returns its path.
 */
export function fakeOpenVino(path: string, nodes: readonly object[]): string {
  writeFileSync(path, `#!${process.execPath}\n${program(JSON.stringify(nodes))}`);
  chmodSync(path, 0o755);
  return path;
}

const program = (nodes: string): string => `
const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const job = JSON.parse(readFileSync(process.argv[3], 'utf8'));
if (job.runtime !== 'openvino' || job.inputs[0].type !== 'float32') throw new Error('job');
if (job.profile) writeFileSync(job.profile.prefix + '.json', ${JSON.stringify(nodes)});
else {
  copyFileSync(job.data, job.results);
  console.log('ready error=0 OpenVINO 2026.4 in ' + job.precision + ', threads ' + job.threads);
  createInterface({ input: process.stdin }).on('line', (line) => {
    console.log(line === 'process' ? '0.5 0.001 1000 2000' : '2e-6');
  });
}
`;
