import { expect, test } from '@jest/globals';
import { showContract } from '../../src/cli/commands/contract.js';
import { showNetwork } from '../../src/cli/commands/network.js';
import { showRun } from '../../src/cli/commands/tune.js';
import { createProgram } from '../../src/cli/program.js';
import { renderBest } from '../../src/cli/render/best.js';
import { complain, renderChecks } from '../../src/cli/render/check-row.js';
import { renderText } from '../../src/cli/render/bench-text.js';
import { renderHealth } from '../../src/cli/render/health.js';
import { renderLogDiff } from '../../src/cli/render/log-diff.js';
import { renderLogStats } from '../../src/cli/render/log-stats.js';
import { renderReplay } from '../../src/cli/render/replay.js';
import { renderRetune, printRow } from '../../src/cli/render/retune-row.js';
import { renderSoak } from '../../src/cli/render/soak.js';
import { operators } from '../../src/operator/registry.js';
import { bareRow, comparedRow, setting, slowRow } from '../support/bench-rows.js';
import * as networks from './screens/network-events.js';
import * as rows from './screens/rows.js';
import { compare, ran, screenFiles, textOf, tooWideIn, wordsOf, type Shot } from './screens/shots.js';
import { Screen } from './screens/terminal.js';
import * as runs from './screens/tune-events.js';

/**
 * Whole screens as users see them; those of commands that ask the compiler for this machine's CPU are in
 * `test/kernels/cli`. To accept a change: `GOLDEN=write npm test -- test/cli/screens`, then read the diff.
 */
const log = 'test/fixtures/matmul-dot.jsonl.gz';
const cache = 'test/fixtures/made-up.kt-cache.json';

/** A run whose events were recorded. */
async function* recorded<Event>(events: readonly Event[]): AsyncGenerator<Event> {
  await Promise.resolve();
  yield* events;
}

function tuned(command: string, events: Parameters<typeof recorded<(typeof runs.tuned)[number]>>[0], note = ''): Shot {
  const show = (screen: Screen) => screen.during(() => showRun(() => recorded(events), false, screen.output, note));
  return { command, show };
}

function networked(command: string, events: typeof networks.named): Shot {
  const shown = { json: false, svg: undefined, layers: command.includes('--layers'), words: wordsOf(command) };
  const show = (screen: Screen) => screen.during(() => showNetwork(() => recorded(events), shown, screen.output));
  return { command, show };
}

