import { spawnSync } from 'node:child_process';
import { measurePeak } from '../backend/cpu/peak.js';
import { machine, hostCompiler } from '../target/machine.js';
import { fingerprint } from '../backend/cpu/fingerprint.js';
import { askDriver } from '../backend/cuda/host-gpu.js';
import { askNvcc, findNvcc } from '../backend/cuda/nvcc.js';
import { findNvrtc } from '../backend/cuda/nvrtc.js';
import { formatTarget, parseTarget } from '../backend/target-string.js';
import { formatGflops } from './format.js';

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `absent`: not here, and not needed. */
  readonly status: 'ok' | 'missing' | 'absent';
  /** What was found, or what the lack of it means. */
  readonly text: string;
  /** How to get it. */
  readonly fix?: string;
}

const oldestNode = [20, 19] as const;

/** Looks at everything that a tuning run uses, and at what later targets will. */
export async function examine(): Promise<readonly Check[]> {
  const compiler = checkCompiler();
  return [
    checkNode(process.versions.node),
    compiler,
    checkXgboost(),
    checkNvcc(),
    checkNvrtc(),
    checkGpu(),
    ...describeMachine(),
    ...(compiler.status === 'ok' ? await checkPeak() : []),
  ];
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fine = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return fine
    ? { name: 'node', status: 'ok', text: version }
    : {
        name: 'node',
        status: 'missing',
        text: `${version} is too old`,
        fix: 'install Node.js 20.19 or newer: https://nodejs.org',
      };
}

function checkCompiler(): Check {
  try {
    return { name: 'gcc', status: 'ok', text: hostCompiler() };
  } catch {
    return { name: 'gcc', status: 'missing', text: 'compiles the kernels', fix: 'apt-get install gcc libc6-dev' };
  }
}

/** The cost models need the command-line program, which XGBoost no longer has since version 3. */
function checkXgboost(): Check {
  const fix = 'apt-get install xgboost (until then: --explorer random)';
  const version = /(\d+)\.\d+\.\d+/.exec(ask('xgboost', ['--version']) ?? '');
  if (!version) return { name: 'xgboost', status: 'missing', text: 'trains the cost model', fix };
  return { name: 'xgboost', status: 'ok', text: version[0] };
}

const forCuda = 'only for CUDA targets';

function checkNvcc(): Check {
  try {
    return { name: 'nvcc', status: 'ok', text: askNvcc(findNvcc()).version };
  } catch {
    return { name: 'nvcc', status: 'absent', text: forCuda, fix: 'https://developer.nvidia.com/cuda-downloads' };
  }
}

function checkNvrtc(): Check {
  const found = findNvrtc();
  if (found) return { name: 'NVRTC', status: 'ok', text: found.library };
  return {
    name: 'NVRTC',
    status: 'absent',
    text: `${forCuda}, in the place of nvcc`,
    fix: 'pip install nvidia-cuda-nvrtc',
  };
}

function checkGpu(): Check {
  const gpu = driversAnswer();
  if ('missing' in gpu)
    return {
      name: 'GPU',
      status: 'absent',
      text: `${forCuda}, which --dry-run builds without it; ${gpu.missing}`,
      fix: 'an NVIDIA GPU and its driver',
    };
  const { name, arch, memoryBytes, cuda } = gpu;
  return { name: 'GPU', status: 'ok', text: `${name}, ${arch}, memory ${size(memoryBytes)}, driver of CUDA ${cuda}` };
}

function driversAnswer(): ReturnType<typeof askDriver> {
  try {
    return askDriver();
  } catch {
    return { missing: 'gcc, with which the driver is asked, is missing' };
  }
}

function describeMachine(): readonly Check[] {
  const { cpu, cores, caches, memoryBytes } = machine();
  const sizes = [`L1 ${size(caches.l1)}`, `L2 ${size(caches.l2)}`, `L3 ${size(caches.l3)}`].join(', ');
  return [
    { name: 'CPU', status: 'ok', text: `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}` },
    { name: 'caches', status: 'ok', text: `${sizes} a core; memory ${size(memoryBytes)}` },
    { name: 'fingerprint', status: 'ok', text: fingerprint() },
  ];
}

/** The peak shows that programs with headers and threads build and run, too. */
async function checkPeak(): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const all = machine().cores;
  for (const threads of all === 1 ? [1] : [1, all]) {
    const name = `peak ${threads}`;
    try {
      const target = parseTarget('llvm', threads);
      const gflops = formatGflops(await measurePeak(target));
      checks.push({ name, status: 'ok', text: `${gflops} GFLOPS on ${formatTarget(target)}` });
    } catch (error) {
      checks.push({ name, status: 'missing', text: (error as Error).message, fix: 'apt-get install gcc libc6-dev' });
    }
  }
  return checks;
}

function ask(program: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}

function size(bytes: number): string {
  const [unit, scale] =
    bytes >= 2 ** 30
      ? (['GiB', 2 ** 30] as const)
      : bytes >= 2 ** 20
        ? (['MiB', 2 ** 20] as const)
        : (['KiB', 2 ** 10] as const);
  return `${Number((bytes / scale).toFixed(1))} ${unit}`;
}
