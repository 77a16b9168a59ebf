import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { conv2dShape } from '../../src/operator/conv2d.js';
import { productShape } from '../../src/operator/product.js';
import type { Workload } from '../../src/operator/operator.js';
import { WorkError } from '../../src/target/errors.js';
import { packageRoot } from '../../src/target/root.js';

/** The peers that there can be, in the order of the table's columns; they compute in the workload's type. */
export const peerNames = ['cuBLAS', 'cuDNN'] as const;

const aboutSchema = z.object({ about: z.string() });
const answerSchema = z.union([
  z.object({ peers: z.array(z.object({ name: z.enum(peerNames), seconds: z.number().positive() })).min(1) }),
  z.object({ error: z.string() }),
]);

/** Seconds a call of one peer. */
export interface PeerSeconds {
  readonly name: string;
  readonly seconds: number;
}

/** cuBLAS and cuDNN as PyTorch calls them, in a process that answers a line with a line (peers.py). */
export class GpuPeers {
  private lastWords = '';
  private readonly lines: AsyncIterator<string, undefined>;
  /** All that it had to say has come by then. */
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = text.trim().split('\n').at(-1) || this.lastWords;
    });
    child.stdin.on('error', () => undefined); // whoever is gone says so by the end of its lines
    this.closed = once(child, 'close');
    this.lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  /** What answers: versions of the libraries. */
  about = '';

  /** Throws WorkError with the reason when there is no Python, no PyTorch, or no GPU that it can use. */
  static async start(python = 'python3'): Promise<GpuPeers> {
    const child = spawn(python, [join(packageRoot(), 'bench', 'gpu', 'peers.py')], { env: process.env });
    await once(child, 'spawn').catch(() => {
      throw new WorkError(`there is no ${python} here`);
    });
    const peers = new GpuPeers(child);
    peers.about = aboutSchema.parse(await peers.line()).about;
    return peers;
  }

  /**
   * Times every peer of a workload once more, on operands of which so many bytes are flushed. Throws WorkError when
   * they cannot.
   */
  async time(workload: Workload, cacheFlushBytes: number): Promise<readonly PeerSeconds[]> {
    const shape = workload.operator === 'matmul' ? productShape(workload) : conv2dShape(workload);
    this.child.stdin.write(`${JSON.stringify({ operator: workload.operator, cacheFlushBytes, ...shape })}\n`);
    const answer = answerSchema.parse(await this.line());
    if ('error' in answer) throw new WorkError(answer.error);
    return answer.peers;
  }

  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.closed;
  }

  private async line(): Promise<unknown> {
    const { done, value } = await this.lines.next();
    if (done !== true) return JSON.parse(value) as unknown;
    await this.closed;
    throw new WorkError(this.lastWords === '' ? 'python3 ended without a word' : this.lastWords);
  }
}
