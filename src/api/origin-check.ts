import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../platform/loopback-host.ts';
import type { Refusal } from './answer.ts';

/**
 * Holds off web pages. A page whose own name was made to point at this machine (DNS rebinding) sends that
 * name as Host; a page that calls across origins sends its Origin. Any port is fine, for SSH tunnels.
 */
export function checkOrigin({ headers: { host, origin } }: IncomingMessage): Refusal | null {
  if (!isLoopbackHost(host)) {
    return {
      status: 421,
      error: 'This service answers only to localhost, 127.0.0.1 and [::1]; use one of these in the address.',
    };
  }
  if (origin !== undefined && origin.toLowerCase() !== `https://${host.toLowerCase()}`) {
    return { status: 403, error: 'This service does not answer web pages of other origins.' };
  }
  return null;
}
