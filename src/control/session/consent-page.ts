import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../messages/problem.ts';
import { isLoopbackHost } from '../../platform/loopback-host.ts';
import type { Control } from '../control.ts';
import { MESSAGE_HEADERS, problemPage } from './message-page.ts';

/** Where services of banks send the browser after a person's answer; its address is registered with them. */
export const CONSENT_PATH = '/consent';

/**
 * Hands the address to the question that it answers. Whoever asks needs no key: what counts is the state in the address,
 * which only the service's page knows.
 */
export async function answerConsent(
  control: Control,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isOurs = method === 'GET' && isLoopbackHost(headers.host);
  const address = `https://${headers.host ?? ''}${url}`;
  const received = isOurs && (await isReceived(control, address));
  const said = received ? problem('source_consent_received', {}) : problem('source_consent_unexpected', {});
  const html = await problemPage(said, headers['accept-language']);
  response.writeHead(received ? 200 : 404, MESSAGE_HEADERS).end(html);
}

async function isReceived(control: Control, address: string): Promise<boolean> {
  const answer = await control
    .call('consent.redirected', { address }, new AbortController().signal, 'page')
    .catch(() => null);
  return (answer as { readonly received: boolean } | null)?.received === true;
}
