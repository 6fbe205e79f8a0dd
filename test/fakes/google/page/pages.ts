import type { Environment } from '../api.ts';
import { PERSON } from '../oauth/authority.ts';
import { htmlAnswer, type Answer } from '../sending.ts';
import { listPage, missingPage, spreadsheetPage } from './spreadsheet-page.ts';

const SPREADSHEET = /^\/spreadsheets\/d\/([\w-]+)(?:\/edit)?$/;

/** True for addresses that a user opens in a browser. */
export function isPage(pathname: string): boolean {
  return pathname === '/' || pathname === '/spreadsheets' || SPREADSHEET.test(pathname);
}

/** Renders the list of spreadsheets, or one of them. */
export function pageAnswer(url: URL, { files, clock }: Environment): Answer {
  const id = SPREADSHEET.exec(url.pathname)?.[1];
  if (id === undefined)
    return htmlAnswer(
      listPage(
        files.all().filter(({ isTrashed, owner, shares }) => !isTrashed && (owner === PERSON || shares.has(PERSON))),
      ),
    );
  const file = files.get(id);
  return file === null
    ? htmlAnswer(missingPage(), 404)
    : htmlAnswer(spreadsheetPage(file, url.searchParams.get('sheet'), clock));
}
