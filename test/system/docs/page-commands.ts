/** What the suite of the pages' commands leaves out, cuts short, and prepares. */

interface NotRun {
  /** Why no test of the pages runs these lines; where another suite does, its path. */
  readonly why: string;
  /** Of `PAGE: LINE`. */
  readonly lines: readonly RegExp[];
}

const minutes = 'it takes minutes';

/** Lines of shell blocks that are not run; every other line is. */
export const notRun: readonly NotRun[] = [
  {
    why: 'it installs packages of the system or changes its services',
    lines: [/: apt-get install/, /: systemctl/, /: cp examples\/farm\/redis\.conf/, /: mkdir -p ~\/\.config\/tune/],
  },
  {
    why: `${minutes}, all suites among it`,
    lines: [/: sh bin\/setup/, /: npm test /, /: npm run test:(all|aarch64)/, /: bash \.ci\/run/],
  },
  {
    why: 'it needs a farm: test/system/cli/farm.test.ts and test/system/measure/farm',
    lines: [/farm\.md: .*redis:/, /farm\.md: export /],
  },
  {
    why: 'it builds a program for another machine and copies it there: test/system/cli/board.test.ts',
    lines: [/: npm run farm:board/, /: scp /],
  },
  { why: 'it needs a container: test/fresh', lines: [/: docker /] },
  { why: 'it needs a cache of logs and a manifest of a project: test/system/examples/ci.test.ts', lines: [/: CACHE=/] },
  { why: 'it needs nvcc: test/system/cli/gpu.test.ts', lines: [/--target "cuda /] },
  {
    why: 'it needs a model that is not in the repository: test/system/cli/network-model.test.ts and network-operator',
    lines: [/: bin\/tune network \w+\.onnx/, /: make -C (squeezenet-c|vocoder)/],
  },
  {
    why: 'it needs a GPU, measurements of others, or models and libraries from the network, and takes minutes',
    lines: [/benchmarks\/\w+\.md: /, /research\.md: npm run bench:search/, /: sh bench\/onednn\/install\.sh/],
  },
  { why: `${minutes}: test/system/cli/bench.test.ts`, lines: [/commands\.md: bin\/tune bench/] },
  { why: `${minutes}: test/system/api/retune.test.ts`, lines: [/: bin\/tune retune/] },
  { why: `${minutes}: test/system/cli/contract.test.ts`, lines: [/: bin\/tune contract .*--(target|configs) /] },
  { why: `${minutes}: test/system/cli/soak.test.ts`, lines: [/: bin\/tune doctor --soak/] },
  {
    why: 'its verdicts are of the times that this machine has meanwhile: test/kernels/products/retune/check.test.ts',
    lines: [/: bin\/tune check /, /: bin\/tune replay logs\/shipped/],
  },
  { why: 'it reads all shipped logs, for half a minute', lines: [/: bin\/tune best logs\/shipped\/\* --for/] },
  {
    why: 'it takes a quarter of a minute, and examples/README.md has it with a copy of the module',
    lines: [/template\.md: bin\/tune contract/],
  },
  {
    why: 'it builds or tests 68 kernels: test/system/products/export does so of a few',
    lines: [/export\.md: (make|cmake)/],
  },
  {
    why: 'test/system/docs/console.test.ts runs it',
    lines: [/simulate .* (--trials 64|random,genetic.*)$/, /log stats/],
  },
];

/** A search whose log the page goes on with. */
const logged = /tune (conv1d|source) /;

/** Searches, up to their name. */
const search = /tune (conv1d|conv2d|elementwise|matmul|network|source)\b/;

/** The line with less to do: a search for minutes builds two candidates, or tries them; of ten seeds one is left. */
export function shortened(line: string): string {
  const few = logged.test(line) ? '--trials 2' : '--dry-run --trials 2';
  const one = line.replace('--seeds 10', '--seeds 1');
  return search.test(one) ? one.replace(/ --trials \d+/, '').replace(search, `$& ${few}`) : one;
}

const tuneOnce = 'bin/tune conv2d resnet18.C2 --threads 1 --trials 2 --explorer random';

/** What makes the files that a page's commands read and that come from elsewhere. */
export const preparations: Readonly<Record<string, readonly string[]>> = {
  'docs/guide/inspect.md': [
    tuneOnce,
    // A template that has a valid config 1207 for this target.
    'bin/tune conv2d resnet18.C9 --target "llvm -mcpu=x86-64-v3 -threads=1" --template conv2d.winograd --trials 2 ' +
      '--log logs/all.jsonl',
    'cp logs/conv2d.resnet18.C2.jsonl sa.jsonl',
    'cp logs/conv2d.resnet18.C2.jsonl random.jsonl',
    'echo "[]" > bench.json',
  ],
  'docs/reference/json.md': [tuneOnce],
  'docs/reference/log.md': [tuneOnce, 'cp logs/*.jsonl before.jsonl', 'cp logs/*.jsonl after.jsonl'],
};
