import { compilerVersion, formatCommand, hostCompiler, UnfitCompilerError } from '../../measure/c-compiler.js';
import { sandboxHere, type Sandbox } from '../../measure/sandbox.js';
import { isWhole, kernelTypes } from '../../elements/registry.js';
import { isValueType, valueType, type DType } from '../../ir/tensor.js';
import { formatBytes, formatSpeed, plural } from '../../target/format.js';
import { machine } from '../../target/machine.js';
import type { Check } from '../capabilities/examine.js';
import { multipliesAtOnce } from './chains.js';
import { fingerprint } from './fingerprint.js';
import { measurePeak } from './peak.js';
import { findQemu } from './qemu.js';
import { measureBandwidth } from './roof.js';
import { formatCpu, hostTarget } from './target.js';
import { compilerOf, isHost, toolchains, type Toolchain } from './toolchains.js';

/**
 * The compilers, the machine, and the speed of its cores and memory, which shows that programs with headers and threads
 * build and run, too.
 */
export async function examineCpu(): Promise<readonly Check[]> {
  const compiler = checkCompiler();
  const programs = compiler.status === 'ok' ? [await checkSandbox(), ...(await checkReach())] : [];
  const foreign = toolchains.filter((toolchain) => !isHost(toolchain));
  return [compiler, ...describeMachine(), ...programs, ...foreign.map(checkCrossCompiler)];
}

function checkCompiler(): Check {
  const name = formatCommand(hostCompiler().command);
  try {
    return { name, status: 'ok', text: compilerVersion() };
  } catch (error) {
    if (!(error instanceof UnfitCompilerError)) throw error;
    return { name, status: 'missing', text: `compiles the kernels; it ${error.reason}`, fix: error.advice };
  }
}

/** How to get this machine's compiler and what it needs. */
function fix(): string {
  return `apt-get install ${hostCompiler().packages}`;
}

/** Without qemu its kernels are only built. */
function checkCrossCompiler(toolchain: Toolchain): Check {
  const { triple, packages } = toolchain;
  try {
    const qemu = findQemu(toolchain) ?? 'no qemu, which apt-get install qemu-user brings';
    return { name: triple, status: 'ok', text: `${compilerVersion(compilerOf(toolchain))}; ${qemu}` };
  } catch {
    const text = 'only for CPU targets of this triple';
    return { name: triple, status: 'absent', text, fix: `apt-get install ${packages} qemu-user` };
  }
}

function describeMachine(): readonly Check[] {
  const { cpu, cores, caches, memoryBytes } = machine();
  const sizes = [`L1 ${formatBytes(caches.l1)}`, `L2 ${formatBytes(caches.l2)}`, `L3 ${formatBytes(caches.l3)}`].join(
    ', ',
  );
  return [
    { name: 'CPU', status: 'ok', text: `${cpu}, ${plural(cores, 'core')}` },
    { name: 'caches', status: 'ok', text: `${sizes} a core; memory ${formatBytes(memoryBytes)}` },
    { name: 'fingerprint', status: 'ok', text: fingerprint() },
  ];
}

/** What kernels are kept from when they run. */
async function checkSandbox(): Promise<Check> {
  const name = 'sandbox';
  try {
    return sandboxChecks[await sandboxHere()];
  } catch (error) {
    return { name, status: 'missing', text: (error as Error).message.split('\n')[0]!, fix: fix() };
  }
}

const sandboxChecks = {
  on: {
    name: 'sandbox',
    status: 'ok',
    text: 'kernels run without files, network and other processes (seccomp, Landlock), in limited memory and time',
  },
  filter: {
    name: 'sandbox',
    status: 'ok',
    text: 'kernels run without files, network and other processes (seccomp; no Landlock, so that files can be read while one is loaded), in limited memory and time',
  },
  off: {
    name: 'sandbox',
    status: 'absent',
    text: 'TUNE_SANDBOX=0: kernels run with limits of memory and time only',
    fix: 'unset TUNE_SANDBOX',
  },
  absent: {
    name: 'sandbox',
    status: 'absent',
    text: 'kernels run with limits of memory and time only: tune only templates that you trust here',
    fix: 'run on a Linux kernel, or in a container, that allows seccomp filters',
  },
} as const satisfies Record<Sandbox, Check>;

/** Peaks, and the bandwidth of memory, which bounds what reads its weights once a call. */
async function checkReach(): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const all = machine().cores;
  const counts = all === 1 ? [1] : [1, all];
  for (const threads of counts) {
    for (const dtype of peakTypes()) checks.push(await peakOf(dtype, threads));
  }
  for (const threads of counts) checks.push(await bandwidthOf(threads));
  return checks;
}

async function peakOf(dtype: DType, threads: number): Promise<Check> {
  const name = ['peak', ...(isValueType(dtype) ? [] : [dtype]), threads].join(' ');
  try {
    const target = hostTarget(threads, dtype);
    const speed = formatSpeed(await measurePeak(target, dtype), isWhole(dtype) ? 'ops' : 'flops');
    return { name, status: 'ok', text: `${speed} on ${formatCpu(target)}` };
  } catch (error) {
    return { name, status: 'missing', text: (error as Error).message, fix: fix() };
  }
}

/** Absent where memory is too small for what no cache holds: nothing needs it. */
async function bandwidthOf(threads: number): Promise<Check> {
  const name = `bandwidth ${threads}`;
  try {
    return { name, status: 'ok', text: `${formatSpeed(await measureBandwidth(threads), 'bytes')} read from memory` };
  } catch (error) {
    return { name, status: 'absent', text: (error as Error).message };
  }
}

/** float32, and what this machine multiplies by instructions of its own. */
function peakTypes(): readonly DType[] {
  const narrow = kernelTypes().filter(({ name }) => multipliesAtOnce(hostTarget(1, name).vector, name));
  return [valueType, ...narrow.map(({ name }) => name)];
}
