import { ask, type Answer, type RunningService } from './running-service.ts';

/** Asks as the page behind a link does. */
export function redeem(
  running: Pick<RunningService, 'ca'>,
  link: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { origin, pathname, hash } = new URL(link);
  return ask(running, `${origin}${pathname}`, {
    method: 'POST',
    body: JSON.stringify({ code: hash.slice(1) }),
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
  });
}

/** The key of a browser that opened a fresh link. */
export async function signIn(running: Pick<RunningService, 'ca' | 'client'>): Promise<string> {
  const { body } = await redeem(running, (await running.client.call('service.dashboardLink', {})).url);
  return (JSON.parse(body) as { readonly key: string }).key;
}
