import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { missingHere } from '../../../../src/backend/cpu/march.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { checksIn, must, ownFolder } from '../../../products/export/fixtures.js';
import { compileStrictly } from '../../../products/export/strict.js';
import { floats, modelOf } from '../../../support/graph-models.js';
import { randomProgram, writeLibrary } from '../../../support/network-library.js';
import { testWhere } from '../../../support/skips.js';

const library = join(ownFolder(), 'net');
const weights = floats(
  [4, 3, 3, 3],
  Array.from({ length: 108 }, (_, i) => Math.sin(i)),
);

/** Ports whose names mean something in C, in a comment of C, or are alike. */
beforeAll(async () => {
  const names = { first: '*/ "??/\n', second: 'for', third: 'net_call', fourth: 'for_' };
  const model = modelOf({
    inputs: { [names.first]: [1, 3, 5, 5], [names.second]: [1, 4, 5, 5] },
    constants: { weights },
    nodes: [
      ['Conv', [names.first, 'weights'], ['a'], { pads: [1, 1, 1, 1] }],
      ['Add', ['a', names.second], [names.third]],
      ['Softmax', [names.third], [names.fourth], { axis: 1 }],
    ],
    outputs: [names.third, names.fourth],
  });
  const graph = legalise(simplify(toGraph(model)));
  const random = new Random(3);
  await writeLibrary(library, graph, randomProgram(graph, { random }).program, { random });
  must(library, 'make', '-j2', 'CFLAGS=-O0 -Werror', 'all', 'programs');
});

test('passes its self-test under the address and undefined-behaviour sanitizers', () => {
  const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
  expect(must(library, 'make', '-s', 'BUILD=strict', strict, 'test').match(/^ok/gm)).toHaveLength(6);
});

test('compilers warn of nothing in headers and sources as C++20 and C11, -Wpedantic and -Wsign-conversion included', () => {
  compileStrictly(library, 'test', 'run', 'bench', 'driver');
});

test('its header begins with what it needs, and a kernel with the command that compiles it', () => {
  const lines = readFileSync(join(library, 'include/net.h'), 'utf8').split('\n');
  expect(lines.slice(1, 3)).toEqual([
    expect.stringMatching(/^ \* net, a network of \d kernels\. Written by tune\.$/),
    expect.stringMatching(/^ \* None of \d kernels was measured\.$/),
  ]);
  expect(lines[3]).toMatch(/^ \* CPU features: /);
  expect(lines).toContain(' * On other CPUs calls return NET_UNSUPPORTED_CPU.');
  const [kernel] = readdirSync(join(library, 'src/kernels'));
  const source = readFileSync(join(library, 'src/kernels', kernel!), 'utf8');
  must(library, 'sh', '-c', `${/^ \* (gcc .*)$/m.exec(source)![1]!} -Werror -o /dev/null`);
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
testWhere(hasNumpy, 'apt-get install python3-numpy')('Python gives what the reference says', () => {
  const use = `import net, numpy
given = numpy.fromfile("../test/inputs.bin", numpy.float32)
a, b = given[:75].reshape(net.INPUTS[0].shape), given[75:].reshape(net.INPUTS[1].shape)
got = numpy.concatenate([x.ravel() for x in net.run(a, b)])
numpy.testing.assert_allclose(got, numpy.fromfile("../test/outputs.bin", numpy.float32), rtol=1e-3, atol=1e-4)
print(len(got))`;
  expect(must(join(library, 'python'), 'python3', '-B', '-c', use)).toBe('200\n');
});

testWhere(hasNumpy, 'apt-get install python3-numpy')(
  'Python shows its ports, and refuses arrays of other types',
  () => {
    const use = `import net, numpy, typing
print(repr(net.INPUTS[1]))
arrays = [numpy.zeros(p.shape, p.dtype) for p in net.INPUTS]
for wrong in ([arrays[0].astype(float), arrays[1]], [arrays[0], arrays[1][..., :4]]):
    try: net.run(*wrong)
    except (TypeError, ValueError) as error: print(type(error).__name__, str(error).split(' ', 2)[2])
print([x.dtype.name for x in net.run(arrays[0], arrays[1].tolist())], "return" in typing.get_type_hints(net.run))`;
    expect(must(join(library, 'python'), 'python3', '-B', '-c', use).trim().split('\n')).toEqual([
      'for: float32[1, 4, 5, 5]',
      'TypeError is float32, and float64 was given: convert it first',
      'ValueError the shape [1, 4, 5, 5], not [1, 4, 5, 4]',
      "['float32', 'float32'] True",
    ]);
  },
);

const headers = resolve(process.execPath, '..', '..', 'include', 'node');
testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node')('Node gives what `run` writes', () => {
  must(library, 'make', 'CFLAGS=-O0 -Werror', `NODE_HEADERS=${headers}`, 'node');
  must(library, 'build/run', 'test/inputs.bin', 'outputs.bin');
  const use = `const { inputs, run } = require('./index.js'), bytes = require('node:fs').readFileSync('../test/inputs.bin');
    const given = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const made = run([given.slice(0, 75), given.slice(75)]);
    process.stdout.write(Buffer.concat(made.map((x) => Buffer.from(x.buffer))).toString('hex'));`;
  expect(must(join(library, 'node'), process.execPath, '-e', use)).toBe(
    readFileSync(join(library, 'outputs.bin')).toString('hex'),
  );
  const wrong = `const { run } = require('./index.js');
    try { run([new Float32Array(75), new Int8Array(100)]); } catch (error) { console.log(error.code, error.message); }`;
  expect(must(join(library, 'node'), process.execPath, '-e', wrong)).toBe(
    'BAD_ARRAY for must be Float32Array of 100 elements (float32[1, 4, 5, 5]), and Int8Array of 100 was given\n',
  );
});

