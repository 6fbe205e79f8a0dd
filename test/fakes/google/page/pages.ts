import type { Environment } from '../api.ts';
import { PERSON } from '../oauth/authority.ts';
import { escaped } from '../oauth/authorization.ts';
import { htmlAnswer, type Answer } from '../sending.ts';
import { shownTexts } from '../sheets/evaluation.ts';
import { viewOf } from '../sheets/view.ts';

const SPREADSHEET = /^\/spreadsheets\/d\/([\w-]+)(?:\/edit)?$/;

/** True for addresses that a user opens in a browser. */
export function isPage(pathname: string): boolean {
  return pathname === '/' || pathname === '/spreadsheets' || SPREADSHEET.test(pathname);
}

/** Renders the list of spreadsheets, or the displayed texts of one. */
export function pageAnswer({ pathname }: URL, { files, clock }: Environment): Answer {
  const id = SPREADSHEET.exec(pathname)?.[1];
  if (id === undefined) {
    const links = files
      .all()
      .filter(({ isTrashed, owner, shares }) => !isTrashed && (owner === PERSON || shares.has(PERSON)))
      .map(
        (file) =>
          `<li><a href="/spreadsheets/d/${file.id}/edit">${escaped(file.state.properties.title ?? '')}</a></li>`,
      );
    return page('Your spreadsheets', `<ul>${links.join('\n') || '<li>There is none yet.</li>'}</ul>`);
  }
  const file = files.get(id);
  if (file === null)
    return page('There is no such spreadsheet.', '<p><a href="/spreadsheets">Your spreadsheets</a></p>', 404);
  const view = viewOf(file.state, clock);
  const sheets = file.state.sheets
    .filter(({ properties }) => properties.hidden !== true)
    .map((sheet) => {
      const rows = shownTexts(sheet, view).map((texts) => texts.map((text) => `<td>${escaped(text)}</td>`).join(''));
      return `<h2>${escaped(sheet.properties.title ?? '')}</h2>\n<table><tr>${rows.join('</tr>\n<tr>')}</tr></table>`;
    });
  return page(escaped(file.state.properties.title ?? ''), sheets.join('\n'));
}

function page(title: string, body: string, status = 200): Answer {
  return htmlAnswer(
    `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>${title} – stand-in for Google</title>
<style>
  body { font: 10pt/1.4 Arial, 'Liberation Sans', system-ui, sans-serif; }
  table { border-collapse: collapse; }
  td { border: 1px solid #e1e3e6; height: 1.4em; padding: 1px 6px; white-space: nowrap; }
</style>
<p>A stand-in for Google on this machine. Nothing here is at Google.</p>
<h1>${title}</h1>
${body}
</html>
`,
    status,
  );
}
