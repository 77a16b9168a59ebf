import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../target/errors.js';

/** What a signature is for: one of one kind is none of another. */
export type Use = 'build' | 'built' | 'run' | 'ran' | 'device' | 'builder';

/** Of the secret, at least. */
const LEAST = 16;

/** What the tuners and workers of a farm share, and Redis does not know. */
export class Secret {
  constructor(private readonly text: string) {}

  /** HMAC-SHA256 of a text, in hexadecimal, by a key for this use alone. */
  sign(use: Use, text: string): string {
    return this.digest(use, text).toString('hex');
  }

  verify(use: Use, text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'hex');
    const right = this.digest(use, text);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private digest(use: Use, text: string): Buffer {
    const key = createHmac('sha256', this.text).update(`tune farm ${use}`).digest();
    return createHmac('sha256', key).update(text).digest();
  }
}

/**
 * The secret of a farm: that of $TUNE_FARM_SECRET, or of a file, which is the given one, $TUNE_FARM_SECRET_FILE or
 * ~/.config/tune/farm-secret. Throws UsageError where there is none, it is short, or others may read the file.
 */
export function readSecret(path: string | undefined, env: NodeJS.ProcessEnv = process.env): Secret {
  const inEnvironment = env['TUNE_FARM_SECRET'];
  if (path === undefined && inEnvironment !== undefined) return checked(inEnvironment, 'TUNE_FARM_SECRET');
  const config = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const file = path ?? env['TUNE_FARM_SECRET_FILE'] ?? join(config, 'tune', 'farm-secret');
  return checked(textOf(file), file);
}

function textOf(file: string): string {
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`Others may read the farm's secret in ${file}: run chmod 600 ${file}.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The farm's secret cannot be read from ${file}: write the same one on each machine (umask 077; openssl rand -hex 32 > ${file}), or set TUNE_FARM_SECRET.`,
    );
  }
}

function checked(text: string, where: string): Secret {
  const secret = text.trim();
  if (secret.length >= LEAST) return new Secret(secret);
  throw new UsageError(
    `The farm's secret in ${where} has fewer than ${LEAST} characters: make one with openssl rand -hex 32.`,
  );
}
