import { createHash } from 'node:crypto';
import { canonical } from './canonical.js';
import type { BuildRequest } from './messages.js';

/** A build that was lost starts anew so often: it changes nothing but what is stored. */
export const buildRedeliveries = 3;

/** By which a build is one job, whoever asks for it. */
export function buildHash({ target, purpose, compiler, kernel }: Omit<BuildRequest, 'nonce' | 'expires'>): string {
  return createHash('sha256').update(canonical({ target, purpose, compiler, kernel })).digest('hex');
}
