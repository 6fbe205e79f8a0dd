import { basename, extname } from 'node:path';
import { STATEMENT_FORMATS } from './formats.ts';

/** Whether the name is that of a statement file; only its content says whether it is one. */
export function isStatementName(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return !isTemporaryName(path) && STATEMENT_FORMATS.some((format) => format.extensions.includes(extension));
}

/** Whether a browser, editor or file manager uses such a name while it is still writing, or for itself. */
export function isTemporaryName(path: string): boolean {
  const name = basename(path);
  return /^[.~]|~$|\.(?:part|partial|crdownload|download|tmp|temp|swp|opdownload)$/i.test(name);
}
