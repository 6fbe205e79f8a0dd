import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { ask, type Answer, type RunningService } from './running-service.ts';

/** Sends the request of the page behind a sign-in link. */
export function redeem(
  running: Pick<RunningService, 'ca'>,
  link: string,
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const { origin, pathname, hash } = new URL(link);
  return ask(running, `${origin}${pathname}`, {
    method: 'POST',
    body: JSON.stringify({ code: hash.slice(1), ...more }),
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
  });
}

/** The session key of a browser that opened a new link. */
export async function signIn(running: Pick<RunningService, 'ca' | 'client'>): Promise<string> {
  const { body } = await redeem(running, (await running.client.call('service.dashboardLink', {})).url);
  return (JSON.parse(body) as { readonly key: string }).key;
}

/** The key pair that a new browser stores. */
export function browserKeys(): KeyPairKeyObjectResult {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Signs in a browser with these keys, using a new link. */
export async function signInWith(
  running: Pick<RunningService, 'ca' | 'client'>,
  { publicKey }: Pick<KeyPairKeyObjectResult, 'publicKey'>,
): Promise<{ readonly key: string; readonly sessionId: string }> {
  const { url } = await running.client.call('service.dashboardLink', {});
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return JSON.parse((await redeem(running, url, {}, { publicKey: spki })).body) as {
    readonly key: string;
    readonly sessionId: string;
  };
}
