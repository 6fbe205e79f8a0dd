import type { PennyrowError } from '../../../platform/errors.ts';

/** What the browser shows in the end. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

export const RECEIVED: Page = {
  status: 200,
  title: 'Pennyrow has Google’s answer',
  text: 'You can close this page. How it goes on is shown where you began: in the window of Pennyrow, or in the terminal.',
};

export const ANSWERED_BEFORE: Page = {
  status: 200,
  title: 'Pennyrow had its answer already',
  text: 'Nothing more happens by this page; you can close it.',
};

export const NOT_FOUND: Page = {
  status: 404,
  title: 'There is nothing here',
  text: 'This address only takes Google’s answer to Pennyrow.',
};

/** Errors name commands in back quotes, which a page need not show. */
export function problemPage({ message, remedy }: PennyrowError): Page {
  return { status: 400, title: 'The spreadsheet is not connected', text: `${message} ${remedy}`.replaceAll('`', '') };
}

/** One small page with nothing in it from elsewhere. */
export function html({ title, text }: Page): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem }
h1 { font-size: 1.5rem }
</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
