import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from '@jest/globals';
import { compare, ran, textOf, wordsOf, type Shot } from '../../cli/screens/shots.js';
import { Screen } from '../../cli/screens/terminal.js';
import { few, logOf, recordOf } from '../../products/export/fixtures.js';
import { trialsOf } from '../../products/export/trials.js';

/** Screens of commands that ask the compiler for this machine's CPU; the others are in `test/cli`. */
const log = 'test/fixtures/matmul-dot.jsonl.gz';
const page = 'report.html';
const scratch = mkdtempSync(join(tmpdir(), 'tune-screens-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** The first lines of a screen that goes on with source code. */
function headOf(shot: Shot, lines: number): Shot {
  const show = async (screen: Screen): Promise<void> => {
    const whole = new Screen(screen.output.columns!);
    await shot.show(whole);
    screen.output.stdout([...whole.text.split('\n').slice(0, lines), '…'].join('\n'));
  };
  return { command: `${shot.command} | head -${lines}`, show };
}

/** Writes a page into a folder of the test; how large it is depends on what draws it. */
function reported(command: string): Shot {
  const show = async (screen: Screen): Promise<void> => {
    const written = new Screen(screen.output.columns!);
    await written.run(wordsOf(command).map((word) => (word === page ? join(scratch, page) : word)));
    screen.output.stdout(written.text.replaceAll(`${scratch}/`, '').replace(/\([\d.]+ KiB\)/, '(… KiB)'));
  };
  return { command, show };
}

/** Runs in the folder of the test, whose name no line then has. */
function ranInFolder(command: string): Shot {
  const show = async (screen: Screen): Promise<void> => {
    const before = process.cwd();
    process.chdir(scratch);
    try {
      await screen.run(wordsOf(command));
    } finally {
      process.chdir(before);
    }
  };
  return { command, show };
}

/** Logs of products and convolutions, of products whose best schedule changes at 512 rows, and untuned shapes. */
function writeLogs(): void {
  const cpu = 'llvm -mcpu=x86-64-v3';
  logOf(
    scratch,
    few.map((one) => recordOf({ ...one, target: one.target.replace('llvm', cpu) })),
    'kernels.jsonl',
  );
  const seconds = (m: number, config: number): number => [m < 500 ? 1 : 3, m < 500 ? 3 : 1][config] ?? 10;
  const rows = [64, 96, 128, 192, 256, 1024, 1536, 2048, 3072, 4096];
  logOf(scratch, trialsOf(rows, seconds, `${cpu} -threads=1`), 'products.jsonl');
  writeFileSync(join(scratch, 'untuned.yaml'), '- { operator: matmul, m: 80, n: 64, k: 48 }\n');
}
writeLogs();

const screens: Readonly<Record<string, readonly Shot[]>> = {
  knobs: [ran('list knobs lrn --target "llvm -mcpu=x86-64-v3" --threads 2')],
  show: [
    headOf(ran(`show ${log} 24x40x64+trans-b`), 40),
    ran(`show ${log} 24x40x64+trans-b --schedule`),
    ran(`show ${log} 24x40x64+trans-b --diff 3 --schedule`),
    ran(`show ${log} 24x40x64+trans-b --index 1000000`),
  ],
  export: [
    ranInFolder('export kernels.jsonl --out kernels-of-a-network --force'),
    ranInFolder('export kernels.jsonl --out kernels-of-a-network'),
    ranInFolder('export products.jsonl --shapes untuned.yaml --dispatch learned --out products --force'),
  ],
  report: [
    reported(`report ${log} --out ${page} --force`),
    reported(`report ${log} --out ${page}`),
    reported(`report ${log} --out ${log} --force`),
    reported(`report ${log} --out ${page} --force --bench test/fixtures/README.md`),
  ],
};

test.each(Object.entries(screens))('what `tune %s` shows', async (name, shots) => {
  compare(name, await textOf(shots));
});
