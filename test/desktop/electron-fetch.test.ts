import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

type Note = { readonly tell: string; readonly reason?: string; readonly bytes?: number };
type Watch = (
  fetch: typeof globalThis.fetch,
  tell: (messages: Note) => void,
  timeoutMs?: number,
) => typeof globalThis.fetch;
interface Facts {
  readonly electron: string;
  readonly helper: string;
  readonly isRoot: boolean;
  readonly isHelperReady: boolean;
  readonly isRestrictedByAppArmor: boolean;
}

async function program<Exports>(name: string): Promise<Exports> {
  return (await import(pathToFileURL(join(import.meta.dirname, '../../bin', name)).href)) as Exports;
}

const TIMEOUT_MS = 60_000;

describe('downloading Electron', () => {
  it('is aborted when no more data arrives', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a part of it');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.closeAllConnections());
    onTestFinished(() => void server.close());
    // The test controls the timeout, because a busy machine may need longer for the first part to arrive.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const messages: Note[] = [];
    const came = Promise.withResolvers<void>();
    const tell = (message: Note): void => {
      messages.push(message);
      if (message.tell === 'came' && message.bytes === 'a part of it'.length) came.resolve();
    };
    const { watchedFetch } = await program<{ watchedFetch: Watch }>('electron-fetch-probe.js');
    const fetch = watchedFetch(globalThis.fetch, tell, TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const given = response.text();
    await came.promise;
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    expect(messages.map(({ tell: what }) => what)).not.toContain('failed');
    vi.advanceTimersByTime(1);
    await expect(given).rejects.toThrow('stalled');
    expect(messages.at(-1)).toEqual({ tell: 'failed', reason: 'stalled' });
    expect(messages.map(({ tell }) => tell)).toContain('came');
  });
});

describe('the explanation when Electron stops by SIGTRAP', () => {
  const facts: Facts = {
    electron: '/home/me/pennyrow/node_modules/electron/dist/electron',
    helper: '/home/me/pennyrow/node_modules/electron/dist/chrome-sandbox',
    isRoot: false,
    isHelperReady: false,
    isRestrictedByAppArmor: true,
  };
  const explain = async (changes: Partial<Facts>): Promise<string> => {
    const { explainTrap } = await program<{ explainTrap: (given: Facts) => string }>('electron-sandbox.js');
    return explainTrap({ ...facts, ...changes });
  };

  it('suggests an AppArmor profile, or a setuid helper, if AppArmor denies sandboxes to unknown programs', async () => {
    const text = await explain({});
    expect(text).toContain(`profile pennyrow-electron "${facts.electron}" flags=(unconfined) {`);
    expect(text).toContain(`sudo chown root:root '${facts.helper}'`);
    expect(text).toContain(`sudo chmod 4755 '${facts.helper}'`);
  });

  it('suggests only the setuid helper if the kernel denies sandboxes', async () => {
    const text = await explain({ isRestrictedByAppArmor: false });
    expect(text).not.toContain('apparmor');
    expect(text).toContain(`sudo chmod 4755 '${facts.helper}'`);
  });

  it('suggests no setuid helper for root, or if the helper is already set up', async () => {
    expect(await explain({ isRoot: true })).toMatch(/does not run as root/);
    const other = await explain({ isHelperReady: true });
    expect(other).toMatch(/Its output above contains the reason/);
    expect(other).not.toContain('chmod');
  });

  it('never suggests disabling the sandbox, and always suggests running without a desktop', async () => {
    for (const changes of [{}, { isRoot: true }, { isHelperReady: true }, { isRestrictedByAppArmor: false }]) {
      const text = await explain(changes);
      expect(text).not.toContain('no-sandbox');
      expect(text).toContain('npx pennyrow serve');
    }
  });
});
