/** How a library of source of the user's is built: each kernel with the flags that it was timed with. */
import type { CpuKernel } from '../cpu-kernel.js';
import { uncheckedName } from './check.js';

interface BuiltPart {
  /** Of its function, and of its files. */
  readonly name: string;
  readonly flags: readonly string[];
  readonly reference: CpuKernel;
}

export function makefileText(name: string, parts: readonly BuiltPart[]): string {
  const openmp = parts.some(({ flags, reference }) => flags.includes('-fopenmp') || reference.openmp)
    ? ' -fopenmp'
    : '';
  const named = (text: (name: string) => string): string => parts.map((part) => text(part.name)).join(' ');
  const objects = named((own) => `$(BUILD)/${own}.o`);
  const checks = named((own) => `$(BUILD)/${own}_check.o`);
  const calls = named((own) => `test/${own}_call.c`);
  const references = named((own) => `test/${own}_reference.o`);
  const library = `$(BUILD)/lib${name}.a`;
  return [
    '# make, make test',
    '# make DEBUG=1 builds a library in build-debug/ that aborts where an array is not aligned as it was timed.',
    'CC ?= cc',
    'OBJCOPY ?= objcopy',
    'DEBUG ?=',
    'BUILD = $(if $(DEBUG),build-debug,.)',
    '',
    `all: ${library}`,
    '',
    `${library}: ${objects} $(if $(DEBUG),${checks})`,
    '\trm -f $@',
    '\t$(AR) rcs $@ $^',
    '',
    ...parts.flatMap((part) => objectRules(name, part)),
    // A reference may define the very function under test: the test calls that of the library.
    ...parts.flatMap((part) => [
      `test/${part.name}_reference.o: test/${part.name}_reference.c`,
      `\t$(CC) ${part.reference.flags!.join(' ')} -w -c -o $@ test/${part.name}_reference.c`,
      `\t$(OBJCOPY) --keep-global-symbol=${part.name}_reference_kernel $@`,
      '',
    ]),
    `$(BUILD)/test/test: test/test.c ${calls} ${references} ${library}`,
    '\t@mkdir -p $(@D)',
    `\t$(CC) -O2${openmp} -w -o $@ test/test.c ${calls} ${references} ${library} -lm`,
    '',
    'test: $(BUILD)/test/test',
    '\t$(BUILD)/test/test',
    '',
    'clean:',
    `\trm -rf build-debug lib${name}.a ${named((own) => `${own}.o`)} ${references} test/test`,
    '',
    '.PHONY: all test clean',
    '',
  ].join('\n');
}

/** A check is compiled apart, so that the kernel in a debug build is the one that was timed, under another name. */
function objectRules(library: string, { name, flags }: BuiltPart): readonly string[] {
  return [
    `$(BUILD)/${name}.o: ${name}.c`,
    '\t@mkdir -p $(@D)',
    `\t$(CC) ${flags.join(' ')} -c -o $@ ${name}.c`,
    `\t$(OBJCOPY) --keep-global-symbol=${name} $@`,
    `\t$(if $(DEBUG),$(OBJCOPY) --redefine-sym ${name}=${uncheckedName(name)} $@)`,
    '',
    `$(BUILD)/${name}_check.o: debug/${name}.c ${library}.h`,
    '\t@mkdir -p $(@D)',
    `\t$(CC) -O2 -I. -c -o $@ debug/${name}.c`,
    '',
  ];
}
