/** What the names of all that a library defines begin with. */
import { z } from 'zod';

/** Characters of a name. */
const LONGEST = 40;

/** Files that a library has itself, and headers of C and of systems, which one of its own would hide. */
const files =
  'arrays bench dispatch driver plain random run table timing tolerance weights ' +
  'assert complex ctype dlfcn errno fcntl fenv float inttypes iso646 limits locale math omp pthread sched setjmp signal ' +
  'stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar unistd ' +
  'wchar wctype';
/** Targets that CMake and make have. */
const targets =
  'all clean depend edit_cache help install list_install_components package package_source programs rebuild_cache test';
const reserved: ReadonlySet<string> = new Set(`${files} ${targets}`.split(' '));

export const libraryNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'must be a name of C in lower case')
  .max(LONGEST)
  .refine((name) => !reserved.has(name), 'is a file or target that every library has: choose another');

/** Files of a network's library that a library of kernels has not: that may be called so. */
const ofNetworks: ReadonlySet<string> = new Set(['kernels', 'prepare', 'subnormals']);

export const networkNameSchema = libraryNameSchema.refine(
  (name) => !ofNetworks.has(name),
  'is a file that every library of a network has: choose another',
);

/** The same as `libraryName` of what a network's library can have. */
export function networkName(text: string): string {
  const name = libraryName(text);
  return ofNetworks.has(name) ? `${name}_lib` : name;
}

/** A name of C that a text suggests, and that a library can have; empty where it has no letter. */
export function libraryName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, LONGEST);
  return reserved.has(name) ? `${name}_lib` : name;
}
