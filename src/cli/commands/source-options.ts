import { Option, type Command } from 'commander';
import { parseSizes } from '../../catalogue/source/sizes.js';
import { addCommand } from '../command.js';
import type { Output } from '../output.js';
import type { SourceFlags } from './source.js';
import { commonOptions } from './tune-options.js';

/** Adds `tune source SPEC`. */
export function addSourceCommand(program: Command, output: Output): void {
  const text = {
    name: 'source',
    summary: 'tune your own C or CUDA kernel, whose knobs are macros and flags',
    arguments: {
      '<spec>': 'a YAML file (or a module that exports `source`): files, function, arguments, knobs, reference',
      '[workload]': 'sizes that the spec names, or sizes, as n=512,m=64',
    },
    options: options(),
    notes,
  };
  addCommand(program, text, async (spec: string, workload: string | undefined, flags: SourceFlags) => {
    const { sourceCommand } = await import('./source.js');
    await sourceCommand({ spec, workload, flags }, output, program);
  });
}

function options(): readonly Option[] {
  const own = new Option('--size <sizes>', 'other sizes than the spec’s, as n=512,m=64').argParser(
    (text: string, before: Readonly<Record<string, string>> | undefined) => ({ ...before, ...parseSizes(text) }),
  );
  const target = new Option('--target <target>', 'what to compile for (default: what the spec says, or this machine)');
  const others = commonOptions().filter(({ long }) => long !== '--template' && long !== '--target');
  return [own, target, ...others];
}

const notes = `
A spec that changes, or one of its files, begins anew: its old trials are not mixed with the new ones. What reads logs
takes the spec as --template, since sources are compiled because somebody names them, never because a log does:

  $ tune source examples/source/gemm.yaml --trials 64
  $ tune replay logs/gemm.default.jsonl --template examples/source/gemm.yaml
  $ tune export logs/gemm.default.jsonl --template examples/source/gemm.yaml --out gemm

docs/guide/source.md has every key of a spec. The shortest:

  files: [gemm.c]
  function: gemm
  sizes: { n: 256 }
  arguments:
    - { name: a, shape: [n, n] }
    - { name: b, shape: [n, n] }
    - { name: c, shape: [n, n], direction: out }
    - { name: n, type: int32, value: n }
  knobs:
    TILE: [8, 16, 32]
    OPT: { flags: [-O2, -O3 -funroll-loops] }
  restrictions: [TILE <= n]
  reference: { function: gemm_naive }
  flops: 2 * n ** 3`;
