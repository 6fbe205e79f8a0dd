import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Desktop } from '../../src/desktop/desktop.ts';
import { hostService } from '../../src/desktop/service-host/host-service.ts';
import type { Limits } from '../../src/desktop/service-host/silence.ts';
import { createService } from '../../src/service.ts';
import { desktopInUse } from '../support/desktop.ts';
import { DYING, hostedConfig } from '../support/hosted-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** From the source, a thread takes a while to start. */
const PATIENT = { timeout: 15_000 };

const never = new AbortController().signal;

/** A desktop in the tray, whose person soon loses patience with its service. */
async function inDesktop(limits: Limits) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'desktop'));
  writeFileSync(join(folder, 'desktop', 'desktop.json'), JSON.stringify({ wasOpened: true }));
  const started = await desktopInUse({ context: null, folder, startService: (config, surroundings) => hostService(config, surroundings, { program: DYING, limits }) });
  if (started.desktop === null) throw new Error('It did not start.');
  const { desktop, around } = started;
  const boxes = (message: string): Promise<void> => expect.poll(() => around.box.shown.filter((box) => box.message === message).length, PATIENT).toBe(1);
  const log = (): string => readFileSync(join(folder, 'pennyrow.log'), 'utf8');
  return { ...started, desktop, boxes, log };
}

function call({ service }: Desktop, name: string, input: object = {}): Promise<unknown> {
  return service.control.call(name, input, never);
}

/** As long as no test is. */
const LONG = 600_000;

describe('a service that hangs', () => {
  it('is noticed when somebody waits for it; a person ends it, and it starts anew without another question', async () => {
    const { desktop, around, boxes, log } = await inDesktop({ silentMs: 600, endingMs: LONG });
    const hanging = call(desktop, 'test.die', { how: 'hang' }).catch((thrown: unknown) => thrown);
    await boxes('The service inside Pennyrow does not answer.');
    expect(around.box.shown[0]).toMatchObject({ type: 'warning', buttons: ['Keep Waiting', 'Start It Anew'], defaultId: 0, cancelId: 0, detail: expect.stringContaining('your spreadsheet has the whole sync, or is as it was') });
    around.box.press('Start It Anew');
    expect(await hanging).toMatchObject({ code: 'service_stopped' });
    await expect.poll(() => call(desktop, 'account.list').catch(() => null), PATIENT).toHaveLength(1);
    expect(around.box.shown).toHaveLength(1);
    await expect.poll(log, PATIENT).toContain('It gave no sign of life, and a person ended it.');
  });

  it('while it wrote, has settled that once it runs again', async () => {
    const { desktop, around, boxes } = await inDesktop({ silentMs: 600, endingMs: LONG });
    const [account] = (await call(desktop, 'account.list')) as { id: string }[];
    const accountId = account?.id;
    await call(desktop, 'connection.add', { accountId, settings: { source: 'demo', seed: 7 } });
    call(desktop, 'test.die', { at: 'writing', how: 'hang' }).catch(() => undefined);
    await call(desktop, 'run.sync', { accountId });
    await boxes('The service inside Pennyrow does not answer.');
    around.box.press('Start It Anew');
    const statuses = async (): Promise<unknown> => ((await call(desktop, 'run.list', { accountId }).catch(() => [])) as { status: string }[]).map(({ status }) => status);
    await expect.poll(statuses, PATIENT).toEqual([expect.stringMatching(/^(failed|succeeded)$/)]);
    const { runId } = (await call(desktop, 'run.sync', { accountId })) as { runId: string };
    expect(await call(desktop, 'run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  });

  it('is asked about at the end too, ended on a yes, and leaves a folder that the next start can use', async () => {
    const { desktop, around, boxes, folder, log } = await inDesktop({ silentMs: LONG, endingMs: 300 });
    call(desktop, 'test.die', { how: 'hang' }).catch(() => undefined);
    around.app.quit();
    await boxes('Pennyrow has not ended yet.');
    expect(around.app.hasEnded()).toBe(false);
    around.box.press('Keep Waiting');
    await expect.poll(() => around.box.shown.length, PATIENT).toBe(2);
    around.box.press('End Anyway');
    expect(await around.app.ended).toBe(0);
    expect(log()).toContain('a person ended it');
    const after = await createService(hostedConfig(folder), { vaultKey: { provideKey: async () => Buffer.alloc(32) } });
    expect(await after.control.call('account.list', {}, never)).toHaveLength(1);
    await after.close();
  });

  it('but lives, and only does not say that it has closed, is ended in the same way', async () => {
    const { desktop, around, boxes } = await inDesktop({ silentMs: LONG, endingMs: 300 });
    call(desktop, 'test.deaf').catch(() => undefined);
    around.app.quit();
    await boxes('Pennyrow has not ended yet.');
    around.box.press('End Anyway');
    expect(await around.app.ended).toBe(0);
  });
});
