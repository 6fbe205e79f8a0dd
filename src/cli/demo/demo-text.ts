import type { Run } from '../../core/run.ts';
import type { Screen } from '../output/screen.ts';
import { paragraph } from '../output/paragraph.ts';
import { countsText } from '../output/counts-text.ts';
import { facts } from '../output/facts.ts';
import { text } from '../speech.ts';

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
  const { demo: say, line } = text();
  const curl = (path: string, method = ''): string =>
    `  ${CURL} ${method}--cacert ${quoted(ca)} -H ${quoted(`Authorization: Bearer ${token}`)} ${url}/api/v2/${path}`;
  return [
    say.synced({ isOnline, counts: countsText(run.counts) }),
    '',
    // Once it has ended, nobody answers.
    ...(exit === true ? [] : [line.answersAt({ url: paint('bold', url) })]),
    ...facts([
      [say.token, token],
      [line.workbook, workbook],
      [say.folder, say.folderIs({ folder: dataFolder, keep: keep === true })],
    ]),
    '',
    paint('bold', say.asks({ exit: exit === true })),
    curl('transactions'),
    curl('categories'),
    curl('sync-transactions', '-X POST '),
    ...(isOnline && exit !== true ? ['', paragraph(screen, '', say.try)] : []),
    ...(exit === true ? [] : ['', say.stop, '', paragraph(screen, '', say.dashboard), `  ${dashboard}`]),
  ].join('\n');
}

/** The curl of Windows asks for a revocation list, which a local authority does not have. */
const CURL = process.platform === 'win32' ? 'curl --ssl-no-revoke' : 'curl';

/** For a shell; the command prompt of Windows knows only double quotes. */
function quoted(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
