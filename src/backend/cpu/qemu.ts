import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { askCompiler } from '../../measure/c-compiler.js';
import type { Platform } from '../../measure/native.js';
import { MissingError } from '../../target/errors.js';
import { compilerOf, isHost, type Toolchain } from './toolchains.js';

/**
 * Of the address space of a program. qemu does not keep the limits that the runner sets, and a kernel may allocate
 * without bound.
 */
const addressSpace = '4G';

/** How programs of a toolchain are built and run here. Throws MissingError without the compiler or what runs them. */
export function platformOf(toolchain: Toolchain): Platform {
  const { arch } = toolchain;
  return { arch, compiler: compilerOf(toolchain), launcher: isHost(toolchain) ? [] : launcherOf(toolchain) };
}

/** qemu by name, since the operating system need not know which programs are for it (binfmt_misc). */
function launcherOf(toolchain: Toolchain): readonly string[] {
  const program = findQemu(toolchain);
  if (program !== undefined) return [program, '-R', addressSpace, ...librariesOf(toolchain)];
  const how = 'apt-get install qemu-user (or the like on your system)';
  throw new MissingError(`Programs for ${toolchain.triple} cannot be run here without qemu; install it with: ${how}.`);
}

/** qemu's program for a toolchain, by name; distributions have two names for it. */
export function findQemu({ emulator }: Toolchain): string | undefined {
  const options = { stdio: 'ignore', env: process.env } as const;
  return [emulator, `${emulator}-static`].find((name) => spawnSync(name, ['--version'], options).status === 0);
}

/**
 * Where libraries of the target lie: the folder of which the cross compiler's C library is in `lib`. It is left to qemu
 * where the user says so (QEMU_LD_PREFIX), and where the compiler finds no library, of which it then gives the bare
 * name.
 */
function librariesOf(toolchain: Toolchain): readonly string[] {
  if (process.env['QEMU_LD_PREFIX'] !== undefined) return [];
  const library = askCompiler(['-print-file-name=libc.so.6'], compilerOf(toolchain)).stdout.trim();
  return existsSync(library) ? ['-L', resolve(library, '../..')] : [];
}
