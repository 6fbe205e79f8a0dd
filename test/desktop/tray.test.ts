import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FRAMES, BACKGROUNDS, POINTS, SCALES } from '../../assets/drawings.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { problem } from '../../src/messages/problem.ts';
import { PennyrowError } from '../../src/platform/errors.ts';
import { createTray, type TrayOptions } from '../../src/desktop/tray/tray.ts';
import type { LoginItem } from '../../src/desktop/login-item.ts';
import type { DesktopI18n } from '../../src/desktop/i18n.ts';
import { BRITISH, GERMAN } from '../support/desktop-i18n.ts';
import { eventually } from '../support/eventually.ts';
import { runningService, type RunningService } from '../support/running-service.ts';
import { startedFolder } from '../support/started-folder.ts';
import { trayHardware, type TrayHardware } from '../support/tray-hardware.ts';

const IMAGES = join(import.meta.dirname, '../../assets/tray');

interface Shown extends RunningService {
  readonly hardware: TrayHardware;
  readonly went: string[];
  readonly failures: PennyrowError[];
  readonly isThere: boolean;
  close(): Promise<void>;
}

/** The tray of a running service. */
async function shown(
  given: {
    readonly platform?: NodeJS.Platform;
    readonly hardware?: TrayHardware;
    readonly loginItem?: LoginItem;
    readonly i18n?: DesktopI18n;
    readonly control?: TrayOptions['control'];
  } = {},
): Promise<Shown> {
  const running = await runningService({}, await startedFolder());
  const hardware = given.hardware ?? trayHardware();
  const went: string[] = [];
  const failures: PennyrowError[] = [];
  const options: TrayOptions = {
    control: given.control ?? running.service.control,
    clock: systemClock,
    system: { platform: given.platform ?? 'win32', env: {} },
    images: IMAGES,
    i18n: given.i18n ?? BRITISH,
    places: {
      openDashboard: (page, accountId) => void went.push(`${page} ${accountId ?? 'any'}`),
      checkForUpdates: () => void went.push('updates'),
      quit: () => void went.push('quit'),
    },
    loginItem: given.loginItem ?? null,
    commandLine: null,
    updateState: () => ({ kind: 'idle' }),
    onFailure: (failure) => void failures.push(failure),
  };
  const tray = createTray(hardware.electron, options);
  onTestFinished(() => tray?.close());
  return { ...running, hardware, went, failures, isThere: tray !== null, close: async () => tray?.close() };
}

describe('the tray', () => {
  it('animates while a sync runs, and stops the animation when it shows the result', async () => {
    const started = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    onTestFinished(() => void vi.restoreAllMocks());
    const { hardware, client, accountId } = await shown();
    await client.call('connection.add', { accountId, kind: 'demo' });
    await eventually(() => expect(hardware.labels()).toContain('Sync now'));
    hardware.click('Sync now');
    await eventually(() =>
      expect(hardware.labels().some((label) => /^Last run: Sync, \d+ added/.test(label))).toBe(true),
    );
    expect(hardware.pictures).toContain('light-syncing-1');
    await eventually(() => expect(hardware.pictures.at(-1)).toBe('light-idle'));
    expect(hardware.labels()[0]).toBe('Up to date, as of now');
    const animations = started.mock.calls.flatMap(([, every], index) =>
      Number(every) < 60_000 ? [started.mock.results[index]?.value as NodeJS.Timeout] : [],
    );
    expect(animations.length).toBeGreaterThan(0);
    for (const timer of animations) expect(ended).toHaveBeenCalledWith(timer);
  });

  it('reports if no program can open the spreadsheet', async () => {
    const { hardware, failures } = await shown({
      hardware: trayHardware({ openProblem: 'No application is registered' }),
    });
    await eventually(() => expect(hardware.labels()).toContain('Open spreadsheet'));
    hardware.click('Open spreadsheet');
    await eventually(() =>
      expect(failures).toEqual([
        expect.objectContaining({
          code: 'workbook_not_opened',
          message: expect.stringContaining('No application is registered'),
        }),
      ]),
    );
  });

  it('explains in the system’s language why the service does not answer', async () => {
    const control: TrayOptions['control'] = {
      call: () => Promise.reject(new PennyrowError(problem('service_stopped', {}))),
      subscribe: () => () => undefined,
    };
    const { hardware } = await shown({ i18n: GERMAN, control });
    await eventually(() =>
      expect(hardware.labels().slice(0, 2)).toEqual([
        'Der Dienst antwortet nicht',
        'Der Dienst in Pennyrow ist unerwartet abgestürzt.',
      ]),
    );
  });

  it('resets a checkbox if the change failed', async () => {
    const loginItem: LoginItem = {
      isOn: () => false,
      refresh: () => undefined,
      set: () => {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/home/me/.config' });
      },
    };
    const { hardware, failures } = await shown({ loginItem });
    await eventually(() => expect(hardware.labels()).toContain('Open spreadsheet'));
    const before = hardware.menusSet();
    hardware.click('Start at login');
    await eventually(() => expect(failures).toMatchObject([{ code: 'data_no_access' }]));
    await eventually(() => expect(hardware.menusSet()).toBeGreaterThan(before));
  });

  it('does not replace the menu while its texts are unchanged, because that would close an open menu', async () => {
    const { hardware, client, accountId } = await shown();
    await eventually(() => expect(hardware.labels()).toContain('Open spreadsheet'));
    const before = hardware.menusSet();
    await client.call('token.create', { accountId, name: 'script', scopes: ['read'] });
    await client.call('schedule.set', { accountId, startTime: '06:00' });
    await eventually(() => expect(hardware.menusSet()).toBe(before + 1));
  });

  it('is missing if the system refuses to create it', async () => {
    expect((await shown({ hardware: trayHardware({ refuses: true }) })).isThere).toBe(false);
  });
});

describe('the icon', () => {
  it('follows the panel’s change from light to dark', async () => {
    const { hardware } = await shown();
    expect(hardware.pictures.at(-1)).toBe('light-idle');
    hardware.setTheme(true);
    expect(hardware.pictures.at(-1)).toBe('dark-idle');
  });

  it('is a template image on macOS, which colors it, and large on Linux, whose panels scale it down', async () => {
    expect((await shown({ platform: 'darwin' })).hardware.pictures[0]).toBe('template-idle as a template');
    expect((await shown({ platform: 'linux' })).hardware.pictures[0]).toBe('32 pixels');
  });

  it('exists for every state, panel and pixel density, in the size that its name states', () => {
    for (const background of BACKGROUNDS) {
      for (const frame of FRAMES) {
        for (const [scale, suffix] of SCALES[background]) {
          const path = join(IMAGES, `${background}-${frame}${suffix}.png`);
          const header = readFileSync(path);
          expect([path, header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([
            path,
            POINTS * scale,
            POINTS * scale,
          ]);
        }
      }
    }
  });
});
