import { hash } from 'node:crypto';
import type { Sections } from '../../messages/compiled/sections.d.ts';
import type { Problem } from '../../messages/parameters.ts';
import { loadI18n, type Language } from '../../messages/i18n.ts';
import { languageOf } from './request-headers.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../messages/problem.ts';
import { isLoopbackHost } from '../../platform/config.ts';
import type { Control } from '../control.ts';

export type MessageName = Exclude<keyof Sections['visitor'], 'api'>;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
`;

export const MESSAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export async function messagePage(
  name: MessageName,
  language: Language,
): Promise<{ readonly title: string; readonly page: string }> {
  const { texts } = await loadI18n(language, language, ['visitor']);
  const { title, message } = texts.visitor[name];
  return { title, page: htmlPage(language, title, message) };
}

export async function problemPage(message: Problem, languages: string | undefined): Promise<string> {
  const language = languageOf(languages);
  const { localize } = await loadI18n(language, language, []);
  const { what, remedy } = localize(message, 'app');
  return htmlPage(language, what, remedy ?? '');
}

/** Sends a page that explains the API, for a user who opens its address in a browser. */
export async function answerApiPage({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const language = languageOf(headers['accept-language']);
  const { title, message, openApi, dashboard } = (await loadI18n(language, language, ['visitor'])).texts.visitor.api;
  const links = [
    ['/api/openapi.json', openApi],
    ['/', dashboard],
  ] as const;
  const address = `https://${headers.host ?? ''}/api/v2`;
  response.writeHead(200, MESSAGE_HEADERS).end(htmlPage(language, title, message({ address }), links));
}

function htmlPage(
  language: Language,
  title: string,
  message: string,
  links: readonly (readonly [address: string, name: string])[] = [],
): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
${links.map(([address, name]) => `<p><a href="${address}">${escaped(name)}</a></p>`).join('\n')}
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The path of the redirect address that is registered with the services of the banks. */
export const CONSENT_PATH = '/consent';

/** Answers the redirect after a consent. Requires no session: the secret `state` in the address proves where it comes from. */
export async function answerConsent(
  control: Control,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isOurs = method === 'GET' && isLoopbackHost(headers.host);
  const address = `https://${headers.host ?? ''}${url}`;
  const received = isOurs && (await isReceived(control, address));
  const message = received ? problem('source_consent_received', {}) : problem('source_consent_unexpected', {});
  const html = await problemPage(message, headers['accept-language']);
  response.writeHead(received ? 200 : 404, MESSAGE_HEADERS).end(html);
}

async function isReceived(control: Control, address: string): Promise<boolean> {
  const answer = await control
    .call('consent.redirected', { address }, new AbortController().signal, 'page')
    .catch(() => null);
  return (answer as { readonly received: boolean } | null)?.received === true;
}
