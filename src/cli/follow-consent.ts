import { type Answer } from './output/print.ts';
import { warningText, onInterruption, reportProblem, EXIT } from './problem.ts';
import { createInterface } from 'node:readline';
import type { ConsentView } from '../contract/control/workbook.ts';
import { hasCode, PennyrowError } from '../platform/errors.ts';
import type { OpenControl } from './open-control.ts';
import { paragraph, screenOf, type Screen } from './output/table.ts';
import { text, sourceTexts } from './locale.ts';
import { spawn } from 'node:child_process';
import type { System } from '../platform/data-folder.ts';
import { hasScreen } from '../platform/open-file.ts';
import type { AuthorizedConnectionView } from '../contract/control/connections.ts';

export interface ConsentRequest<View> {
  readonly begin: () => Promise<ConsentView>;
  readonly wait: (consentId: string) => Promise<View>;
  readonly accountName: string;
  readonly question: string;
  readonly options: BrowserOptions;
}

export interface BrowserOptions {
  readonly browser?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Prints to standard error, because standard output is for the answer. The view is null after Ctrl-C. */
export async function followConsent<View>(
  control: OpenControl,
  { begin, wait, accountName, question, options }: ConsentRequest<View>,
): Promise<{ readonly view: View | null; readonly interruptedBy: number | null }> {
  const consent = await begin();
  let interruptedBy: number | null = null;
  const settled = onInterruption((exitCode) => {
    interruptedBy = exitCode;
    control.call('consent.cancel', { consentId: consent.consentId }).catch(() => undefined);
  });
  const isOpen = options.browser !== false && (await openBrowser(consent.url));
  const lines =
    options.json === true
      ? JSON.stringify({ consent })
      : explanation(screenOf(process.stderr), consent, { accountName, question, isOpen });
  process.stderr.write(`${lines}\n`);
  const stopReading = readAddresses(control, consent);
  try {
    return { view: await wait(consent.consentId), interruptedBy };
  } catch (thrown) {
    if (interruptedBy === null || mayLeaveSpreadsheet(thrown)) throw thrown;
    return { view: null, interruptedBy };
  } finally {
    stopReading();
    settled();
  }
}

function mayLeaveSpreadsheet(thrown: unknown): boolean {
  return (
    hasCode(thrown, 'workbook_cancelled_late', 'workbook_making_uncertain') ||
    (thrown instanceof PennyrowError && thrown.sentence === 'workbook_left_behind')
  );
}

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
    process.stdin.unref?.();
  };
}

function explanation(
  screen: Screen,
  { url, expiresAt }: ConsentView,
  given: Pick<ConsentRequest<unknown>, 'accountName' | 'question'> & { readonly isOpen: boolean },
): string {
  const strings = text().consent;
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 60_000));
  return [
    paragraph(screen, '', `${strings.connecting({ account: given.accountName })} ${given.question}`),
    '',
    strings.page({ isOpen: given.isOpen }),
    // Not wrapped, so that it can be copied and clicked.
    screen.paint('bold', url),
    '',
    paragraph(screen, '', strings.pasting),
    paragraph(screen, '', strings.waiting({ minutes })),
  ].join('\n');
}

/** The command that opens a web address; null if there is no screen, as over SSH. */
export function browserCommand(system: System, url: string): readonly [program: string, ...args: string[]] | null {
  if (!hasScreen(system)) return null;
  const { platform } = system;
  if (platform === 'darwin') return ['open', url];
  // Not `start`, which would interpret the & in addresses.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

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

export function connectionAnswer(connection: AuthorizedConnectionView, done: string): Answer {
  const { access, health } = connection;
  const { problem } = health;
  const lines = (screen: Screen): string => {
    const strings = text().connection;
    if (access !== null) {
      const answers = strings.answers({ host: access.host, count: access.accounts.length });
      return (
        paragraph(screen, '', `${done} ${answers} ${strings.next}`) +
        access.messages.map((message) => `\n${warningText(screen, message)}`).join('')
      );
    }
    if (problem === null) return paragraph(screen, '', `${done} ${strings.next}`);
    return [paragraph(screen, '', `${done} ${strings.notYet}`), warningText(screen, problem)].join('\n');
  };
  const isBroken = access === null && problem !== null;
  return { value: connection, text: lines, exitCode: isBroken ? EXIT.failed : EXIT.succeeded };
}

/** Connects to a bank service at which the user gives the permission in the browser. */
export async function connectInBrowser(
  control: OpenControl,
  kind: string,
  request: Pick<ConsentRequest<AuthorizedConnectionView>, 'begin' | 'accountName' | 'options'>,
  done: (view: AuthorizedConnectionView) => string,
): Promise<Answer> {
  const { view, interruptedBy } = await followConsent(control, {
    ...request,
    wait: (consentId) => control.call('connection.wait', { consentId }),
    question: sourceTexts(kind).question ?? '',
  });
  return view === null ? cancelledConsent(interruptedBy) : connectionAnswer(view, done(view));
}

export function cancelledConsent(interruptedBy: number | null): Answer {
  return { value: null, text: () => text().consent.cancelled, exitCode: interruptedBy ?? EXIT.failed };
}
