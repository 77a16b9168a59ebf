/** What kernels are compiled and linked to, and what of it serves other kernels and later runs, too. */
import type { Built } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { missingCompiler, type CCompiler, type Identity } from '../../measure/c-compiler.js';
import type { Compiled, Compilers } from '../../measure/compilers.js';
import { ErrorNo } from '../../measure/measurement.js';
import { defined } from '../../target/defined.js';
import type { ObjectCache } from '../../measure/object-cache.js';
import type { Units } from './codegen/units.js';
import type { CpuKernel } from './cpu-kernel.js';

/** A compiler, which one it is, and the file of its program. */
export type Identified = CCompiler & Identity & { readonly file: readonly (string | number)[] | undefined };

/** A compiler and how it is called. */
export interface Use {
  readonly compiler: Identified;
  readonly flags: readonly string[];
  readonly language: CpuKernel['language'];
  /** Whether source and flags are the user's, of whom nobody knows what else they read. */
  readonly own: boolean;
}

/** Those of the flags that are for linking. */
const linking: readonly string[] = ['-shared', '-nostdlib'];

type Refusal = Extract<Built, { error: unknown }>;

/** Whether it is the compiler's own word on a source. */
export function isRefused(built: Built): built is Refusal {
  return 'error' in built && built.error === ErrorNo.compileHost;
}

/** Compiles texts to shared objects, and units of them to objects that are linked. */
export class Objects {
  /** Objects of units, by what decides on them. */
  private readonly units = new BuildCache();
  private readonly known = new Set<string>();
  /** Units that came into a shared object with the entry of their kernel. */
  private readonly carried = new Set<string>();

  constructor(
    private readonly compilers: Compilers,
    private readonly kept: ObjectCache | undefined,
  ) {}

  /** A shared object of one text. */
  whole(source: string, use: Use): Promise<Built> {
    return this.keptOr('so', keyOf(source, use), use, () => this.compiled(source, [], use, 'so'));
  }

  /**
   * The same of a kernel's units. The largest that is new goes into one file with the entry: most kernels have one that
   * no other has. All others, and what comes again, are objects of their own. Errors are those of the first that fails.
   */
  link({ entry, units }: Units, use: Use): Promise<Built> {
    return this.keptOr('so', keyOf(units.join('') + entry, use), use, async () => {
      const carrier = this.carrierOf(units, use);
      const size = carrier.length + entry.length;
      const others = units.filter((unit) => unit !== carrier);
      // The carrier waits for them, so they do not stand at the end of the queue.
      const objects = await Promise.all(others.map((unit) => this.object(unit, use, size + unit.length)));
      const seconds = objects.reduce((sum, object) => sum + object.seconds, 0);
      const failed = objects.find((object) => 'error' in object);
      if (failed) return { ...failed, seconds };
      const paths = objects.flatMap((object) => ('path' in object ? [object.path] : []));
      const built = await this.compiled(carrier + entry, paths, use, 'so');
      return { ...built, seconds: built.seconds + seconds };
    });
  }

  /** Removes the objects that were used longest ago; nothing may be building. */
  trim(): Promise<void> {
    return this.units.trim();
  }

  /** Nothing where all units were met before. */
  private carrierOf(units: readonly string[], use: Use): string {
    const carrier = units
      .filter((unit) => this.isNew(keyOf(unit, use)))
      .reduce((largest, unit) => (unit.length > largest.length ? unit : largest), '');
    if (carrier !== '') this.carried.add(keyOf(carrier, use));
    return carrier;
  }

  private isNew(key: string): boolean {
    return !this.known.has(key) && !this.carried.has(key);
  }

  private object(unit: string, use: Use, size: number): Promise<Built> {
    const key = keyOf(unit, use);
    this.known.add(key);
    const flags = use.flags.filter((flag) => !linking.includes(flag));
    return this.units.get(key, () =>
      this.keptOr('o', key, use, () => this.compiled(unit, ['-c'], { ...use, flags }, 'o', size)),
    );
  }

  /** What an earlier run kept, or what is made now, which is kept. */
  private async keptOr(ending: string, key: string, { own }: Use, make: () => Promise<Built>): Promise<Built> {
    const kept = own ? undefined : this.kept;
    const before = kept?.get(`${ending} ${key}`, ending);
    if (before !== undefined) return { path: before, seconds: 0 };
    const built = await make();
    if ('path' in built) kept?.put(`${ending} ${key}`, built.path);
    return built;
  }

  private compiled(
    source: string,
    first: readonly string[],
    { compiler, flags, language, own }: Use,
    ending: 'o' | 'so',
    size?: number,
  ): Promise<Compiled> {
    const [program, ...words] = compiler.command;
    return this.compilers.run({
      source,
      ...defined({ size }),
      endings: ['c', ending],
      compiler: program,
      // Of source of the user's, some warnings about how it is called are errors.
      args: [...words, ...flags, ...(own ? [] : ['-w']), '-fmax-errors=3', ...first, '-x', language],
      missing: () => missingCompiler(compiler),
    });
  }
}

/** All that decides on an object. */
function keyOf(source: string, { compiler: { command, name, file }, flags, language }: Use): string {
  return hashOf(JSON.stringify([command, name, file, flags, language]) + source);
}
