import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** The id in the link to a spreadsheet; an id alone is taken too. */
export function spreadsheetIdIn(text: string): string {
  const id =
    /^https?:\/\/[^/]+\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(text.trim())?.[1] ??
    (/^[\w-]{20,}$/.test(text.trim()) ? text.trim() : null);
  // A link by which a sheet was published has another id, which no API takes.
  if (id !== null && id !== 'e') return id;
  throw new PennyrowError(problem('input_spreadsheet', { link: text }));
}
