import { join } from 'node:path';
import type { Command } from 'commander';
import { loadSource } from '../../catalogue/load-file.js';
import { sourceLogName, sourceRun } from '../../api/source.js';
import type { Output } from '../output.js';
import { refuseTaken } from '../taken.js';
import { carryOut, type TuneFlags } from './tune.js';
import { defined } from '../../target/defined.js';

/** Of `tune source`. */
export type SourceFlags = Omit<TuneFlags, 'template'> & {
  /** By name. */
  readonly size?: Readonly<Record<string, string>>;
};

/** `tune source SPEC [workload]` as it was typed. */
interface SourceRequest {
  readonly spec: string;
  readonly workload: string | undefined;
  readonly flags: SourceFlags;
}

/** `tune source SPEC`. */
export async function sourceCommand(request: SourceRequest, output: Output, program: Command): Promise<void> {
  const { spec, workload, flags } = request;
  const { size, log, dryRun: isDry = false, json: isJson = false, ...given } = flags;
  const { operator, file } = (await loadSource(spec)).source;
  refuseTaken(operator, program, file);
  const options = { ...given, ...defined({ workload, shape: size }) };
  const named = log ?? join('logs', await sourceLogName(spec, options));
  await carryOut({ options: await sourceRun(spec, { ...options, log: named }), isDry, isJson }, output);
}
