import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MissingError, UsageError } from '../target/errors.js';

const execute = promisify(execFile);
const timeoutMs = 60_000;

/** How the native program tells of the GPU (native/cuda/device.c). */
const answerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('missing'), message: z.string() }),
  z.object({
    outcome: z.literal('gpu'),
    name: z.string(),
    /** Of the driver, 13000 for CUDA 13.0. */
    driver: z.number(),
    major: z.number(),
    minor: z.number(),
    multiprocessors: z.number(),
    kilohertz: z.number(),
    l2Bytes: z.number(),
    memoryBytes: z.number(),
  }),
]);

/** The GPU of this machine. */
export interface GpuDevice {
  /** `NVIDIA H100 80GB HBM3`. */
  readonly name: string;
  /** `sm_90`. */
  readonly arch: string;
  readonly multiprocessors: number;
  readonly kilohertz: number;
  readonly l2Bytes: number;
  readonly memoryBytes: number;
}

/** The first GPU that the driver shows (CUDA_VISIBLE_DEVICES chooses). Throws MissingError where there is no driver or no GPU. */
export async function findGpu(native: string): Promise<GpuDevice> {
  const answer = answerSchema.parse(JSON.parse(await ask(native)));
  if (answer.outcome === 'missing')
    throw new MissingError(
      `CUDA kernels cannot be run here, since ${answer.message}: use a machine with an NVIDIA GPU and its driver (\`tune\` builds without one under --dry-run).`,
    );
  return { ...answer, arch: `sm_${answer.major}${answer.minor}` };
}

/** Throws UsageError for a target of another architecture than the GPU's. */
export function refuseOtherArchitecture({ name, arch }: GpuDevice, wanted: string): void {
  if (wanted === arch) return;
  throw new UsageError(
    `The GPU here, ${name}, is ${arch} and cannot run kernels for ${wanted}: use --target "cuda -arch=${arch}", or --dry-run to build without timing.`,
  );
}

async function ask(native: string): Promise<string> {
  try {
    return (await execute(native, ['gpu'], { timeout: timeoutMs, env: process.env })).stdout;
  } catch (error) {
    const { signal } = error as { signal?: string };
    throw new MissingError(
      `The GPU cannot be used, since NVIDIA's driver did not come to an answer (${signal ?? (error as Error).message}): see what nvidia-smi says, or use --dry-run.`,
    );
  }
}
