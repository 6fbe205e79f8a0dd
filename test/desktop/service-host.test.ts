import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Run, StartedRun } from '../../src/contract/control/runs.ts';
import type { TransactionPage } from '../../src/contract/control/transactions.ts';
import { PennyrowError, errorOf } from '../../src/platform/errors.ts';
import { createService } from '../../src/service/service.ts';
import { hostBuilt, hostedConfig, hostedService, surroundings } from '../support/hosted-service.ts';
import { WRITE_STATEMENT } from '../support/statement-writers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;

describe('the service in a separate thread', () => {
  it('rejects with the same code, message and remedy as without a thread', async () => {
    const { service, accountId } = await hostedService();
    const refused = await service.control
      .call('run.sync', { accountId }, never, 'trusted')
      .catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(PennyrowError);
    expect(refused).toMatchObject({
      code: 'connection_none',
      remedy: expect.stringContaining('`pennyrow connection add`'),
    });
    await expect(service.control.call('no.such', {}, never, 'trusted')).rejects.toMatchObject({
      code: 'input_unknown_procedure',
    });
  });

  it('rejects a request that its caller aborts', async () => {
    const { service, client, accountId, folder } = await hostedService();
    const statement = join(folder, 'statement.ofx');
    const bookings = Array.from({ length: 5000 }, (_, index) => ({
      on: '2026-03-01',
      amount: `-${index + 1}.00`,
      who: `Shop ${index}`,
      what: 'Card payment',
    }));
    writeFileSync(statement, WRITE_STATEMENT.ofx(bookings, 1));
    const input = { accountId, paths: [statement] };
    const gone = new AbortController();
    const preview = service.control.call('run.preview', input, gone.signal, 'trusted');
    gone.abort();
    await expect(preview).rejects.toMatchObject({ name: 'AbortError' });
    await expect(service.control.call('run.preview', input, AbortSignal.abort(), 'trusted')).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await client.call('run.preview', input)).toMatchObject({ counts: { added: 5000 } });
  });

  it('receives a file in parts, no faster than it is written, and deletes a file whose transfer is interrupted', async () => {
    const { service, folder } = await hostedService();
    const text = 'x'.repeat(1024 * 1024);
    async function* parts(count: number): AsyncGenerator<Uint8Array> {
      for (let part = 0; part < count; part += 1) yield new TextEncoder().encode(text);
    }
    const file = await service.control.receive('statement.csv', parts(8), never);
    expect(file).toMatchObject({ name: 'statement.csv', bytes: 8 * text.length });
    expect(statSync(file.path).size).toBe(8 * text.length);

    let made = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        made += 1;
        yield new TextEncoder().encode(text);
      }
    }
    await expect(service.control.receive('large.csv', endless(), never)).rejects.toMatchObject({
      code: 'input_upload_too_large',
    });
    expect(made).toBeLessThan(100);

    const gone = new AbortController();
    const given = service.control.receive('given-up.csv', endless(), gone.signal);
    gone.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });

    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('Date,Amount\n');
      throw new Error('the page is gone');
    }
    await expect(service.control.receive('broken.csv', broken(), never)).rejects.toThrow('the page is gone');
    expect(filesBelow(join(folder, 'uploads'))).toEqual(['statement.csv']);
  });

  it('writes messages of the main thread into the service’s log, with code and cause', async () => {
    const { service, folder } = await hostedService();
    const err = errorOf(
      { code: 'window_torn', message: 'The window is torn.', remedy: 'Mend it.' },
      {
        cause: new TypeError('no thread'),
      },
    );
    service.log.warn({ err, width: 7 }, 'A window could not be shown');
    await service.close();
    const line = readFileSync(join(folder, 'pennyrow.log'), 'utf8')
      .split('\n')
      .find((text) => text.includes('could not be shown'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'warn',
      width: 7,
      err: {
        code: 'window_torn',
        message: expect.stringContaining('no thread'),
        stack: expect.stringContaining('service-host.test'),
      },
    });
  });
});

describe('the encryption key', () => {
  it('is requested in the main thread, and is the key that the service thread encrypts with', async () => {
    const folder = temporaryFolder();
    const requestedInMain: boolean[] = [];
    const { vaultKey } = surroundings();
    const vaultKeyInMain = { provideKey: () => (requestedInMain.push(isMainThread), vaultKey.provideKey()) };
    const first = await hostedService({ vaultKey: vaultKeyInMain }, { folder });
    await first.client.call('registration.set', {
      kind: 'google',
      given: { id: '123-abc.apps.googleusercontent.com', secret: 'GOCSPX-secret' },
    });
    await first.service.close();
    expect(requestedInMain.length).toBeGreaterThan(0);
    expect(new Set(requestedInMain)).toEqual(new Set([isMainThread]));
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
    const again = await hostedService({ vaultKey }, { folder });
    expect(await again.client.call('registration.get', { kind: 'google' })).toMatchObject({
      clientId: '123-abc.apps.googleusercontent.com',
    });
    await again.service.close();
    await expect(hostedService({}, { folder })).rejects.toMatchObject({ code: 'vault_wrong_key' });
  });

  it('prevents the start of the service if it is denied, and a retry can open the data folder', async () => {
    const folder = temporaryFolder();
    const refusing = {
      provideKey: () =>
        Promise.reject(errorOf({ code: 'vault_no_keychain', message: 'There is no keychain.', remedy: 'Unlock it.' })),
    };
    await expect(hostedService({ vaultKey: refusing }, { folder })).rejects.toMatchObject({
      code: 'vault_no_keychain',
      remedy: 'Unlock it.',
    });
    const { client } = await hostedService({}, { folder });
    expect(await client.call('account.list', {})).toHaveLength(1);
  });
});

describe('the service thread', () => {
  it('does not start if another process uses the data folder', async () => {
    const { folder } = await hostedService();
    await expect(hostBuilt(hostedConfig(folder), surroundings())).rejects.toMatchObject({ code: 'store_in_use' });
  });

  it('waits at exit for a run that writes, so that the workbook has all of its rows or none', async () => {
    const { service, client, accountId, folder, events } = await hostedService();
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    await client.call('run.sync', { accountId });
    await expect
      .poll(() => events.some((event) => event.type === 'progress' && event.progress.stage === 'writing'))
      .toBe(true);
    await service.close();
    const after = await createService(hostedConfig(folder), { vaultKey: surroundings().vaultKey });
    const call = (name: string, input: object): Promise<unknown> =>
      after.control.call(name, { accountId, ...input }, never, 'trusted');
    const [run] = (await call('run.list', {})) as Run[];
    expect(['succeeded', 'cancelled']).toContain(run?.status);
    // The next sync adds the missing rows, and no row twice.
    const { runId } = (await call('run.sync', {})) as StartedRun;
    const next = (await after.control.call('run.wait', { runId }, never, 'trusted')) as Run;
    const { total } = (await call('transaction.list', {})) as TransactionPage;
    await after.close();
    const whole = Math.max(run?.counts.added ?? 0, next.counts.added);
    expect(whole).toBeGreaterThan(0);
    expect(run?.status === 'succeeded' ? [run.counts.added, next.counts.added] : [next.counts.added, 0]).toEqual([
      whole,
      0,
    ]);
    expect(total).toBe(whole);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
