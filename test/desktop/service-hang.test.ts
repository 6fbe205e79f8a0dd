import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Desktop } from '../../src/desktop/run-desktop.ts';
import { hostService } from '../../src/desktop/host/host-service.ts';
import type { Alarm } from '../../src/desktop/host/silence.ts';
import { createService } from '../../src/service/service.ts';
import { desktopInUse } from '../support/desktop.ts';
import { DYING, hostedConfig } from '../support/hosted-service.ts';
import { startedFolder } from '../support/started-folder.ts';

const never = new AbortController().signal;

/** A running desktop. `endingMs`: the time after which it asks about a service that does not stop. */
async function inDesktop(endingMs: number) {
  const folder = await startedFolder();
  const looks = new Set<() => void>();
  const alarm: Alarm = (look) => {
    looks.add(look);
    return () => looks.delete(look);
  };
  const started = await desktopInUse({
    folder,
    startService: (config, surroundings) =>
      hostService(config, surroundings, { program: DYING, limits: { silentMs: LONG, endingMs }, alarm }),
  });
  if (started.desktop === null) throw new Error('It did not start.');
  const { desktop, around } = started;
  const boxes = async (message: string): Promise<void> => {
    await expect.poll(() => around.box.shown.map((box) => box.message)).toEqual([message]);
  };
  /** Waits until the service hangs, and advances the time until a dialog box asks about it. */
  const passTime = async (): Promise<void> => {
    await expect.poll(() => existsSync(join(folder, 'hanging'))).toBe(true);
    // Sends a request, because a hang is detected only while one is pending.
    call(desktop, 'account.list').catch(() => undefined);
    const questions = (): unknown => {
      for (const look of looks) look();
      return around.box.shown.map((box) => box.message);
    };
    // Repeated, because an earlier message of the service may still arrive and count as a response.
    await expect.poll(questions).toEqual(['The service inside Pennyrow is not responding.']);
  };
  const log = (): string => readFileSync(join(folder, 'pennyrow.log'), 'utf8');
  return { ...started, desktop, boxes, passTime, log };
}

function call({ service }: Desktop, name: string, input: object = {}): Promise<unknown> {
  return service.control.call(name, input, never, 'trusted');
}

/** A time limit that no test reaches. */
const LONG = 600_000;

describe('a service that hangs', () => {
  it('is detected while a request is pending, and restarts without another question after the user ended it', async () => {
    const { desktop, around, passTime, log } = await inDesktop(LONG);
    const hanging = call(desktop, 'test.die', { how: 'hang' }).catch((thrown: unknown) => thrown);
    await passTime();
    expect(around.box.shown[0]).toMatchObject({
      type: 'warning',
      buttons: ['Keep Waiting', 'Restart Service'],
      defaultId: 0,
      cancelId: 0,
      detail: expect.stringContaining('your spreadsheet then has either the whole sync or none of it'),
    });
    around.box.press('Restart Service');
    expect(await hanging).toMatchObject({ code: 'service_stopped' });
    await expect.poll(() => call(desktop, 'account.list').catch(() => null)).toHaveLength(1);
    expect(around.box.shown).toHaveLength(1);
    await expect.poll(log).toContain('It gave no sign of life, and a person ended it.');
  });

  it('determines after its restart if the interrupted write succeeded', async () => {
    const { desktop, around, passTime } = await inDesktop(LONG);
    const [account] = (await call(desktop, 'account.list')) as { id: string }[];
    const accountId = account?.id;
    await call(desktop, 'connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    call(desktop, 'test.die', { at: 'writing', how: 'hang' }).catch(() => undefined);
    await call(desktop, 'run.sync', { accountId });
    await passTime();
    around.box.press('Restart Service');
    const statuses = async (): Promise<unknown> =>
      ((await call(desktop, 'run.list', { accountId }).catch(() => [])) as { status: string }[]).map(
        ({ status }) => status,
      );
    await expect.poll(statuses).toEqual([expect.stringMatching(/^(failed|succeeded)$/)]);
    const { runId } = (await call(desktop, 'run.sync', { accountId })) as { runId: string };
    expect(await call(desktop, 'run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  });

  it('is reported when the app quits, and ended after a confirmation; the next start can use the folder', async () => {
    const { desktop, around, boxes, folder, log } = await inDesktop(300);
    call(desktop, 'test.die', { how: 'hang' }).catch(() => undefined);
    around.app.quit();
    await boxes('Pennyrow is still finishing.');
    expect(around.app.hasEnded()).toBe(false);
    around.box.press('Keep Waiting');
    await expect.poll(() => around.box.shown.length).toBe(2);
    around.box.press('Quit Anyway');
    expect(await around.app.ended).toBe(0);
    expect(log()).toContain('a person ended it');
    const after = await createService(hostedConfig(folder), { vaultKey: { provideKey: async () => Buffer.alloc(32) } });
    expect(await after.control.call('account.list', {}, never, 'trusted')).toHaveLength(1);
    await after.close();
  });

  it('is ended after a confirmation if it answers but never reports that it has closed', async () => {
    const { desktop, around, boxes } = await inDesktop(300);
    call(desktop, 'test.deaf').catch(() => undefined);
    around.app.quit();
    await boxes('Pennyrow is still finishing.');
    around.box.press('Quit Anyway');
    expect(await around.app.ended).toBe(0);
  });
});
