import { createInterface } from 'node:readline';
import type { ConsentView } from '../contract/control/workbook.ts';
import { PennyrowError, type ErrorCode } from '../platform/errors.ts';
import { onInterruption } from './interruptions.ts';
import type { OpenControl } from './open-control.ts';
import { paragraph } from './output/paragraph.ts';
import { screenOf, type Screen } from './output/screen.ts';
import { reportProblem } from './problem.ts';
import { text } from './speech.ts';
import { spawn } from 'node:child_process';
import type { System } from '../platform/data-folder.ts';
import { hasScreen } from '../platform/screen.ts';

export interface Asking<View> {
  readonly begin: () => Promise<ConsentView>;
  /** Answers once what was asked for is done. */
  readonly wait: (consentId: string) => Promise<View>;
  readonly accountName: string;
  /** What the person is asked there, in a sentence. */
  readonly question: string;
  /** What becomes of a browser that ends on no page. */
  readonly pasting: string;
  readonly opensBrowser: boolean;
  /** For a program: the address as one line of JSON. */
  readonly json: boolean;
}

/**
 * Asks a person through the browser and waits for the end. What there is to read goes to standard error, so that
 * standard output has the answer alone. Ctrl-C cancels; then there is no view.
 */
export async function followConsent<View>(
  control: OpenControl,
  { begin, wait, accountName, question, pasting, opensBrowser, json }: Asking<View>,
): Promise<{ readonly view: View | null; readonly interruptedBy: number | null }> {
  const consent = await begin();
  let interruptedBy: number | null = null;
  const settled = onInterruption((exitCode) => {
    interruptedBy = exitCode;
    // The service may be gone by now; then nobody waits any more.
    control.call('consent.cancel', { consentId: consent.consentId }).catch(() => undefined);
  });
  const isOpen = opensBrowser && (await openBrowser(consent.url));
  say(
    json
      ? JSON.stringify({ consent })
      : explanation(screenOf(process.stderr), consent, { accountName, question, pasting, isOpen }),
  );
  const stopReading = readAddresses(control, consent);
  try {
    return { view: await wait(consent.consentId), interruptedBy };
  } catch (thrown) {
    if (interruptedBy === null || leavesSomething(thrown)) throw thrown;
    return { view: null, interruptedBy };
  } finally {
    stopReading();
    settled();
  }
}

/** A spreadsheet that was asked for is made, or may be, although the person had enough of it meanwhile. */
const LEAVING: ReadonlySet<string> = new Set<ErrorCode>(['workbook_cancelled_late', 'workbook_making_uncertain']);

function leavesSomething(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && (LEAVING.has(thrown.code) || thrown.sentence === 'workbook_left_behind');
}

/** The browser may run on another machine: what it shows in its address bar in the end is pasted here. */
function readAddresses(control: OpenControl, { consentId }: ConsentView): () => void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (address) => {
    if (address.trim() === '') return;
    control
      .call('consent.receive', { consentId, address })
      .catch((thrown: unknown) => reportProblem(thrown, { json: false, debug: false }));
  });
  return () => {
    lines.close();
    process.stdin.pause();
    // Else an open terminal would keep the process waiting for a line.
    process.stdin.unref?.();
  };
}

function explanation(
  screen: Screen,
  { url, expiresAt }: ConsentView,
  {
    accountName,
    question,
    pasting,
    isOpen,
  }: Pick<Asking<unknown>, 'accountName' | 'question' | 'pasting'> & { readonly isOpen: boolean },
): string {
  const say = text().consent;
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 60_000));
  return [
    paragraph(screen, '', `${say.connecting({ account: accountName })} ${question}`),
    '',
    say.page({ isOpen }),
    // In one piece, so that it can be copied and clicked.
    screen.paint('bold', url),
    '',
    paragraph(screen, '', pasting),
    paragraph(screen, '', say.waiting({ minutes })),
  ].join('\n');
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** What opens an address in the person's browser; null where there is most likely none: a server, a session over SSH, a container. */
export function browserCommand(system: System, url: string): readonly [program: string, ...args: string[]] | null {
  if (!hasScreen(system)) return null;
  const { platform } = system;
  if (platform === 'darwin') return ['open', url];
  // Not through a command prompt, to which the & of an address would mean something.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Whether a browser was started; one that fails afterwards is not heard of, which is why the address is printed as well. */
export async function openBrowser(url: string, system: System = process): Promise<boolean> {
  const command = browserCommand(system, url);
  if (command === null) return false;
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
