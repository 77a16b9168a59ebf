import { spawnSync } from 'node:child_process';

/** The GPU of this machine as nvidia-smi tells of it. */
export interface HostGpu {
  /** `NVIDIA H100 80GB HBM3`. */
  readonly name: string;
  /** `sm_90`. */
  readonly arch: string;
  readonly memoryMib: number;
}

/** The first GPU that CUDA_VISIBLE_DEVICES leaves; undefined where there is none, or no driver. */
export function hostGpu(env: NodeJS.ProcessEnv = process.env): HostGpu | undefined {
  const chosen = env['CUDA_VISIBLE_DEVICES']?.split(',')[0] ?? '';
  const query = ['--query-gpu=name,compute_cap,memory.total', '--format=csv,noheader,nounits'];
  const args = chosen === '' ? query : [`--id=${chosen}`, ...query];
  const { status, stdout } = spawnSync('nvidia-smi', args, { encoding: 'utf8', timeout: 20_000, env });
  const fields = status === 0 ? /^(.*), (\d+)\.(\d), (\d+)/.exec(stdout) : null;
  if (!fields) return undefined;
  const [, name, major, minor, memory] = fields;
  return { name, arch: `sm_${major}${minor}`, memoryMib: Number(memory) };
}
