import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answerRequest } from '../answer-request.ts';
import type { Control } from '../control.ts';

/**
 * Serves control on a local socket that only its owner can open: the folder is the owner's alone, and so is
 * the socket file. To be called by the one process that holds the data folder's lock, so that a socket file
 * that is there was left behind and can go.
 */
export async function serveSocket(control: Control, address: string): Promise<{ close(): Promise<void> }> {
  // Only its owner comes here, so slow clients are no worry; looking for them more often would wake an idle machine.
  const server = createServer({ connectionsCheckingInterval: 60_000 }, (request, response) => {
    void answerRequest(control, (request.url ?? '/').slice(1), request, response, 'trusted');
  });
  await new Promise<void>((resolve, reject) => {
    if (process.platform !== 'win32') rmSync(address, { force: true });
    server.once('error', reject);
    server.listen(address, resolve);
  }).catch((thrown: unknown) => {
    throw new PennyrowError(problem('control_socket', { address }), { cause: thrown });
  });
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
