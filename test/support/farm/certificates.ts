import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0;
export const opensslNeeds = 'openssl (apt-get install openssl)';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of a test, in a folder of its own: it signs for a day. */
export class Authority implements Certificate {
  readonly cert: string;
  readonly key: string;

  constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {
    [this.cert, this.key] = this.paths(name);
    this.openssl('req', '-x509', ...keys, '-days', '1', '-subj', `/CN=${name}`, '-keyout', this.key, '-out', this.cert);
  }

  /** A certificate for who has these names, as `DNS:a` or `IP:127.0.0.1`. */
  sign(name: string, alternatives: string): Certificate {
    const [cert, key] = this.paths(`${this.name}-${name}`);
    const [request, extensions] = [`${cert}.request`, `${cert}.extensions`];
    writeFileSync(extensions, `subjectAltName=${alternatives}\n`);
    this.openssl('req', ...keys, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
    const signed = ['-CA', this.cert, '-CAkey', this.key, '-CAcreateserial', '-extfile', extensions];
    this.openssl('x509', '-req', '-days', '1', '-in', request, ...signed, '-out', cert);
    return { cert, key };
  }

  private paths(name: string): [cert: string, key: string] {
    return [join(this.folder, `${name}.pem`), join(this.folder, `${name}.key`)];
  }

  private openssl(...args: readonly string[]): void {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
  }
}

const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
