import { fingerprintOf } from '../backend/registry.js';
import type { CompilerUse } from '../measure/build.js';
import type { Operator, Workload } from '../operator/operator.js';
import type { Target } from '../target/target.js';
import { newRunName, type Provenance } from './log-listener.js';
import type { Settings } from './settings.js';

interface Run {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly target: Target;
  readonly settings: Settings;
}

/** What is true of every trial of a run; `run`: its name, which the layers of a network share. */
export function provenanceOf(
  { operator, workload, target, settings }: Run,
  compiler: CompilerUse,
  run = newRunName(),
): Provenance {
  return {
    fingerprint: fingerprintOf(target),
    run,
    compiler: compiler.name,
    seed: settings.seed,
    explorer: settings.explorer,
    args: operator.encode(workload),
    flags: operator.gives === 'source' ? operator.flags : compiler.flags,
  };
}
