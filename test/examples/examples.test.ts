import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadModule } from '../../src/catalogue/load-module.js';
import { Random } from '../../src/space/random.js';
import { contextOf, largeSpace, observe } from '../explorer/fixtures.js';

describe('the examples', () => {
  test('climb.js: it finds the top of a hill in a tenth of the space', async () => {
    const { explorers } = await loadModule('examples/climb.js');
    const space = largeSpace();
    const [top] = [space.sample(new Random(4))!];
    const digits = space.digits(top.index);
    const height = (index: number): number =>
      1e9 / (1 + space.digits(index).reduce((sum, digit, place) => sum + Math.abs(digit - digits[place]!), 0));
    const explorer = explorers.at(0)!.create(contextOf(space, { random: new Random(2) }));
    let best = 0;
    let trials = 0;
    for (; trials < space.size / 10 && best < 1e9; trials += 8) {
      const configs = await explorer.propose(8);
      explorer.observe(observe(configs, ({ index }) => height(index)));
      best = Math.max(best, ...configs.map(({ index }) => height(index)));
    }
    expect({ best, trials }).toEqual({ best: 1e9, trials: expect.any(Number) as unknown });
  });
});

describe('what newcomers read', () => {
  test.each(['climb.js', 'conv1d.js', 'matmul-rows.js'])(
    '%s imports from tune alone, and the page names it',
    (name) => {
      const imports = Array.from(
        readFileSync(join('examples', name), 'utf8').matchAll(/from '([^']+)'/g),
        ([, from]) => from,
      );
      expect(imports).toEqual(['tune']);
      expect(readFileSync('examples/README.md', 'utf8')).toContain(`](${name})`);
    },
  );

  test.each(['snake.c', 'snake.yaml'])('the page on operators in C shows %s', (name) => {
    const text = readFileSync(join('examples', 'operator-source', name), 'utf8');
    expect(readFileSync('docs/guide/operator-source.md', 'utf8')).toContain(`\n${text}\`\`\`\n`);
  });
});
