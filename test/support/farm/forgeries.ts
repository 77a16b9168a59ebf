/** Messages that nobody with the secret wrote, or wrote for another place or time: none may be accepted. */
import { randomBytes } from 'node:crypto';
import type { Envelope } from '../../../src/measure/farm/envelope.js';

/** Numbers from 0 to below, from a seed. */
export type Draw = (below: number) => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of a real message. */
export function forge({ body, mac }: Envelope, draw: Draw): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => ({ body: changed(body, draw), mac }),
    () => ({ body, mac: randomBytes(32).toString('hex') }),
    () => ({ body, mac: changed(mac, draw) }),
    () => ({ body: body.slice(0, draw(body.length)), mac }),
    () => ({ body: `${body} `, mac }),
    () => ({ body, mac, extra: 1 }),
    () => ({ body: body + 'x'.repeat(9 * 2 ** 20), mac }),
    () => ({ body: JSON.parse(body) as unknown, mac }),
    () => [body, mac],
    () => ({ body }),
    () => null,
    () => ({ body: body.replace(/"device":"[^"]*"/, '"device":"other"'), mac }),
    () => ({ body: body.replace(/"sequence":\d+/, `"sequence":${draw(1e6) + 2}`), mac }),
  ];
  // The long one is rare: it takes a while.
  const kind = draw(kinds.length);
  return (kind === 6 && draw(20) > 0 ? kinds[0]! : kinds[kind]!)();
}

/** With one character that is another. */
function changed(text: string, draw: Draw): string {
  const place = draw(text.length);
  const other = text.charCodeAt(place) === 48 ? '1' : '0';
  return text.slice(0, place) + other + text.slice(place + 1);
}
