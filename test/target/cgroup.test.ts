import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuLimit, type CgroupPlaces } from '../../src/target/cgroup.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-cgroup-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A system whose process is in these groups, of which some have files. */
function system(own: string, groups: Readonly<Record<string, Readonly<Record<string, string>>>>): CgroupPlaces {
  const places = { own: join(folder, 'own'), root: join(folder, 'fs') };
  writeFileSync(places.own, own);
  for (const [group, files] of Object.entries(groups)) {
    mkdirSync(join(places.root, group), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(places.root, group, name), `${text}\n`);
  }
  return places;
}

test('the tightest limit counts, of the group or of one above it', () => {
  const inner = { 'cpu.max': '150000 100000', 'cpu.stat': 'usage_usec 9\nnr_throttled 3\nthrottled_usec 2500000' };
  const outer = { 'cpu.max': '400000 100000', 'cpu.stat': 'throttled_usec 7' };
  expect(cpuLimit(system('0::/a/b', { 'a/b': inner, a: outer }))).toEqual({ cores: 1.5, stopped: 2.5 });
  expect(cpuLimit(system('0::/a/b', { 'a/b': outer, a: inner }))).toEqual({ cores: 1.5, stopped: 2.5 });
});

test('a container sees its own group as the root', () => {
  expect(cpuLimit(system('0::/', { '.': { 'cpu.max': '50000 100000' } }))).toEqual({ cores: 0.5, stopped: 0 });
  const version1 = { 'cpu.cfs_quota_us': '50000', 'cpu.cfs_period_us': '100000' };
  expect(cpuLimit(system('4:cpu,cpuacct:/docker/0123', { 'cpu,cpuacct': version1 }))).toMatchObject({ cores: 0.5 });
});

test('version 1 counts nanoseconds', () => {
  const limited = {
    'cpu.cfs_quota_us': '25000',
    'cpu.cfs_period_us': '50000',
    'cpu.stat': 'nr_periods 4\nnr_throttled 2\nthrottled_time 30000000',
  };
  const own = '9:memory:/x\n1:cpu:/x\n0::/x';
  expect(cpuLimit(system(own, { 'cpu/x': limited, 'memory/x': limited }))).toEqual({ cores: 0.5, stopped: 0.03 });
});

test('no limit, no groups, and nonsense are no limit', () => {
  expect(cpuLimit(system('0::/a', { a: { 'cpu.max': 'max 100000' } }))).toBeUndefined();
  expect(cpuLimit(system('1:cpu:/', { cpu: { 'cpu.cfs_quota_us': '-1', 'cpu.cfs_period_us': '100000' } }))).toBe(
    undefined,
  );
  expect(cpuLimit(system('nonsense\n\n0::', {}))).toBeUndefined();
  expect(cpuLimit(system('0::/a', { a: { 'cpu.max': 'x' } }))).toBeUndefined();
  expect(cpuLimit({ own: join(folder, 'none'), root: folder })).toBeUndefined();
});
