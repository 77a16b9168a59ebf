import { join } from 'node:path';
import type { Command } from 'commander';
import { loadSource } from '../../catalogue/load-file.js';
import { sourceLogName, sourceRun, type SourceOptions } from '../../api/source.js';
import type { SourceFlags } from '../flags.js';
import type { Output } from '../output.js';
import { refuseTaken } from '../taken.js';
import { budgetOf, carryOut } from './tune.js';

/** `tune source SPEC [workload]` as it was typed. */
interface SourceRequest {
  readonly spec: string;
  readonly workload: string | undefined;
  readonly flags: SourceFlags;
}

/** `tune source SPEC`. */
export async function sourceCommand(request: SourceRequest, output: Output, program: Command): Promise<void> {
  const { spec, workload, flags } = request;
  const { target, threads, size, log, dryRun: isDry = false, json: isJson = false } = flags;
  const { operator, file } = (await loadSource(spec)).source;
  refuseTaken(operator, program, file);
  const options: SourceOptions = {
    ...(workload !== undefined && { workload }),
    ...(size && { shape: size }),
    ...(target !== undefined && { target }),
    ...(threads !== undefined && { threads }),
    ...budgetOf(flags),
  };
  const named = log ?? join('logs', await sourceLogName(spec, options));
  await carryOut({ options: await sourceRun(spec, { ...options, log: named }), isDry, isJson }, output);
}
