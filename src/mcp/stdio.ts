import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createAgentServer } from './server.ts';
import type { AgentAccess } from './tool.ts';

/** The maximum size of a message, larger than any valid input of a tool. */
const MAXIMUM_MESSAGE_BYTES = 4 * 1024 * 1024;

export async function serveOverStdio(
  access: AgentAccess,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  input.once('close', ended.resolve).once('end', ended.resolve);
  output.on('error', () => ended.resolve());
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  const handle = serveStdio(({ era }) => createAgentServer(access, era), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: MAXIMUM_MESSAGE_BYTES }),
  });
  await ended.promise;
  await handle.close();
}
