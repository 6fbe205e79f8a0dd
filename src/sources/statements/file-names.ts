import { basename, extname } from 'node:path';
import { looksLikeStatement } from './looks-like-statement.ts';
import { STATEMENT_FORMATS } from './formats.ts';

/** Whether the name is that of a statement file; only its content says whether it is one. */
export function isStatementName(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return !isTemporaryName(path) && STATEMENT_FORMATS.some((format) => format.extensions.includes(extension));
}

/**
 * Whether a file is one to import: by its name, or by its content where its name tells nothing ("umsaetze.txt"), since
 * people keep other texts beside statements. False for what cannot be opened, as long as its name tells nothing.
 */
export async function isStatementFile(path: string): Promise<boolean> {
  if (isStatementName(path)) return true;
  return hasPlainName(path) && looksLikeStatement(path).catch(() => false);
}

/** Whether the name is one that any kind of text has. */
export function hasPlainName(path: string): boolean {
  return !isTemporaryName(path) && PLAIN_EXTENSIONS.has(extname(path).toLowerCase());
}

/** What banks name text statements by, beside what the formats are called. */
const PLAIN_EXTENSIONS: ReadonlySet<string> = new Set(['', '.txt', '.text', '.asc', '.dat', '.exp', '.aso']);

/** Whether a browser, editor or file manager uses such a name while it is still writing, or for itself. */
export function isTemporaryName(path: string): boolean {
  const name = basename(path);
  return /^[.~]|~$|\.(?:part|partial|crdownload|download|tmp|temp|swp|opdownload)$/i.test(name);
}
