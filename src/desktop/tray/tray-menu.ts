import { capitalized } from '../../messages/shared-words.ts';
import type { DesktopI18n } from '../i18n.ts';
import type { Need, TrayAccount, TrayState } from './tray-state.ts';
import { ageWords, isFresh, momentWords, resultWords, type Reader } from './tray-words.ts';
import type { UpdateState } from '../updates/update-way.ts';

type TrayTexts = DesktopI18n['texts']['desktop']['tray'];

export type TrayCommand =
  | { readonly do: 'sync'; readonly accountIds: readonly string[] }
  | { readonly do: 'cancel'; readonly runIds: readonly string[] }
  | { readonly do: 'open-dashboard'; readonly page: string | null; readonly accountId: string | null }
  | { readonly do: 'open-workbook'; readonly accountId: string }
  | { readonly do: 'copy'; readonly text: string }
  | { readonly do: 'pause'; readonly accountIds: readonly string[]; readonly paused: boolean }
  | { readonly do: 'start-at-login'; readonly on: boolean }
  | { readonly do: 'command-line'; readonly isInstalled: boolean }
  | { readonly do: 'check-for-updates' }
  | { readonly do: 'quit' };

export interface TrayItem {
  readonly label: string;
  readonly command?: TrayCommand;
  readonly submenu?: readonly TrayItem[];
  readonly checked?: boolean;
}

export const LINE = 'line';

export interface Surroundings extends Reader {
  /** Null if the system cannot start programs at login. */
  readonly startsAtLogin: boolean | null;
  readonly hasCommandLine: boolean | null;
  readonly update: UpdateState | null;
}

export type TrayMenu = readonly (TrayItem | typeof LINE)[];

export function trayMenu(state: TrayState, around: Surroundings): TrayMenu {
  const { tray: texts, menu } = around.i18n.texts.desktop;
  const [only] = state.accounts;
  const groups: readonly (readonly TrayItem[])[] = [
    headLines(state, around),
    only !== undefined && state.accounts.length === 1 ? accountLines(only, around) : severalLines(state, around),
    placeLines(state, around),
    habitLines(state, around, texts),
    [{ label: menu.quit, command: { do: 'quit' } }],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): TrayMenu => (index === 0 ? group : [LINE, ...group]));
}

export function trayTooltip(state: TrayState, around: Reader): string {
  const [first] = headLines(state, around);
  return `Pennyrow: ${first?.label ?? ''}`;
}

function headLines(state: TrayState, around: Reader): readonly TrayItem[] {
  const texts = around.i18n.texts.desktop.tray;
  if (state.problem !== null)
    return [{ label: texts.noAnswer, command: dashboard('/') }, { label: short(state.problem) }];
  if (state.mood === 'starting') return [{ label: texts.starting }];
  const [only] = state.accounts;
  if (only === undefined) return [{ label: texts.noAccount, command: dashboard('/') }];
  if (state.accounts.length === 1) return [{ label: statusLine(only, around) }, ...needLines(only, texts)];
  return [{ label: overallLine(state, around) }];
}

function statusLine(account: TrayAccount, around: Reader): string {
  const { tray: texts, connection } = around.i18n.texts.desktop;
  const age = ageOf(account.dataAt, around);
  switch (account.mood) {
    case 'syncing':
      return texts.anyStage;
    case 'attention':
      return texts.withAge({ state: capitalized(connection.state.failing), age });
    case 'paused':
      return texts.withAge({ state: capitalized(connection.state.paused), age });
    case 'idle':
      return idleLine(account.dataAt, around);
  }
}

function idleLine(dataAt: string | null, around: Reader): string {
  const { idle } = around.i18n.texts.desktop.tray;
  return idle({ age: ageOf(dataAt, around), isFresh: dataAt !== null && isFresh(dataAt, around) });
}

function ageOf(dataAt: string | null, around: Reader): string | null {
  return dataAt === null ? null : ageWords(dataAt, around);
}

function overallLine({ mood, accounts }: TrayState, around: Reader): string {
  const texts = around.i18n.texts.desktop.tray;
  const those = accounts.filter((account) => account.mood === mood);
  const who = { count: those.length, name: those[0]?.name ?? '' };
  if (mood === 'syncing') return texts.syncing(who);
  if (mood === 'attention') return texts.needAttention(who);
  if (mood === 'paused') return texts.allPaused;
  // The oldest time, because the line describes all accounts.
  const oldest = accounts.map(({ dataAt }) => dataAt ?? '').sort()[0] ?? '';
  return idleLine(oldest === '' ? null : oldest, around);
}

const MOST_NEEDS = 3;

function needLines({ id, needs }: TrayAccount, texts: TrayTexts): readonly TrayItem[] {
  const shown = needs
    .slice(0, MOST_NEEDS)
    .map(({ message, page }: Need): TrayItem => ({ label: short(message), command: dashboard(page, id) }));
  const more = needs.length - shown.length;
  return more === 0 ? shown : [...shown, { label: texts.moreNeeds({ count: more }), command: dashboard('/', id) }];
}

