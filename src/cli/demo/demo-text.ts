import type { Run } from '../../core/run.ts';
import type { Screen } from '../output/screen.ts';
import { paragraph } from '../output/paragraph.ts';
import { countsInWords } from '../output/words.ts';

/** What the demo prints once it answers. */
export interface Demo {
  readonly url: string;
  /** Signs one browser in, once. */
  readonly dashboard: string;
  readonly ca: string;
  readonly token: string;
  /** A path, or the link to a spreadsheet. */
  readonly workbook: string;
  readonly dataFolder: string;
  readonly run: Run;
}

interface Ending {
  readonly keep?: boolean;
  readonly exit?: boolean;
}

export function demoText(
  screen: Screen,
  { url, dashboard, ca, token, workbook, dataFolder, run }: Demo,
  isOnline: boolean,
  { keep, exit }: Ending,
): string {
  const { paint } = screen;
  const curl = (path: string, method = ''): string =>
    `  ${CURL} ${method}--cacert ${quoted(ca)} -H ${quoted(`Authorization: Bearer ${token}`)} ${url}/api/v2/${path}`;
  return [
    `The demo bank was synced into a new ${isOnline ? 'spreadsheet' : 'workbook'}: ${countsInWords(run.counts)}.`,
    '',
    `Pennyrow answers at ${paint('bold', url)}`,
    `Token      ${token}`,
    `Workbook   ${workbook}`,
    `Folder     ${dataFolder} (${keep === true ? 'it is kept' : 'removed at the end; --keep keeps it'})`,
    '',
    paint('bold', exit === true ? 'Scripts would ask it like this:' : 'Paste these into another terminal:'),
    curl('transactions'),
    curl('categories'),
    curl('sync-transactions', '-X POST '),
    ...(isOnline && exit !== true
      ? [
          '',
          paragraph(
            screen,
            '',
            'Change a cell of the spreadsheet or delete a row, then paste the last line: what you did stays.',
          ),
        ]
      : []),
    ...(exit === true ? [] : ['', 'Ctrl-C stops it.', '', paragraph(screen, '', DASHBOARD), `  ${dashboard}`]),
  ].join('\n');
}

const DASHBOARD =
  'The dashboard, for one browser within five minutes. The certificate was made on this machine a moment ago, so the browser warns about it: here you may go on.';

/** The curl of Windows asks for a revocation list, which a local authority does not have. */
const CURL = process.platform === 'win32' ? 'curl --ssl-no-revoke' : 'curl';

/** For a shell; the command prompt of Windows knows only double quotes. */
function quoted(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
