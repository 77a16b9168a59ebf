import type { Backend } from '../backend.js';
import { asCpuKernel, Builder } from './builder.js';
import { generateC } from './codegen/c.js';
import { contractTargets, openChecker } from './contract.js';
import { openCpu } from './device.js';
import { examineCpu } from './examine.js';
import { cpuFarm } from './farm.js';
import { fingerprint } from './fingerprint.js';
import { exportLibrary } from './library/library.js';
import { measureNearestCache } from './nearest-cache.js';
import { measurePeak } from './peak.js';
import { cpuRecipe } from './recipe.js';
import { exportProgram } from './program/library.js';
import { packedForms } from './program/weights.js';
import { exportSources } from './source/library.js';
import { wrapped } from './source/wrapper.js';
import { formatCpu, hostTarget, parseCpu, type CpuTarget } from './target.js';

/** CPUs: C, compiled by gcc, clang or a cross compiler, run by the native runner. */
export const cpu: Backend<CpuTarget> = {
  kind: 'llvm',
  model: 'simd',
  options: {
    own: ['mtriple', 'mcpu', 'threads'],
    dropped: ['keys', 'model', 'device', 'libs', 'link-params', 'num-cores'],
  },
  examples: ['llvm', 'llvm -mcpu=x86-64-v3 -threads=2'],
  parse: parseCpu,
  format: formatCpu,
  fingerprint: () => fingerprint(),
  measurePeak,
  measureNearestCache,
  generate: (nest, target) => generateC(nest, target),
  recipe: (kernel, target) => cpuRecipe(asCpuKernel(kernel), target),
  openBuilder: (needs) => new Builder(needs),
  openDevice: (options) => openCpu(options),
  contractTargets,
  openChecker,
  exportLibrary: (name, items, trees) => Promise.resolve(exportLibrary(name, items, trees)),
  exportProgram,
  packedForms,
  wrapSource: (source) => wrapped(source),
  exportSources,
  farm: cpuFarm,
  examine: examineCpu,
  listTargets: () => {
    const host = hostTarget();
    const { vector, threads, caches } = host;
    const { lanes, registers } = vector;
    return [{ target: formatCpu(host), what: 'this machine', lanes, registers, threads, ...caches }];
  },
};
