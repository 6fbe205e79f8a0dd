import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GERMAN } from '../../../test/support/desktop-i18n.ts';
import { AROUND, TRAY_STATES, trayAccount, trayState } from '../../../test/support/tray-states.ts';
import { LINE, trayMenu, trayTooltip, type TrayCommand, type TrayItem, type TrayMenu } from './tray-menu.ts';
import type { TrayAccount } from './tray-state.ts';
import type { UpdateState } from '../updates/update-way.ts';

/** The menu as text: [x] is a checked item, (…) an item that cannot be clicked. Submenus are indented. */
function asText(menu: TrayMenu, indent = ''): string[] {
  return menu.flatMap((item) => {
    if (item === LINE) return [`${indent}---`];
    const box = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
    const isDead = item.command === undefined && item.submenu === undefined;
    return [`${indent}${box}${isDead ? `(${item.label})` : item.label}`, ...asText(item.submenu ?? [], `${indent}  `)];
  });
}

function itemsOf(menu: TrayMenu): TrayItem[] {
  return menu.flatMap((item) => (item === LINE ? [] : [item, ...itemsOf(item.submenu ?? [])]));
}

function command(menu: TrayMenu, label: string): TrayCommand | undefined {
  return itemsOf(menu).find((item) => item.label === label)?.command;
}

describe('the menu', () => {
  it.each(Object.entries(TRAY_STATES))('matches its snapshot in the state %s', async (name, state) => {
    const text = [trayTooltip(state, AROUND), '', ...asText(trayMenu(state, AROUND)), ''].join('\n');
    await expect(text).toMatchFileSnapshot(`../../../test/fixtures/tray/${name}.txt`);
  });

  it.each(
    ['idle', 'attention', 'several'].flatMap((name) =>
      Object.entries(TRAY_STATES).filter(([each]) => each.startsWith(name)),
    ),
  )('matches its German snapshot in the state %s', async (name, state) => {
    const around = { ...AROUND, i18n: GERMAN };
    const text = [trayTooltip(state, around), '', ...asText(trayMenu(state, around)), ''].join('\n');
    await expect(text).toMatchFileSnapshot(`../../../test/fixtures/tray/german/${name}.txt`);
  });

  it('contains the dashboard and Quit in every state', () => {
    for (const state of Object.values(TRAY_STATES)) {
      const menu = trayMenu(state, AROUND);
      expect(command(menu, 'Open dashboard')).toEqual({ do: 'open-dashboard', page: null, accountId: null });
      expect(command(menu, 'Quit Pennyrow')).toEqual({ do: 'quit' });
    }
  });

  const account = fc.record({
    mood: fc.constantFrom<TrayAccount['mood']>('idle', 'syncing', 'attention', 'paused'),
    active: fc.constantFrom<TrayAccount['active']>(null, { runId: 'r' }),
    hasWorkbook: fc.boolean(),
    hasConnection: fc.boolean(),
    schedule: fc.constantFrom<TrayAccount['schedule']>('none', 'on', 'paused'),
    dataAt: fc.constantFrom(null, '2026-03-10T08:00:00Z'),
    needs: fc.array(fc.record({ message: fc.string({ minLength: 1 }), page: fc.constant('/') }), { maxLength: 6 }),
  });

  it('has no empty label, no separator at an end and no two adjacent separators, for any accounts', () => {
    fc.assert(
      fc.property(fc.array(account, { maxLength: 3 }), fc.boolean(), (accounts, hasUpdates) => {
        const state = trayState(
          'idle',
          ...accounts.map((changes, index) => trayAccount({ ...changes, id: `account_${index}` })),
        );
        const menu = trayMenu(state, { ...AROUND, update: hasUpdates ? { kind: 'idle' } : null });
        expect(itemsOf(menu).every(({ label }) => label !== '' && label.length < 120)).toBe(true);
        expect([menu[0], menu.at(-1)]).not.toContain(LINE);
        expect(menu.some((item, index) => item === LINE && menu[index + 1] === LINE)).toBe(false);
      }),
    );
  });

  it('offers a sync only for accounts that have a workbook and a connection and are not syncing', () => {
    fc.assert(
      fc.property(fc.array(account, { minLength: 1, maxLength: 3 }), (several) => {
        const accounts = several.map((changes, index) => trayAccount({ ...changes, id: `account_${index}` }));
        for (const { command } of itemsOf(trayMenu(trayState('idle', ...accounts), AROUND))) {
          if (command?.do !== 'sync') continue;
          for (const id of command.accountIds)
            expect(accounts.find((each) => each.id === id)).toMatchObject({
              active: null,
              hasConnection: true,
              hasWorkbook: true,
            });
        }
      }),
    );
  });
});