function short(text: string): string {
  const most = 70;
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

function accountLines(account: TrayAccount, around: Reader): readonly TrayItem[] {
  const { tray: texts, preview, connection } = around.i18n.texts.desktop;
  const { id, last, nextRunAt, schedule } = account;
  const when =
    schedule !== 'on'
      ? connection.state[schedule === 'paused' ? 'paused' : 'byHand']
      : nextRunAt === null
        ? null
        : momentWords(nextRunAt, around);
  return [
    syncItem(preview.sync, [account], around),
    ...(last === null ? [] : [{ label: resultWords(last, around), command: dashboard(`/activity/${last.id}`, id) }]),
    ...(when === null ? [] : [{ label: texts.next({ when }), command: dashboard('/connections/schedule', id) }]),
  ];
}

function syncItem(label: string, accounts: readonly TrayAccount[], { i18n }: Reader): TrayItem {
  const { tray: texts, problemPlaces: places } = i18n.texts.desktop;
  const running = accounts.flatMap(({ active }) => (active === null ? [] : [active.runId]));
  if (running.length === accounts.length)
    return { label: texts.cancelSync, command: { do: 'cancel', runIds: running } };
  const ready = accounts.filter(
    ({ active, hasConnection, hasWorkbook }) => active === null && hasConnection && hasWorkbook,
  );
  if (ready.length > 0) return { label, command: { do: 'sync', accountIds: ready.map(({ id }) => id) } };
  const account = accounts.find(({ active }) => active === null);
  return account?.hasWorkbook === false
    ? { label: `${places.go.chooseWorkbook}…`, command: dashboard('/workbook', account.id) }
    : { label: `${places.go.connectBank}…`, command: dashboard('/connections', account?.id ?? null) };
}

function severalLines({ accounts }: TrayState, around: Reader): readonly TrayItem[] {
  if (accounts.length === 0) return [];
  const { tray: texts, openWorkbook, parts } = around.i18n.texts.desktop;
  return [
    syncItem(texts.syncAll, accounts, around),
    ...accounts.map((account): TrayItem => ({
      label: parts.named({ label: account.name, name: statusLine(account, around) }),
      submenu: [
        ...needLines(account, texts),
        ...accountLines(account, around),
        ...workbookItem(openWorkbook.open, account),
      ],
    })),
  ];
}

function placeLines({ accounts, url }: TrayState, { i18n }: Reader): readonly TrayItem[] {
  const { tray: texts, openWorkbook } = i18n.texts.desktop;
  const [only] = accounts;
  return [
    { label: texts.openDashboard, command: dashboard(null) },
    ...(only !== undefined && accounts.length === 1 ? workbookItem(openWorkbook.open, only) : []),
    url === null ? { label: texts.copyAddress } : { label: texts.copyAddress, command: { do: 'copy', text: url } },
  ];
}

function workbookItem(label: string, { id, hasWorkbook }: TrayAccount): readonly TrayItem[] {
  return [hasWorkbook ? { label, command: { do: 'open-workbook', accountId: id } } : { label }];
}

function habitLines(
  { accounts }: TrayState,
  { startsAtLogin, hasCommandLine, update, i18n }: Surroundings,
  texts: TrayTexts,
): readonly TrayItem[] {
  const { settings } = i18n.texts.desktop;
  const items: TrayItem[] = [pauseItem(accounts, texts)];
  if (startsAtLogin !== null)
    items.push({
      label: settings.startsAtLogin,
      checked: startsAtLogin,
      command: { do: 'start-at-login', on: !startsAtLogin },
    });
  if (hasCommandLine !== null)
    items.push({
      label: hasCommandLine ? settings.removeCommandLine : settings.installCommandLine,
      command: { do: 'command-line', isInstalled: !hasCommandLine },
    });
  if (update !== null) items.push(updateItem(update, i18n));
  return items;
}

function updateItem(update: UpdateState, { texts }: DesktopI18n): TrayItem {
  const label = updateLabel(update, texts.desktop.updates.item);
  return update.kind === 'checking' ? { label } : { label, command: { do: 'check-for-updates' } };
}

function updateLabel(update: UpdateState, item: DesktopI18n['texts']['desktop']['updates']['item']): string {
  switch (update.kind) {
    case 'unsupported':
      return update.reason === 'no-feed' || update.reason === 'unsigned' ? item.none : item.check;
    case 'idle':
      return item.check;
    case 'downloading':
      // Rounded down to tens of percent, because each change of the text closes the open menu.
      return item.downloading({ version: update.version, percent: Math.floor(update.percent / 10) * 10 });
    case 'available':
      return item.available(update);
    case 'ready':
      return item.ready(update);
    case 'checking':
    case 'failed':
      return item[update.kind];
  }
}

function pauseItem(accounts: readonly TrayAccount[], texts: TrayTexts): TrayItem {
  const on = accounts.filter(({ schedule }) => schedule === 'on').map(({ id }) => id);
  const paused = accounts.filter(({ schedule }) => schedule === 'paused').map(({ id }) => id);
  if (on.length > 0) return { label: texts.pause, command: { do: 'pause', accountIds: on, paused: true } };
  if (paused.length > 0) return { label: texts.resume, command: { do: 'pause', accountIds: paused, paused: false } };
  return { label: texts.pause };
}

function dashboard(page: string | null, accountId: string | null = null): TrayCommand {
  return { do: 'open-dashboard', page, accountId };
}
