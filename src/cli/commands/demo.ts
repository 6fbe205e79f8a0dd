import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { WorkbookPlace } from '../../contract/control/workbook.ts';
import type { Run } from '../../core/run.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Served, Service } from '../../service.ts';
import { acting, examples } from '../answering.ts';
import { chooseAccount } from '../choose.ts';
import { waitForRun } from '../follow-run.ts';
import { configFrom, inProcess, openService, type GlobalOptions } from '../open-control.ts';
import { print } from '../output/print.ts';
import { runText } from '../output/run-text.ts';
import type { Screen } from '../output/screen.ts';
import { countsInWords } from '../output/words.ts';
import { EXIT } from '../problem.ts';
import { serveUntilInterrupted } from './serve.ts';

interface DemoOptions extends GlobalOptions {
  readonly port?: string;
  readonly keep?: boolean;
  readonly exit?: boolean;
}

/** What the demo prints once it answers. */
interface Demo {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly workbook: string;
  readonly dataFolder: string;
  readonly run: Run;
}

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('try Pennyrow out: a made-up bank, a new workbook and the API, in a throw-away folder')
    .option('--port <number>', 'the port to answer at (default: the usual one when it is free, else any)')
    .option('--keep', 'keep the folder at the end')
    .option('--exit', 'end once everything has been printed')
    .addHelpText('after', examples('pennyrow demo', 'pennyrow demo --exit --json'))
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
  if (options.json !== true) process.stdout.write('This is a demo in a throw-away folder: nothing of yours is touched.\n');
  const { run, interruptedBy } = await firstSync(config, options);
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

async function firstSync(config: ServiceConfig, options: DemoOptions): ReturnType<typeof waitForRun> {
  const control = inProcess(await openService(config, options.debug === true));
  try {
    const { id: accountId } = await chooseAccount(control, undefined);
    await control.call('workbook.create', { accountId, path: join(config.dataFolder, 'Demo.xlsx'), rules: RULES });
    await control.call('connection.add', { accountId, settings: { source: 'demo' } });
    return await waitForRun(control, () => control.call('run.sync', { accountId }));
  } finally {
    await control.close();
  }
}

async function serveDemo(config: ServiceConfig, options: DemoOptions, run: Run): Promise<void> {
  const service = await openService(config, options.debug === true);
  await serveUntilInterrupted(service, async (served, stop) => {
    const demo = await describe(service, served, run);
    print({ value: demo, text: (screen) => demoText(screen, demo, options) }, options);
    if (options.exit === true) stop();
  });
}

async function describe(service: Service, { url, caPath }: Served, run: Run): Promise<Demo> {
  const ask = inProcess(service);
  const { id: accountId } = await chooseAccount(ask, undefined);
  const { token } = await ask.call('token.create', { accountId, name: 'Demo', scopes: ['read', 'write'] });
  const workbook = await ask.call('workbook.get', { accountId });
  return { url, ca: caPath, token, workbook: workbook === null ? '' : placeText(workbook.place), dataFolder: service.dataFolder.path, run };
}

function demoText({ paint }: Screen, { url, ca, token, workbook, dataFolder, run }: Demo, { keep, exit }: DemoOptions): string {
  const curl = (path: string, method = ''): string => `  ${CURL} ${method}--cacert ${quoted(ca)} -H ${quoted(`Authorization: Bearer ${token}`)} ${url}/api/v2/${path}`;
  return [
    `The demo bank was synced into a new workbook: ${countsInWords(run.counts)}.`,
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
    ...(exit === true ? [] : ['', 'Ctrl-C stops it.']),
  ].join('\n');
}

function placeText(place: WorkbookPlace): string {
  return place.kind === 'xlsx' ? place.path : place.url;
}

/** What a person who spends money at the demo bank's places might have written. */
const RULES = [
  ['salary', 'Salary'],
  ['rent', 'Rent or mortgage'],
  ['greenleaf market', 'Groceries'],
  ['korb & kiste', 'Groceries'],
  ['corner pantry', 'Groceries'],
  ['marché du pont', 'Groceries'],
  ['/caf[eé]|coffee|bean & bicycle/', 'Restaurants'],
  ['trattoria', 'Restaurants'],
  ['bistro', 'Restaurants'],
  ['sushi', 'Restaurants'],
  ['city transit', 'Transport'],
  ['*subscription', 'Subscriptions'],
  ['fernlicht internet', 'Phone and internet'],
  ['cash withdrawal', 'Cash'],
  ['transfer to savings', 'Savings'],
  ['account fee', 'Bank fees'],
].map(([description = '', category = '']) => ({ description, category }));

/** The curl of Windows asks for a revocation list, which a local authority does not have. */
const CURL = process.platform === 'win32' ? 'curl --ssl-no-revoke' : 'curl';

/** For a shell; the command prompt of Windows knows only double quotes. */
function quoted(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function isPortTaken(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'service_port_taken';
}
