import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { alignLayers, originsIn } from '../../../src/network/compare/align.js';
import type { ProfiledNode } from '../../../src/network/compare/runtime.js';

/** conv → batch norm → relu, pool, concat of both, product with a sum behind it */
const nodes = [
  { name: 'n0', inputs: ['x', 'w0'], outputs: ['r0'] },
  { name: 'n1', inputs: ['r0'], outputs: ['r1'] },
  { name: 'n2', inputs: ['r1'], outputs: ['r2'] },
  { name: 'block/pool', inputs: ['r2'], outputs: ['block/pool_0'] },
  { name: 'n4', inputs: ['r2', 'block/pool_0'], outputs: ['r4'] },
  { name: 'MatMul_5', inputs: ['r4', 'w5'], outputs: ['r5'] },
  { name: 'Add_6', inputs: ['r5', 'b'], outputs: ['y'] },
];
/** The batch norm became part of the convolution's weights, and nobody names it. */
const layers = [
  { name: 'n0', nodes: ['n0', 'n2'] },
  { name: 'block/pool', nodes: ['block/pool'] },
  { name: 'n4', nodes: ['n4'] },
  { name: 'MatMul_5', nodes: ['MatMul_5', 'Add_6'] },
];
const calls = ['n0', 'block/pool', 'r2 to NCHW', 'block/pool_0 in r4', 'MatMul_5'].map((layer) => ({ layer }));

describe('a node of ONNX Runtime', () => {
  test.each([
    ['r2_nchwc', 'n2'],
    ['r1_bn_nchwc', 'n1'],
    ['r2_nchwc_token_3', 'n2'],
    ['block/pool_0_nchwc', 'block/pool'],
    ['block/pool', 'block/pool'],
    ['fused n0', 'n0'],
    ['MatMul_5/MatMulAddFusion', 'MatMul_5'],
    ['MatMul_5/MatMulAddFusion/', 'MatMul_5'],
    ['n4_token_12', 'n4'],
    ['ReorderInput', undefined],
    ['n', undefined],
  ])('%s comes from %s', (name, origin) => {
    expect(originsIn(nodes)(name)).toBe(origin);
  });

  test('is called after its node where a value has that name, too', () => {
    const crossed = [
      { name: 'a', inputs: ['x'], outputs: ['b'] },
      { name: 'b', inputs: ['b'], outputs: ['y'] },
    ];
    expect(originsIn(crossed)('b')).toBe('b');
    expect(originsIn(crossed)('b_nchwc')).toBe('a');
  });
});

describe('layers side by side', () => {
  const at = (name: string, seconds: number, converts = false): ProfiledNode => ({ name, seconds, converts });
  const onOnnxRuntime = (profile: readonly ProfiledNode[]) => new Map([['onnxruntime' as const, profile]]);

  test('hold what comes from their nodes, or from what became part of them', () => {
    const profile = [
      at('ReorderInput', 1, true),
      at('r1_nchwc', 2),
      at('r2_nchwc', 4),
      at('made up', 8),
      at('MatMul_5/MatMulAddFusion', 16),
      at('ReorderOutput_1', 32, true),
    ];
    const rows = alignLayers({ nodes, layers, calls }, [10, 20, 30, 40, 50], onOnnxRuntime(profile));
    expect(rows.map(({ layer, seconds, onnxruntime_seconds: theirs }) => [layer, seconds, theirs])).toEqual([
      ['n0', 10, 6],
      ['block/pool', 20, null],
      ['n4', 0, null],
      ['MatMul_5', 50, 16],
      ['conversions', 70, 33],
      ['other', 0, 8],
    ]);
    expect(rows.at(-1)!.nodes).toEqual(['made up']);
  });

  test('hold all seconds of both, whatever the nodes are called', () => {
    const some = fc.constantFrom(...nodes.flatMap(({ name, outputs }) => [name, ...outputs]), 'Cast_3', '', '/');
    const name = fc
      .tuple(some, fc.constantFrom('', '_nchwc', '_nchwc_token_1', '/Fusion', '_token_2'))
      .map((parts) => parts.join(''));
    const profiles = fc.array(fc.record({ name, converts: fc.boolean(), seconds: fc.nat(1000) }));
    fc.assert(
      fc.property(profiles, fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }), (profile, seconds) => {
        const rows = alignLayers({ nodes, layers, calls }, seconds, onOnnxRuntime(profile));
        const sum = (all: readonly number[]): number => all.reduce((some, one) => some + one, 0);
        expect(sum(rows.map((row) => row.seconds))).toBe(sum(seconds));
        expect(sum(rows.map((row) => row.onnxruntime_seconds ?? 0))).toBe(sum(profile.map((node) => node.seconds)));
      }),
    );
  });

  test('hold what OpenVINO says to be made of their nodes, and of our calls what they take alone', () => {
    const profile = [
      { name: 'Multiply_7', seconds: 3, converts: false, origins: ['Multiply_7', 'n1', 'n2'] },
      { name: 'MatMul_5', seconds: 5, converts: false, origins: [] },
      { name: 'fake', seconds: 7, converts: true, origins: [] },
    ];
    const known = calls.map((call) => (call.layer === 'n0' ? { ...call, alone: 9 } : call));
    const rows = alignLayers({ nodes, layers, calls: known }, [10, 20, 30, 40, 50], new Map([['openvino', profile]]));
    expect(rows.map((row) => [row.layer, row.openvino_seconds, row.onnxruntime_seconds, row.alone_seconds])).toEqual([
      ['n0', 3, null, 9],
      ['block/pool', null, null, null],
      ['n4', null, null, null],
      ['MatMul_5', null, null, null],
      ['conversions', 7, null, null],
      ['other', 5, null, null],
    ]);
  });

  test('hold what follows a node beside which constants are nodes, and the larger part of one that we split', () => {
    const withConstants = [
      { name: 'c', inputs: [], outputs: ['half'] },
      ...nodes,
      { name: 'Mul_7', inputs: ['half', 'y'], outputs: ['z'] },
    ];
    const split = [
      { name: 'MatMul_5', nodes: ['MatMul_5'] },
      { name: 'MatMul_5_1', nodes: ['MatMul_5_1', 'Add_6'] },
    ];
    const [alias, product] = alignLayers(
      { nodes: withConstants, layers: split, calls: [{ layer: 'MatMul_5_1' }] },
      [9],
      onOnnxRuntime([at('MatMul_5', 1), at('Mul_7', 2)]),
    );
    expect(alias!.onnxruntime_seconds).toBeNull();
    expect(product!.onnxruntime_seconds).toBe(3);
  });

  test('end on nodes that go in circles', () => {
    const circle = [
      { name: 'a', inputs: ['vb'], outputs: ['va'] },
      { name: 'b', inputs: ['va'], outputs: ['vb'] },
    ];
    const [, other] = alignLayers({ nodes: circle, layers: [], calls: [] }, [], onOnnxRuntime([at('a', 1)]));
    expect(other).toMatchObject({ kind: 'other', onnxruntime_seconds: 1 });
  });
});
