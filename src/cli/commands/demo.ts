import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Run } from '../../core/run.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Served, Service } from '../../service/service.ts';
import { acting, examples } from '../answering.ts';
import { chooseAccount } from '../choose.ts';
import {
  chosenKind,
  DEMO_KINDS,
  makeDemoWorkbook,
  trialKind,
  whereItIs,
  type WorkbookOptions,
} from '../demo/demo-workbook.ts';
import { waitForRun } from '../follow-run.ts';
import { configFrom, inProcess, openService, type GlobalOptions } from '../open-control.ts';
import { print } from '../output/print.ts';
import { runText } from '../output/run-text.ts';
import { EXIT } from '../problem.ts';
import { text, workbookTexts } from '../speech.ts';
import { serveUntilInterrupted } from './serve.ts';
import type { Screen } from '../output/screen.ts';
import { paragraph } from '../output/paragraph.ts';
import { countsText } from '../output/counts-text.ts';
import { facts } from '../output/facts.ts';

interface DemoOptions extends GlobalOptions, WorkbookOptions {
  readonly json?: boolean;
  readonly port?: string;
  readonly keep?: boolean;
  readonly exit?: boolean;
}

export function demoCommand(program: Command): void {
  const say = text().demo;
  const command = program.command('demo').description(say.about);
  const options = DEMO_KINDS.map(({ id }) => `--${id}`).join(', ');
  for (const { id } of DEMO_KINDS) command.option(`--${id} [client]`, workbookTexts(id).demo?.help ?? '');
  command
    .option('--no-browser', say.noBrowser({ options }))
    .option('--port <number>', say.port)
    .option('--keep', say.keep)
    .option('--exit', say.exit)
    .addHelpText(
      'after',
      examples(
        'pennyrow demo',
        'pennyrow demo --exit --json',
        ...DEMO_KINDS.flatMap(({ demoExample }) => demoExample ?? []),
      ),
    )
    .action(
      acting<DemoOptions>(async (options) => {
        const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-demo-')));
        // Also when a second Ctrl-C ends the process at once.
        if (options.keep !== true) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
        await runDemo(folder, options);
      }),
    );
}

async function runDemo(folder: string, options: DemoOptions): Promise<void> {
  const config = configFrom({ ...options, dataDir: folder });
  if (options.json !== true) process.stdout.write(`${introduction(config, options)}\n`);
  const { run, interruptedBy } = await firstSync(config, options);
  if (run === null) {
    print({ value: null, text: () => text().demo.cancelled }, options);
    process.exitCode = interruptedBy ?? EXIT.failed;
    return;
  }
  if (interruptedBy !== null || run.status !== 'succeeded') {
    print({ value: run, text: (screen) => runText(screen, run) }, options);
    process.exitCode = interruptedBy ?? EXIT.failed;
    return;
  }
  try {
    await serveDemo(config, options, run);
  } catch (thrown) {
    // Someone who tries the demo beside the real service need not know about ports.
    if (options.port !== undefined || !isPortTaken(thrown)) throw thrown;
    await serveDemo({ ...config, port: 0 }, options, run);
  }
}

/**
 * A permission is not revoked at the end: a service may end all that the person gave to the same client, also to the real
 * Pennyrow.
 */
function introduction({ environment }: ServiceConfig, options: DemoOptions): string {
  const folder = text().demo.intro;
  const kind = chosenKind(options);
  const notice = kind === undefined ? undefined : workbookTexts(kind.id).demo?.notice;
  return notice === undefined || (kind?.standIn?.(environment) ?? null) !== null ? folder : `${folder}\n${notice}`;
}

async function firstSync(
  config: ServiceConfig,
  options: DemoOptions,
): Promise<{ readonly run: Run | null; readonly interruptedBy: number | null }> {
  const control = inProcess(await openService(config, options.debug === true));
  try {
    const account = await chooseAccount(control, undefined);
    const interruptedBy = await makeDemoWorkbook(control, account, config, options);
    if (interruptedBy !== null) return { run: null, interruptedBy };
    await control.call('connection.add', { accountId: account.id, kind: await trialKind() });
    return await waitForRun(control, () => control.call('run.sync', { accountId: account.id }));
  } finally {
    await control.close();
  }
}

async function serveDemo(config: ServiceConfig, options: DemoOptions, run: Run): Promise<void> {
  const service = await openService(config, options.debug === true);
  await serveUntilInterrupted(service, async (served, stop) => {
    const { demo, isOnline } = await describe(service, config, served, run);
    print({ value: demo, text: (screen) => demoText(screen, demo, isOnline, options) }, options);
    if (options.exit === true) stop();
  });
}

async function describe(
  service: Service,
  config: ServiceConfig,
  { url, caPath }: Served,
  run: Run,
): Promise<{ readonly demo: Demo; readonly isOnline: boolean }> {
  const ask = inProcess(service);
  const { id: accountId } = await chooseAccount(ask, undefined);
  const { token } = await ask.call('token.create', { accountId, name: 'Demo', scopes: ['read', 'write'] });
  const workbook = await ask.call('workbook.get', { accountId });
  const place = workbook === null ? '' : whereItIs(workbook.place, config);
  const { url: dashboard } = await ask.call('service.dashboardLink', {});
  return {
    demo: { url, dashboard, ca: caPath, token, workbook: place, dataFolder: service.dataFolder.path, run },
    isOnline: workbook !== null && !('path' in workbook.place),
  };
}

function isPortTaken(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'service_port_taken';
}

/** What the demo prints once it answers. */
interface Demo {
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

function demoText(
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
