import type { IncomingMessage } from 'node:http';
import type { Environment } from '../api.ts';
import { personAt } from '../hand.ts';
import { faultAnswer, htmlAnswer, redirect, type Answer } from '../sending.ts';
import { PERSON } from '../oauth/authority.ts';
import { listPage, missingPage, spreadsheetPage } from './spreadsheet-page.ts';

const SPREADSHEET = /^\/spreadsheets\/d\/([\w-]+)(?:\/edit)?$/;

/** True for addresses that a user opens in a browser. */
export function isPage(pathname: string): boolean {
  return pathname === '/' || pathname === '/spreadsheets' || SPREADSHEET.test(pathname);
}

/** Renders the list of spreadsheets, or one of them. Edits arrive as a form; `text` is the request body. */
export async function pageAnswer(
  { method }: Pick<IncomingMessage, 'method'>,
  url: URL,
  text: string,
  environment: Environment,
): Promise<Answer> {
  const { files, clock } = environment;
  const id = SPREADSHEET.exec(url.pathname)?.[1];
  if (id === undefined)
    return htmlAnswer(
      listPage(
        files.all().filter(({ isTrashed, owner, shares }) => !isTrashed && (owner === PERSON || shares.has(PERSON))),
      ),
    );
  const file = files.get(id);
  if (file === null) return htmlAnswer(missingPage(), 404);
  if (method !== 'POST') return htmlAnswer(spreadsheetPage(file, url.searchParams.get('sheet'), clock));
  try {
    await edit(id, new URLSearchParams(text), environment);
  } catch (error) {
    return error instanceof BadForm ? htmlAnswer(error.message, 400) : faultAnswer(error, true);
  }
  return redirect(`${url.pathname}${url.search}`);
}

class BadForm extends Error {}

/** Rows are numbered from 1, columns from 0. */
async function edit(id: string, form: URLSearchParams, environment: Environment): Promise<void> {
  const [action, sheet, row, column] = [
    form.get('action'),
    form.get('sheet') ?? '',
    Number(form.get('row')),
    Number(form.get('column')),
  ];
  const grid = environment.files.get(id)?.state.sheets.find(({ properties }) => properties.title === sheet);
  if (!isIn(row - 1, grid?.rows.length ?? 0) || !isIn(column, grid?.columns.length ?? 0))
    throw new BadForm('There is no such cell.');
  const hand = personAt(id, environment);
  const typed = form.get('value') ?? '';
  if (action === 'delete-row') await hand.deleteRow(sheet, row);
  else if (action === 'enter' && typed === '') await hand.type(sheet, row, column, null);
  else if (action === 'enter') await hand.enter(sheet, row, column, typed);
  else throw new BadForm('The page knows no such action.');
}

function isIn(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}
