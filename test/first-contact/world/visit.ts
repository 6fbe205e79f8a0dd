import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';

/** Requests the address like a browser that trusts the certificate. */
export async function visit(address: string): Promise<string> {
  const pending = get(address, { rejectUnauthorized: false });
  const [response] = (await once(pending, 'response')) as [IncomingMessage];
  return text(response);
}
