import { describe, expect, test } from '@jest/globals';
import { computationOf } from '../../src/operator/operator.js';
import { pipeline, type PipelineShape } from '../../src/operator/pipeline.js';
import { randomPipeline } from '../../src/operator/random-pipeline.js';
import { UsageError } from '../../src/target/errors.js';

const size = { height: '20', width: '30' };
const shapeOf = (stages: string): readonly number[] =>
  computationOf(pipeline, pipeline.workload(undefined, { ...size, stages })).output.shape;

describe('pipeline', () => {
  test.each([
    ['v=stencil(x:3x5)', [18, 26]],
    ['v=stencil(x:2x2/2)', [10, 15]],
    ['v=stencil(x:3x3);s=map(x,v:a-b)', [18, 28]],
    ['r=sums(x);s=map(x,r:a/b)', [20, 30]],
    ['m=maxima(x)', [20, 1]],
    ['p=product(x:7)', [20, 7]],
  ])('%s gives an image of %j', (stages, shape) => {
    expect(shapeOf(stages)).toEqual(shape);
  });

  test('has one spelling of its stages', () => {
    const { shape } = pipeline.workload(undefined, {
      ...size,
      stages: ' v = stencil( x : 3x3/1 ) ; s=map(x, v: (a) * b)',
    });
    expect((shape as unknown as PipelineShape).stages).toBe('v=stencil(x:3x3);s=map(x,v:a*b)');
  });

  test.each([
    ['v=blur(x:3x3)', /none of stencil, map, sums, maxima and product/],
    ['v=stencil(y:3x3)', /v reads "y", which does not stand before it/],
    ['v=stencil(x:3x3);v=sums(v)', /two "v"/],
    ['v=stencil(x:3x3);w=sums(x)', /nothing reads "v"/],
    ['v=stencil(x:9x9)', /49 at most/],
    ['v=stencil(x:31x1)', /larger than the image/],
    ['v=stencil(x:3x3/4)', /from 1 to 3/],
    ['v=map(x:a+b)', /1 sources, and its expression reads 2/],
    ['v=map(x:transpose(a,1,0))', /moves elements/],
    ['v=sums(x,x)', /has one/],
    ['nonsense', /none of a stage's forms/],
    [Array.from({ length: 7 }, (_, i) => `s${i}=map(${i === 0 ? 'x' : `s${i - 1}`}:a)`).join(';'), /6 are possible/],
  ])('refuses %s', (stages, message) => {
    const make = (): unknown => shapeOf(stages);
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });

  test('counts operations of all elements', () => {
    const workload = pipeline.workload(undefined, { ...size, stages: 'v=stencil(x:3x3);p=product(v:4)' });
    expect(pipeline.flops(workload)).toBe(18 * 28 * 17 + 18 * 4 * 28 * 2);
  });

  test('has random ones of three to six stages, by a seed in the name', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const workload = pipeline.workload(`random-${seed}`, {});
      const { stages } = randomPipeline(seed);
      expect((workload.shape as unknown as PipelineShape).stages).toBe(stages);
      seen.add(stages.split(';').length);
    }
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
  });
});
