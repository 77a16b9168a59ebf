/** `src/weights.h`: where the packed constants are, how many bytes, and, of a file, what it must hold. */
import type { WeightsPlace } from '../../capabilities/export-program.js';

export function weightsHeaderText(name: string, bytes: Buffer, place: WeightsPlace): string {
  const own = place === 'embed' ? embedded(name) : mapped(name, bytes);
  return `/* The packed constants. Written by tune. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "${name}.h"

#define WEIGHTS_BYTES ${bytes.length}u
${own}
#endif
`;
}

function embedded(name: string): string {
  return `extern const char ${name}_weights[];

static inline int weights_status(void) { return ${name.toUpperCase()}_OK; }
`;
}

function mapped(name: string, bytes: Buffer): string {
  return `#define WEIGHTS_CHECKSUM {${Array.from(checksumOf(bytes), (lane) => `${lane}u`).join(', ')}}

/* NULL before they are mapped. */
extern const char *${name}_weights;

static inline int weights_status(void) { return ${name}_load(NULL); }
`;
}

const LANES = 8;

/**
 * That of native/network/weights-file.c: each word of 32 bits in turn goes into one of eight lanes, by FNV-1a's step
 * with a rotation, so that high bits count, too. Bytes are a multiple of 32.
 */
function checksumOf(bytes: Buffer): Uint32Array {
  const lanes = new Uint32Array(LANES).fill(0x811c9dc5);
  for (let at = 0; at < bytes.length; at += 4) {
    const lane = (at / 4) % LANES;
    const word = lanes[lane]! ^ bytes.readUInt32LE(at);
    lanes[lane] = Math.imul((word << 13) | (word >>> 19), 0x01000193);
  }
  return lanes;
}