const screens: Readonly<Record<string, readonly Shot[]>> = {
  tune: [
    tuned('conv2d', runs.tuned),
    tuned('conv2d --in-channels 64', runs.failed, ' (kernel 3, stride 1, pad 1 as in resnet18.C2)'),
  ],
  source: [tuned('source transpose.yaml', runs.source)],
  network: [
    networked('network layers.yaml', networks.named),
    networked('network layers.yaml --layers', networks.named),
    networked('network squeezenet.onnx --out squeezenet-c --verify test_data_set_0', networks.model),
    networked('network squeezenet.onnx --trials 0', networks.untried),
  ],
  check: [
    {
      command: 'check logs/new.jsonl --baseline logs/old.jsonl',
      show: ({ output }) => {
        output.stdout(renderChecks(rows.checks, output));
        for (const row of rows.checks) if (row.bad) complain(row, output);
      },
    },
  ],
  retune: [
    {
      command: 'retune retune.yaml',
      show: ({ output }) => {
        for (const row of rows.retunes) printRow(row, output);
        output.stdout(renderRetune(rows.retunes, output));
      },
    },
  ],
  replay: [
    {
      command: 'replay logs/matmul.gemm.512.jsonl',
      show: ({ output }) => {
        output.stdout(renderReplay(rows.replays, output));
      },
    },
  ],
  doctor: [
    {
      command: 'doctor',
      show: ({ output }) => {
        output.stdout(renderHealth(rows.health, output));
      },
    },
    {
      command: 'doctor --soak 5',
      show: ({ output }) => {
        output.stdout(renderSoak(rows.soaked, output));
      },
    },
  ],
  contract: [
    {
      command: 'contract ./mine.js',
      show: (screen) => screen.during(() => showContract(() => recorded(rows.contracted), false, screen.output)),
    },
  ],
  bench: [
    {
      command: 'bench resnet18',
      show: ({ output }) => {
        output.stdout(renderText([comparedRow, slowRow, bareRow], setting, output.paint, output.columns));
      },
    },
  ],
  simulate: [
    ran(`simulate ${cache} --explorer genetic --seeds 3 --trials 16`),
    ran(`simulate ${cache} --explorer random,genetic,grid --seeds 10 --trials 16`),
    ran(`simulate ${cache} --explorer random,genetic --together`),
    ran(`simulate ${cache} --explorer random --together --seeds 2 --trials 8`),
  ],
  best: [
    {
      command: 'best logs/*.jsonl',
      show: ({ output }) => {
        output.stdout(renderBest(rows.bests, output));
      },
    },
    ran(`best ${cache}`),
  ],
  log: [
    {
      command: 'log stats logs/*.jsonl',
      show: ({ output }) => {
        output.stdout(renderLogStats(rows.stats, output));
      },
    },
    {
      command: 'log diff logs/before.jsonl logs/after.jsonl',
      show: ({ output }) => {
        output.stdout(renderLogDiff(rows.diff, output));
      },
    },
    ran('log convert test/gone.jsonl --to t4 --out C2.json'),
  ],
  list: [ran('list networks'), ran('list workloads matmul'), ran('list templates lrn')],
  'wrong-usage': [
    ...[
      'conv2dd',
      'matmul-nbits --help',
      'log nix --help',
      'conv2d resnet18.C99',
      'conv2d --trails 3',
      'conv2d --trials',
      'conv2d --trials many',
    ].map(ran),
    ...['conv2d --target llvm -mcpu=x86-64-v3', 'conv2d --target metal', 'matmul -m 0', 'conv2d --kernel 3y5'].map(ran),
    ...['conv2d --epilogue bias,gelu2', 'conv2d --explorer annealing'].map(ran),
    ...[
      'best',
      'best test/gone.jsonl',
      'best --target llvm x',
      'list kernels',
      'log',
      'log join a b',
      'network nothing',
    ].map(ran),
    ...[`check ${log}`, `check ${log} --baseline ${log} --tolerance much`, 'report a.jsonl', 'retune gone.yaml'].map(
      ran,
    ),
    ...[`show ${log}`, `show ${log} 1x1x1`, `simulate ${cache} --task none`, `simulate ${cache} --weights 1`].map(ran),
  ],
  'failed-work': [ran('log stats test/fixtures/README.md'), ran('best test/fixtures/README.md')],
};

test.each(Object.entries(screens))('what `tune %s` shows', async (name, shots) => {
  compare(name, await textOf(shots));
});

test('no line is wider than its terminal that could end before a word, but those of source code', () => {
  const tooWide = screenFiles()
    .filter(([name]) => !['show.txt', 'help.txt'].includes(name))
    .flatMap(([name, text]) => tooWideIn(text).map((line) => `${name}: ${line}`));
  expect(tooWide).toEqual([]);
});

test('what `tune help` shows of every command', async () => {
  const { commands } = createProgram(new Screen(80).output);
  // Operators differ in the options of their shapes: one stands for all.
  const others = new Set(operators.map(({ name }) => name).filter((name) => name !== 'conv2d'));
  const names = commands.flatMap((command) => [
    ...(others.has(command.name()) ? [] : [command.name()]),
    ...command.commands.map((one) => `${command.name()} ${one.name()}`),
  ]);
  const sections: string[] = [];
  for (const name of ['', ...names]) {
    const screen = new Screen(80);
    await screen.run([...name.split(' ').filter((word) => word !== ''), '--help']);
    sections.push(`$ ${['tune', name, '--help'].filter((word) => word !== '').join(' ')}\n${screen.text}`);
  }
  compare('help', `${sections.join('\n\n')}\n`);
});
