import { mkdtempSync, realpathSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Run } from '../../core/run.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { hasCode, PennyrowError } from '../../platform/errors.ts';
import type { Served, Service } from '../../service/service.ts';
import { addCommand, withOptions } from '../command-action.ts';
import { chooseAccount } from '../options.ts';
import { waitForRun } from '../follow-run.ts';
import { configFrom, inProcess, openService, type GlobalOptions, type OpenControl } from '../open-control.ts';
import { answer, print } from '../output/print.ts';
import { runText, countsText } from '../output/run-text.ts';
import { EXIT } from '../problem.ts';
import { text, workbookTexts } from '../locale.ts';
import { serveUntilInterrupted } from './serve.ts';
import { type Screen, paragraph, facts } from '../output/table.ts';
import { listKinds } from '../../core/kind-form.ts';
import type { AccountView } from '../../contract/control/accounts.ts';
import type { WorkbookPlace } from '../../contract/control/workbook.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import { followConsent } from '../follow-consent.ts';
import { formValuesFrom, type GivenOptions } from '../kind-form.ts';

interface DemoOptions extends GlobalOptions, GivenOptions {
  readonly browser?: boolean;
  readonly port?: string;
  readonly keep?: boolean;
  readonly exit?: boolean;
}

export function demoCommand(program: Command): void {
  const strings = text().demo;
  const command = addCommand(program, 'demo', strings.about, [
    'pennyrow demo',
    'pennyrow demo --exit --json',
    ...DEMO_KINDS.flatMap(({ demoExample }) => demoExample ?? []),
  ]);
  for (const { id } of DEMO_KINDS) command.option(`--${id} [client]`, workbookTexts(id).demo?.help ?? '');
  command
    .option('--no-browser', text().workbook.noBrowser)
    .option('--port <number>', strings.port)
    .option('--keep', strings.keep)
    .option('--exit', strings.exit)
    .action(
      withOptions<DemoOptions>(async (options) => {
        const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-demo-')));
        // Removes the folder on exit, because a second Ctrl-C ends the process before `runDemo` returns.
        if (options.keep !== true) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
        await runDemo(folder, options);
      }),
    );
}

async function runDemo(folder: string, options: DemoOptions): Promise<void> {
  const config = configFrom({ ...options, dataDir: folder });
  if (options.json !== true) process.stdout.write(`${introduction(config, options)}\n`);
  const { run, interruptedBy } = await firstSync(config, options);
  if (run === null || interruptedBy !== null || run.status !== 'succeeded') {
    const ended = run === null ? answer(null, () => text().consent.cancelled) : answer(run, runText);
    print(ended, options);
    process.exitCode = interruptedBy ?? EXIT.failed;
    return;
  }
  try {
    await serveDemo(config, options, run);
  } catch (thrown) {
    // An installed Pennyrow may be using the default port, so the demo chooses a free one.
    if (options.port !== undefined || !hasCode(thrown, 'service_port_taken')) throw thrown;
    await serveDemo({ ...config, port: 0 }, options, run);
  }
}

