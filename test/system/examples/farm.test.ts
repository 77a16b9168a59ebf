import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { testWhere } from '../../support/skips.js';

const isThere = (...command: readonly [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0;
const withSystemd = testWhere(isThere('systemd-analyze', '--version'), 'systemd-analyze (apt-get install systemd)');
const withDocker = testWhere(isThere('docker', 'compose', 'version'), 'docker compose');

/** What systemd says of the units of examples/farm, each text changed. */
function verdictOn(change: (unit: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-units-'));
  try {
    const names = readdirSync('examples/farm').filter((name) => name.endsWith('.service'));
    // The program must be there.
    for (const name of names) {
      const unit = readFileSync(join('examples/farm', name), 'utf8').replaceAll('/opt/tune/bin', resolve('bin'));
      writeFileSync(join(folder, name), change(unit));
    }
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names.map((name) => `./${name}`)], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

withSystemd('systemd finds nothing wrong in the units', () => {
  expect(verdictOn((unit) => unit)).toBe('');
  expect(verdictOn((unit) => unit.replace('NoNewPrivileges', 'NoNewPriviliges'))).toContain('Unknown key');
});

withDocker('docker compose reads compose.yaml', () => {
  const { status, stderr } = spawnSync('docker', ['compose', '-f', 'examples/farm/compose.yaml', 'config', '--quiet'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
