import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Milliseconds that Python has to answer. */
const TIMEOUT = 10_000;

/** The file that the user names, which alone counts then. */
export function namedLibrary(): string | undefined {
  const named = process.env['XGBOOST_LIB'];
  return named === '' ? undefined : named;
}

/** Where libraries lie that a package manager installed: names that the loader looks up, and paths that it does not. */
export function systemLibraries(platform: NodeJS.Platform = process.platform): readonly string[] {
  if (platform === 'darwin')
    return ['/opt/homebrew', '/usr/local', '/opt/local'].map((prefix) => `${prefix}/lib/libxgboost.dylib`);
  return ['libxgboost.so.0', 'libxgboost.so', '/usr/local/lib/libxgboost.so', '/usr/lib/xgboost/libxgboost.so'];
}

/**
 * Prints where a package lies, without loading it. The current folder does not count: what lies there may be a
 * stranger's.
 */
const ASK = `
import sys
sys.path = [folder for folder in sys.path if folder]
import importlib.util
spec = importlib.util.find_spec("xgboost")
print(spec.submodule_search_locations[0] if spec else "")`;

/**
 * The library in the Python wheel of the active environment; that of a conda environment lies outside of the wheel.
 * Python is started for it: only it knows where its packages are.
 */
export function wheelLibraries(platform: NodeJS.Platform = process.platform): readonly string[] {
  const name = platform === 'darwin' ? 'libxgboost.dylib' : 'libxgboost.so';
  const { VIRTUAL_ENV: venv, CONDA_PREFIX: conda } = process.env;
  const pythons = [venv, conda].flatMap((prefix) => (prefix ? [join(prefix, 'bin', 'python3')] : []));
  const packages = [...pythons, 'python3'].flatMap((python) => packageOf(python) ?? []);
  return [...packages.map((folder) => join(folder, 'lib', name)), ...(conda ? [join(conda, 'lib', name)] : [])];
}

function packageOf(python: string): string | undefined {
  const { status, stdout } = spawnSync(python, ['-c', ASK], { env: process.env, encoding: 'utf8', timeout: TIMEOUT });
  const folder = status === 0 ? stdout.trim() : '';
  return folder === '' ? undefined : folder;
}
