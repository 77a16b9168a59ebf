import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two tries. */
const PAUSE = 5;

/**
 * Holds what a device times on for its host: a name in the abstract namespace of Unix sockets, which the kernel gives
 * to one process at a time, and takes back when that process ends, however it ends.
 */
export class DeviceLock {
  constructor(
    private readonly name: string,
    /** Hears once of each wait. */
    private readonly onWait: () => void = () => undefined,
  ) {}

  /** Waits until nobody else holds it. Throws the signal's reason when that is aborted before. */
  async during<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const held = await this.take(signal);
    try {
      return await work();
    } finally {
      held.close();
    }
  }

  private async take(signal: AbortSignal): Promise<Server> {
    for (let tries = 0; ; tries++) {
      signal.throwIfAborted();
      const server = await listen(`\0tune-device-${this.name}`);
      if (server) return server;
      if (tries === 0) this.onWait();
      await setTimeout(PAUSE);
    }
  }
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(path);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
