import { desktop } from './german/desktop.ts';
import { google } from './german/google.ts';
import { input } from './german/input.ts';
import { machine } from './german/machine.ts';
import { run } from './german/run.ts';
import { source } from './german/source.ts';
import { statementNotes } from './german/statement-notes.ts';
import { statement } from './german/statement.ts';
import { workbook } from './german/workbook.ts';

/** By code: what happened, and what to do on these pages; null where nothing is to be done. */
export type GermanWords = Readonly<Record<string, readonly [what: string, remedy: string | null]>>;

/** Fetched only by who reads German; the service's own words are English. */
export const GERMAN: GermanWords = { ...source, ...statement, ...statementNotes, ...workbook, ...google, ...run, ...input, ...machine, ...desktop };
