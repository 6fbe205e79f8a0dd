import { hash } from 'node:crypto';
import type { Sections } from '../../messages/compiled/sections.d.ts';
import type { Problem } from '../../messages/parameters.ts';
import { loadSpeech, type Language } from '../../messages/speech.ts';
import { languageOf } from './accepted-language.ts';

/** What a visitor meets where the dashboard is not. */
export type MessageName = keyof Sections['visitor'];

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
`;

/** Nothing from elsewhere, nothing inline but our own style, no frame around the page. */
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

/** For who finds no dashboard: the whole page, in our own words and never a visitor's, and what it says in short. */
export async function messagePage(
  name: MessageName,
  language: Language,
): Promise<{ readonly title: string; readonly page: string }> {
  const { texts } = await loadSpeech(language, language, ['visitor']);
  const { title, message } = texts.visitor[name];
  return { title, page: htmlPage(language, title, message) };
}

/** What a browser shows that a provider sends back to Pennyrow; `languages` is its Accept-Language. */
export async function problemPage(said: Problem, languages: string | undefined): Promise<string> {
  const language = languageOf(languages);
  const { tell } = await loadSpeech(language, language, []);
  const { what, remedy } = tell(said, 'app');
  return htmlPage(language, what, remedy ?? '');
}

function htmlPage(language: Language, title: string, message: string): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
