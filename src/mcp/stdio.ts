import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { AgentAccess } from './access.ts';
import { createAgentServer } from './server.ts';

/** More than the largest input takes; the rest of a longer line is not read. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;

export interface StdioOptions {
  readonly access: AgentAccess;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends it from this side. */
  readonly signal: AbortSignal;
}

/** Answers one program over a pair of pipes, until it closes its end. */
export async function serveOverStdio({ access, input, output, signal }: StdioOptions): Promise<void> {
  const ended = Promise.withResolvers<void>();
  input.once('close', ended.resolve).once('end', ended.resolve);
  // A program that has gone reads nothing more.
  output.on('error', () => ended.resolve());
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  const handle = serveStdio(({ era }) => createAgentServer(access, era), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: LONGEST_MESSAGE }),
  });
  await ended.promise;
  await handle.close();
}
