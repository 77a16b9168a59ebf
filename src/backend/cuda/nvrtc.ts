import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cudaHomes } from './nvcc.js';

/** NVIDIA's compiler as a library, which needs no toolkit. */
export interface Nvrtc {
  /** `/…/libnvrtc.so.13`. */
  readonly library: string;
  /** The folder of CUDA's headers, where there is one. */
  readonly headers: string | undefined;
}

/**
 * NVRTC of the first place that has it in a major version up to `newest`: LD_LIBRARY_PATH, the toolkit, Conda, the
 * system, Python's packages (PyTorch comes with it). Undefined where it is nowhere, and where $CUDACXX names an nvcc to
 * be used.
 */
export function findNvrtc(newest = Infinity, env: NodeJS.ProcessEnv = process.env): Nvrtc | undefined {
  if (env['CUDACXX']) return undefined;
  const holdsIt = (folder: string): boolean => librariesIn(folder, newest).length > 0;
  const folder = fixedFolders(env).find(holdsIt) ?? pythonFolders(env).find(holdsIt);
  if (folder === undefined) return undefined;
  const library = librariesIn(folder, newest).at(0);
  return library === undefined ? undefined : { library: join(folder, library), headers: headersNear(folder, env) };
}

/** How to get NVRTC of a major version. */
export function nvrtcPackage(major: number): string {
  return `pip install ${major >= 13 ? `"nvidia-cuda-nvrtc==${major}.*"` : `nvidia-cuda-nvrtc-cu${major}`}`;
}

function fixedFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const listed = (env['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '');
  const toolkits = cudaHomes(env).flatMap((home) => ['lib64', 'lib'].map((name) => join(home, name)));
  const conda = env['CONDA_PREFIX'] ? [join(env['CONDA_PREFIX'], 'lib')] : [];
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return [...listed, ...toolkits, ...conda, `/usr/lib/${triplet}`, '/usr/lib64'];
}

/** `site-packages/nvidia/cu13/lib`, `site-packages/nvidia/cuda_nvrtc/lib`. */
function pythonFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const program = 'import site; print("\\n".join([*site.getsitepackages(), site.getusersitepackages()]))';
  const { status, stdout } = spawnSync('python3', ['-c', program], { encoding: 'utf8', timeout: 10_000, env });
  if (status !== 0) return [];
  return stdout
    .split('\n')
    .filter((site) => site !== '')
    .flatMap((site) => listOf(join(site, 'nvidia')).map((name) => join(site, 'nvidia', name, 'lib')));
}

/** Names, of the newest version first; one whose version is unknown last. */
function librariesIn(folder: string, newest: number): readonly string[] {
  return listOf(folder)
    .filter((name) => /^libnvrtc\.so(\.\d+)?$/.test(name))
    .map((name) => ({ name, major: majorOf(folder, name) }))
    .filter(({ major }) => major <= newest)
    .toSorted((a, b) => b.major - a.major || b.name.length - a.name.length)
    .map(({ name }) => name);
}

/**
 * The version in a name, or in that of the file which a name without one (`libnvrtc.so`, as linkers want it) is a link
 * to; 0 where neither has one.
 */
function majorOf(folder: string, name: string): number {
  const inName = (text: string): string | undefined => /\.so\.(\d+)/.exec(text)?.[1];
  return Number(inName(name) ?? inName(linkedFile(join(folder, name))) ?? 0);
}

/** The name itself where it leads nowhere. */
function linkedFile(path: string): string {
  try {
    return basename(realpathSync(path));
  } catch {
    return basename(path);
  }
}

/** Those of a toolkit, where none came with the library. */
function headersNear(folder: string, env: NodeJS.ProcessEnv): string | undefined {
  const near = ['../include', '../../cuda_runtime/include'].map((path) => join(folder, path));
  return [...near, ...cudaHomes(env).map((home) => join(home, 'include'))].find((path) =>
    existsSync(join(path, 'cuda_fp16.h')),
  );
}

/** Nothing where there is no such folder, or not for us. */
function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
