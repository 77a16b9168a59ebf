import { hostname } from 'node:os';
import { Refusal } from '../../measure/farm/envelope.js';
import type { ServedBuilder } from '../../measure/farm/serve-builder.js';
import { defaultTimeouts } from '../../measure/limits.js';
import { nativeProgram } from '../../measure/native.js';
import type { Scratch } from '../../measure/scratch.js';
import { MissingError, UsageError } from '../../target/errors.js';
import { packageVersion } from '../../target/package-version.js';
import type { FarmCompiler } from '../capabilities/serve-farm.js';
import { backendOf, backends, parseTarget } from '../registry.js';

export interface BuilderSpec {
  readonly name: string;
  /** Compilers at once. */
  readonly jobs: number;
}

/** The compilers of this machine, as a worker serves them. Throws MissingError where there is none. */
export async function servedBuilder({ name, jobs }: BuilderSpec, scratch: Scratch): Promise<ServedBuilder> {
  const native = await nativeProgram(scratch);
  const able = backends.flatMap(({ kind, farm }) => (farm ? [{ kind, farm, lanes: farm.lanes(native) }] : []));
  const lanes = able.flatMap((one) => one.lanes);
  if (lanes.length === 0)
    throw new MissingError('This machine has no compiler to build with for a farm: apt-get install gcc libc6-dev.');
  const needs = { native, scratch, jobs, timeoutSeconds: defaultTimeouts.build, compiler: undefined };
  const compilers = new Map<string, FarmCompiler>();
  for (const { kind, farm, lanes: own } of able) if (own.length > 0) compilers.set(kind, farm.openBuilder(needs));
  return {
    card: { name, lanes, jobs, host: hostname(), version: packageVersion() },
    build: async ({ target: text, purpose, kernel }) => {
      try {
        const target = parseTarget(text);
        const compiler = compilers.get(backendOf(target).kind);
        if (!compiler) throw new Refusal('nothing here builds for its target');
        return await compiler.build(kernel, target, purpose);
      } catch (error) {
        if (error instanceof UsageError) throw new Refusal(error.message);
        throw error;
      }
    },
    close: async () => {
      await Promise.all([...compilers.values()].map((compiler) => compiler.close()));
    },
  };
}
