import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { buildOnce } from '../../cli/bin.js';
import { reproducible } from '../../support/console-blocks.js';

beforeAll(buildOnce);

test.each(reproducible)('the commands of %s print what it says', (page) => {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stderr } = spawnSync(process.execPath, [resolve('bin/docs-update.mjs'), '--check', page], {
    encoding: 'utf8',
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
