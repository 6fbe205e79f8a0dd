import { hash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
section { border: 1px solid #8886; border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
p { margin: .25rem 0; }
.note { border-left: 3px solid #c60; padding-left: .75rem; }
`;

const SCRIPT = `
const main = document.querySelector('main');
const text = (tag, content, className) => {
  const element = document.createElement(tag);
  element.textContent = content;
  if (className) element.className = className;
  return element;
};
const time = (iso) => (iso ? new Date(iso).toLocaleString() : 'never');
async function show() {
  const response = await fetch('control/call/service.status', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  if (response.status === 401) return location.reload();
  const { result } = await response.json();
  const cards = result.accounts.map((account) => {
    const card = document.createElement('section');
    card.append(text('h2', account.name));
    card.append(text('p', account.running ? 'A sync is running.' : account.health === 'ok' ? 'Everything is fine.' : 'Needs your attention.'));
    card.append(text('p', 'Workbook: ' + (account.workbook ?? 'none') + ', seen ' + time(account.asOf)));
    if (account.lastRun) card.append(text('p', 'Last run: ' + account.lastRun.status + ', ' + account.lastRun.added + ' rows added, ' + time(account.lastRun.finishedAt)));
    if (account.nextRunAt) card.append(text('p', 'Next run: ' + time(account.nextRunAt)));
    for (const note of account.notes) card.append(text('p', note.message + (note.remedy ? ' ' + note.remedy : ''), 'note'));
    return card;
  });
  main.replaceChildren(text('p', 'API: ' + result.url + '/api/v2'), ...cards);
}
let pending = null;
new EventSource('control/events').onmessage = () => {
  pending ??= setTimeout(() => { pending = null; show(); }, 300);
};
show();
`;

const sha = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`;

/** Nothing from elsewhere, nothing inline but our own two pieces, no frame around the page. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; connect-src 'self'; style-src ${sha(STYLE)}; script-src ${sha(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Shows how the accounts are doing, and follows along. */
export const DASHBOARD_PAGE = page('Pennyrow', `<main aria-live="polite"><p>One moment…</p></main><script>${SCRIPT}</script>`);

/** `title` and `message` are our own words, never a visitor's. */
export function messagePage(title: string, message: string): string {
  return page(title, `<p>${message}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${body}</body></html>`;
}
