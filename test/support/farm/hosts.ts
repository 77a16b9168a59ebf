/** Network namespaces as hosts of a farm: each has a link of its own to the one in the middle, which can be cut. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { MissingError } from '../../../src/target/errors.js';

/** Runs `ip` with words; throws with what it says. */
const ip = (text: string): void => {
  execFileSync('ip', text.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Throws MissingError where there can be none: for a user, and without the command `ip` in a folder of `path`. */
export function needHosts(user = process.getuid?.(), path = process.env['PATH'] ?? ''): void {
  const hasIp = path.split(delimiter).some((folder) => existsSync(join(folder, 'ip')));
  if (user !== 0 || !hasIp) throw new MissingError('--hosts needs root and ip: run it as root, or leave --hosts out.');
}

export class Hosts {
  private readonly names: readonly string[];

  /** One in the middle, and as many around it as have names. Throws where the machine gives no namespaces. */
  constructor(
    around: readonly string[],
    private readonly prefix = `tune${process.pid}`,
  ) {
    this.names = around;
    try {
      ip(`netns add ${this.prefix}`);
      ip(`-n ${this.prefix} link set lo up`);
      for (const [place, name] of around.entries()) this.add(name, place);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What runs a command there. */
  get middle(): readonly string[] {
    return ['ip', 'netns', 'exec', this.prefix];
  }
  at(name: string): readonly string[] {
    return ['ip', 'netns', 'exec', this.of(name)];
  }

  /** The address of the middle, as one of the others sees it. */
  address(name: string): string {
    return `10.99.${this.names.indexOf(name)}.1`;
  }

  cut(name: string): void {
    ip(`-n ${this.of(name)} link set up0 down`);
  }
  mend(name: string): void {
    ip(`-n ${this.of(name)} link set up0 up`);
  }

  close(): void {
    for (const name of [...this.names.map((one) => this.of(one)), this.prefix])
      try {
        ip(`netns del ${name}`);
      } catch {
        // It was not made.
      }
  }

  private add(name: string, place: number): void {
    const [host, down] = [this.of(name), `down${place}`];
    ip(`netns add ${host}`);
    ip(`-n ${host} link set lo up`);
    ip(`link add up0 netns ${host} type veth peer name ${down} netns ${this.prefix}`);
    ip(`-n ${host} addr add 10.99.${place}.2/24 dev up0`);
    ip(`-n ${this.prefix} addr add 10.99.${place}.1/24 dev ${down}`);
    ip(`-n ${host} link set up0 up`);
    ip(`-n ${this.prefix} link set ${down} up`);
  }

  private of(name: string): string {
    return `${this.prefix}-${name}`;
  }
}