describe('a menu item', () => {
  it('copies the API address, and is disabled if the API is off', () => {
    expect(command(trayMenu(TRAY_STATES['idle'] ?? trayState('idle'), AROUND), 'Copy API address')).toEqual({
      do: 'copy',
      text: 'https://127.0.0.1:28400',
    });
    expect(
      command(trayMenu({ ...trayState('idle', trayAccount()), url: null }, AROUND), 'Copy API address'),
    ).toBeUndefined();
  });

  it('pauses the accounts with an active schedule, and resumes them if no schedule is active', () => {
    const mixed = trayState(
      'idle',
      trayAccount(),
      trayAccount({ id: 'b', schedule: 'paused' }),
      trayAccount({ id: 'c', schedule: 'none' }),
    );
    expect(command(trayMenu(mixed, AROUND), 'Pause syncing')).toEqual({
      do: 'pause',
      accountIds: ['account_1'],
      paused: true,
    });
    const paused = trayState(
      'paused',
      trayAccount({ id: 'b', schedule: 'paused' }),
      trayAccount({ id: 'c', schedule: 'none' }),
    );
    expect(command(trayMenu(paused, AROUND), 'Resume syncing')).toEqual({
      do: 'pause',
      accountIds: ['b'],
      paused: false,
    });
  });

  it('syncs all accounts except those that are syncing already', () => {
    const state = trayState(
      'syncing',
      trayAccount({ mood: 'syncing', active: { runId: 'r' } }),
      trayAccount({ id: 'b' }),
      trayAccount({ id: 'c' }),
    );
    expect(command(trayMenu(state, AROUND), 'Sync all now')).toEqual({ do: 'sync', accountIds: ['b', 'c'] });
  });

  it('turns the start at login on and off, and is missing if the system does not support it', () => {
    const state = trayState('idle', trayAccount());
    expect(command(trayMenu(state, { ...AROUND, startsAtLogin: false }), 'Start at login')).toEqual({
      do: 'start-at-login',
      on: true,
    });
    expect(command(trayMenu(state, { ...AROUND, startsAtLogin: true }), 'Start at login')).toEqual({
      do: 'start-at-login',
      on: false,
    });
    expect(asText(trayMenu(state, { ...AROUND, startsAtLogin: null })).join()).not.toContain('login');
  });

  it.each<readonly [UpdateState, string, string]>([
    [{ kind: 'idle' }, 'Check for updates…', 'Nach Updates suchen…'],
    [{ kind: 'checking' }, '(Checking for updates…)', '(Updates werden gesucht…)'],
    [{ kind: 'available', version: '0.2.0', notes: null }, 'Update to 0.2.0…', 'Auf 0.2.0 aktualisieren…'],
    [
      { kind: 'downloading', version: '0.2.0', notes: null, percent: 47.9 },
      'Downloading 0.2.0 (40%)…',
      '0.2.0 wird geladen (40 %)…',
    ],
    [
      { kind: 'ready', version: '0.2.0', notes: null, atQuit: false },
      'Restart to update to 0.2.0…',
      'Für 0.2.0 neu starten…',
    ],
    [
      { kind: 'ready', version: '0.2.0', notes: null, atQuit: true },
      '0.2.0 installs when you quit…',
      '0.2.0 wird beim Beenden installiert…',
    ],
    [
      { kind: 'failed', failure: { code: 'update_offline', message: 'm', remedy: 'r' } },
      'Update failed…',
      'Update fehlgeschlagen…',
    ],
    [{ kind: 'unsupported', reason: 'no-feed' }, 'Updates are not set up…', 'Keine Updates eingerichtet…'],
    [{ kind: 'unsupported', reason: 'other-means' }, 'Check for updates…', 'Nach Updates suchen…'],
  ])('shows the state of updates: %o', (update, english, german) => {
    const state = trayState('idle', trayAccount());
    expect(asText(trayMenu(state, { ...AROUND, update }))).toContain(english);
    expect(asText(trayMenu(state, { ...AROUND, update, i18n: GERMAN }))).toContain(german);
  });

  it('for updates is missing if there is no update state', () => {
    expect(asText(trayMenu(trayState('idle', trayAccount()), { ...AROUND, update: null })).join()).not.toContain(
      'updates',
    );
  });
});