/** Includes the notice that leaving the demo revokes no permission: an installed Pennyrow may use the same one. */
function introduction({ environment }: ServiceConfig, options: DemoOptions): string {
  const folder = text().demo.intro;
  const kind = chooseKind(options);
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
    await control.call('connection.add', { accountId: account.id, kind: await demoSourceKind() });
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

async function describe(service: Service, config: ServiceConfig, { url, caPath }: Served, run: Run) {
  const ask = inProcess(service);
  const { id: accountId } = await chooseAccount(ask, undefined);
  const { token } = await ask.call('token.create', { accountId, name: 'Demo', scopes: ['read', 'write'] });
  const workbook = await ask.call('workbook.get', { accountId });
  const place = workbook === null ? '' : workbookLocation(workbook.place, config);
  const { url: dashboard } = await ask.call('service.dashboardLink', {});
  return {
    demo: { url, dashboard, ca: caPath, token, workbook: place, dataFolder: service.dataFolder.path, run },
    isOnline: workbook !== null && !('path' in workbook.place),
  };
}

function demoText(
  screen: Screen,
  { url, dashboard, ca, token, workbook, dataFolder, run }: Awaited<ReturnType<typeof describe>>['demo'],
  isOnline: boolean,
  { keep, exit }: DemoOptions,
): string {
  const { paint } = screen;
  const { demo: strings, line } = text();
  const curl = (path: string, method = ''): string =>
    `  ${CURL} ${method}--cacert ${quoted(ca)} -H ${quoted(`Authorization: Bearer ${token}`)} ${url}/api/v2/${path}`;
  return [
    strings.synced({ isOnline, counts: countsText(run.counts) }),
    '',
    // No address with `--exit`, because the service has already stopped.
    ...(exit === true ? [] : [line.answersAt({ url: paint('bold', url) })]),
    ...facts([
      [strings.token, token],
      [line.workbook, workbook],
      [text().parts.folder, strings.folderIs({ folder: dataFolder, keep: keep === true })],
    ]),
    '',
    paint('bold', strings.asks({ exit: exit === true })),
    curl('transactions'),
    curl('categories'),
    curl('sync-transactions', '-X POST '),
    ...(isOnline && exit !== true ? ['', paragraph(screen, '', strings.try)] : []),
    ...(exit === true ? [] : ['', strings.stop, '', paragraph(screen, '', strings.dashboard), `  ${dashboard}`]),
  ].join('\n');
}

/** On Windows, curl requires a revocation list, which a local certificate authority does not have. */
const CURL = process.platform === 'win32' ? 'curl --ssl-no-revoke' : 'curl';

function quoted(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

/** The kinds of workbooks for which the demo has an option. By default, the demo writes to a file. */
const DEMO_KINDS = KINDS.filter(({ demoExample }) => demoExample !== undefined);

function chooseKind(options: GivenOptions): WorkbookKind | undefined {
  return DEMO_KINDS.find(({ id }) => options[id] !== undefined);
}

async function makeDemoWorkbook(
  control: OpenControl,
  { id: accountId, name: accountName }: AccountView,
  { dataFolder }: ServiceConfig,
  options: DemoOptions,
): Promise<number | null> {
  const kind = chooseKind(options) ?? KINDS.find(({ isDefault }) => isDefault === true);
  const way = kind?.ways.find(({ makesNew }) => makesNew === true);
  if (kind === undefined || way === undefined) throw new Error('No kind of workbook makes a new one.');
  const title = way.asksInBrowser === true ? 'Pennyrow demo' : join(dataFolder, 'Demo.xlsx');
  const settings = formValuesFrom(way.fields, { [way.fields[0]?.id ?? '']: title });
  const filled = { kind: kind.id, way: way.id, settings, isDemo: true };
  if (way.asksInBrowser !== true) {
    await control.call('workbook.connect', { accountId, ...filled });
    return null;
  }
  await register(control, kind, options[kind.id]);
  const { interruptedBy } = await followConsent(control, {
    begin: () => control.call('workbook.begin', { accountId, ...filled }),
    wait: (consentId) => control.call('consent.wait', { consentId }),
    accountName,
    question: textsAt(workbookTexts(kind.id).ways, way.id).question ?? '',
    options,
  });
  return interruptedBy;
}

async function register(control: OpenControl, { id: kind, registration }: WorkbookKind, file: unknown): Promise<void> {
  if (registration === null) return;
  const [field] = registration.ways[0]?.fields ?? [];
  if (typeof file === 'string' && field !== undefined)
    await control.call('registration.set', { kind, given: { [field.id]: readFileSync(file, 'utf8') } });
  if ((await control.call('registration.get', { kind })) !== null) return;
  throw new PennyrowError(registration.missingForDemo);
}

function workbookLocation(place: WorkbookPlace, { environment }: ServiceConfig): string {
  if ('path' in place) return place.path;
  const standIn = KINDS.find(({ id }) => id === place.kind)?.standIn?.(environment) ?? null;
  return standIn === null ? place.url : `${standIn}${new URL(place.url).pathname}`;
}

async function demoSourceKind(): Promise<string> {
  const SOURCE_KINDS = await import('../../sources/kinds.ts');
  const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ group }) => group === 'trial');
  if (kind === undefined) throw new Error('No kind of source makes things up.');
  return kind.id;
}