/** `call WORKSPACE [ARRAY]`: calls the network with both at so many bytes behind a multiple of 64. */
const callAt = `
#include "../test/arrays.h"
int main(int count, char **given) {
  const size_t offset = (size_t)atoi(given[1]), shift = count > 2 ? (size_t)atoi(given[2]) : 0;
  char *workspace = (char *)memory(NET_WORKSPACE, offset), *second = (char *)memory(100 * sizeof(float), shift);
  static float first[75], third[100], fourth[100];
  const int status = net_run(first, (float *)second, third, fourth, workspace);
  puts(status == NET_OK ? "called" : net_message(status));
  free(workspace - offset);
  free(second - shift);
  return status;
}
`;

function buildCall(name: string, ...options: readonly string[]): string {
  const build = `build-${name}`;
  must(library, 'make', '-s', `BUILD=${build}`, 'CFLAGS=-O1 -Werror', ...options, 'all');
  writeFileSync(join(library, build, 'call.c'), callAt);
  const words = ['-Iinclude', '-Itest', `${build}/call.c`, `${build}/libnet.a`, '-lm', '-fopenmp'];
  must(library, 'gcc', ...words, '-o', `${build}/call`);
  return join(build, 'call');
}

test('memory between two floats is refused by builds for debugging, and by no other', () => {
  const [checked, free] = [buildCall('checked', 'DEBUG=1'), buildCall('free')];
  for (const call of [checked, free])
    for (const at of [['0'], ['4'], ['8', '4']]) expect(must(library, call, ...at)).toBe('called\n');
  for (const [at, says] of [
    [['1'], 'aligned as floats are'],
    [['0', '2'], 'aligned as their elements are'],
  ] as const) {
    const { signal, stderr } = spawnSync(join(library, checked), at, { encoding: 'utf8' });
    expect({ signal, stderr }).toEqual({ signal: 'SIGABRT', stderr: expect.stringContaining(says) });
    expect(must(library, free, ...at)).toBe('called\n');
  }
});

test('make DEBUG=1 builds beside what make has built', () => {
  must(library, 'make', '-s', '-j2', 'CFLAGS=-O1 -Werror', 'DEBUG=1', 'test');
  expect([checksIn(library, 'build-debug/libnet.a'), checksIn(library, 'build/libnet.a')]).toEqual([true, false]);
});

const hasCmake = spawnSync('cmake', ['--version']).status === 0;
testWhere(hasCmake, 'apt-get install cmake')('CMake builds what checks its arguments by the type Debug alone', () => {
  for (const [type, checks] of [
    ['Debug', true],
    ['', false],
  ] as const) {
    const build = `cmake-${type}`;
    must(library, 'cmake', '-S', '.', '-B', build, `-DCMAKE_BUILD_TYPE=${type}`, '-DCMAKE_C_FLAGS=-Werror');
    must(library, 'cmake', '--build', build, '-j2');
    expect(checksIn(library, `${build}/libnet.a`)).toBe(checks);
    expect(must(join(library, build), 'ctest')).toContain('100% tests passed');
  }
});

/** NET_UNSUPPORTED_CPU, and its sentence. */
const UNSUPPORTED = 5;
const message = /this CPU lacks some of .*, which net needs: build it by tune network --target/;

test('a CPU without the features is an error of the first call, in C, Python and Node', () => {
  const lacking = ['-s', 'BUILD=build-lacking', 'CFLAGS=-O1 -Werror -DNET_CPU_SUPPORTED=0'];
  const call = buildCall('lacking', ...lacking);
  const called = spawnSync(join(library, call), ['0'], { encoding: 'utf8' });
  expect(called).toMatchObject({ status: UNSUPPORTED, stdout: expect.stringMatching(message) });
  if (hasNumpy) {
    const use = `import net, numpy
for call in (net.prepare, lambda: net.run(*(numpy.zeros(p.shape, p.dtype) for p in net.INPUTS))):
    try: call()
    except RuntimeError as error: print(error)`;
    const shared = join(library, 'build-lacking', 'libnet.so');
    const env = ['env', `NET_LIBRARY=${shared}`, 'python3', '-B', '-c', use] as const;
    expect(must(join(library, 'python'), ...env).match(new RegExp(message, 'g'))).toHaveLength(2);
  }
  if (existsSync(join(headers, 'node_api.h'))) {
    must(library, 'make', ...lacking, `NODE_HEADERS=${headers}`, '-B', 'node');
    const use = `const { inputs, run } = require('./index.js');
      const given = inputs.map(({ array, shape }) => new globalThis[array](shape.reduce((a, b) => a * b, 1)));
      try { run(given); } catch (error) { console.log(error.code, error.message); }`;
    const said = must(join(library, 'node'), process.execPath, '-e', use);
    expect(said).toMatch(new RegExp(`^UNSUPPORTED_CPU ${message.source}`));
  }
});

const canEmulate = process.arch === 'x64' && spawnSync('qemu-x86_64', ['--version']).status === 0;
testWhere(canEmulate, 'apt-get install qemu-user, on an x86')(
  'calls on an older CPU return that it lacks features',
  () => {
    const call = buildCall('older');
    for (const cpu of ['Nehalem', ...(missingHere('x86-64-v4').length === 0 ? ['Haswell'] : [])]) {
      const run = (...words: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
        spawnSync('qemu-x86_64', ['-cpu', cpu, ...words], { cwd: library, encoding: 'utf8' });
      expect(run(call, '0')).toMatchObject({
        status: UNSUPPORTED,
        stdout: expect.stringMatching(message),
      });
      expect(run('build/run', 'test/inputs.bin', 'outputs.bin')).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(message),
      });
    }
  },
);
