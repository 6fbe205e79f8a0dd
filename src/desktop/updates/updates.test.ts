import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { UpdateBoxes } from './update-boxes.ts';
import type { UpdateFetcher } from './update-fetcher.ts';
import { openUpdateMemory } from './update-memory.ts';
import type { NewVersion } from './update-way.ts';
import { createUpdates } from './updates.ts';

const HOUR = 60 * 60_000;
const nothing = (): void => undefined;

/** Updates with a fake server, and with fake dialogs that the user answers with "not now". */
function daily({
  found = null,
  automatic = true,
}: { readonly found?: NewVersion | null | Error; readonly automatic?: boolean } = {}) {
  const path = join(temporaryFolder(), 'updates.json');
  const looks: number[] = [];
  const announcedVersions: string[] = [];
  const openedBoxes: string[] = [];
  let now = Date.parse('2026-03-10T09:00:00Z');
  let next = found;
  const fetcher: UpdateFetcher = {
    check: async () => {
      looks.push(now);
      if (next instanceof Error) throw next;
      return next;
    },
    download: () => ({ done: Promise.reject(new Error('Nobody agreed to a download.')), stop: nothing }),
    install: () => {
      throw new Error('Nobody agreed to an installation.');
    },
  };
  const boxes = new Proxy({} as UpdateBoxes, {
    get: (_target, name) => async () => {
      openedBoxes.push(String(name));
      return 'notNow';
    },
  });
  const start = () =>
    createUpdates({ app: { quit: nothing }, shell: {} } as unknown as ElectronParts, {
      way: { kind: 'install', maker: 'appimage' },
      fetcher,
      boxes,
      memory: openUpdateMemory(path, (thrown) => {
        throw thrown;
      }),
      clock: { now: () => now },
      log: { error: nothing, warn: nothing, info: nothing, debug: nothing },
      onChange: nothing,
      announce: ({ version }) => void announcedVersions.push(version),
      onInstallFailed: nothing,
    });
  openUpdateMemory(path, nothing).set({ automatic });
  return {
    start,
    looks,
    announcedVersions,
    openedBoxes,
    pass: (ms: number) => {
      now += ms;
    },
    publish: (version: string) => {
      next = { version, notes: null };
    },
  };
}

describe('the daily check for updates', () => {
  it('runs only after the user has agreed', async () => {
    const { start, looks } = daily({ automatic: false });
    await start().lookIfDue();
    expect(looks).toEqual([]);
  });

  it('runs once a day, also across restarts, and again after the clock was set back', async () => {
    const { start, looks, pass } = daily();
    await start().lookIfDue();
    await start().lookIfDue();
    pass(23 * HOUR);
    await start().lookIfDue();
    expect(looks).toHaveLength(1);
    pass(HOUR);
    await start().lookIfDue();
    expect(looks).toHaveLength(2);
    pass(-48 * HOUR);
    await start().lookIfDue();
    expect(looks).toHaveLength(3);
  });

  it('announces each version once, and opens no dialog', async () => {
    const { start, announcedVersions, openedBoxes, pass, publish } = daily({
      found: { version: '0.2.0', notes: null },
    });
    const updates = start();
    await updates.lookIfDue();
    expect(updates.state()).toEqual({ kind: 'available', version: '0.2.0', notes: null });
    pass(24 * HOUR);
    await start().lookIfDue();
    expect(announcedVersions).toEqual(['0.2.0']);
    publish('0.3.0');
    pass(24 * HOUR);
    await updates.lookIfDue();
    expect(announcedVersions).toEqual(['0.2.0', '0.3.0']);
    expect(openedBoxes).toEqual([]);
  });

  it('reports no failure, because the user did not start the check', async () => {
    const { start, announcedVersions, openedBoxes } = daily({ found: new Error('net::ERR_INTERNET_DISCONNECTED') });
    const updates = start();
    await updates.lookIfDue();
    expect(updates.state()).toEqual({ kind: 'idle' });
    expect([...announcedVersions, ...openedBoxes]).toEqual([]);
  });
});

describe('the file with update settings', () => {
  it('turns the daily check off if it is damaged', async () => {
    const path = join(temporaryFolder(), 'updates.json');
    const first = openUpdateMemory(path, nothing);
    first.set({ automatic: true, told: '0.2.0' });
    expect(openUpdateMemory(path, nothing).get()).toEqual({ automatic: true, lookedAt: 0, told: '0.2.0' });
    writeFileSync(path, '{"automatic": "yes"');
    expect(openUpdateMemory(path, nothing).get().automatic).toBe(false);
  });
});
