import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createError } from '../../platform/errors.ts';
import { answerRequest } from '../answer-request.ts';
import type { Control } from '../control.ts';

/** The caller has locked the data folder, so an existing socket file is from a crashed service and can be deleted. */
export async function serveSocket(control: Control, address: string): Promise<{ close(): Promise<void> }> {
  const server = createServer({ connectionsCheckingInterval: 60_000 }, (request, response) => {
    void answerRequest(control, (request.url ?? '/').slice(1), request, response, 'trusted');
  });
  await new Promise<void>((resolve, reject) => {
    if (process.platform !== 'win32') rmSync(address, { force: true });
    server.once('error', reject);
    server.listen(address, resolve);
  }).catch((thrown: unknown) => {
    throw createError('control_socket', { address }, { cause: thrown });
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
