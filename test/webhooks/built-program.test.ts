import { describe, expect, it } from 'vitest';
import type { DeliveryView, NewWebhook } from '../../src/contract/control/webhooks.ts';
import { pennyrow, runPennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { verify, webhookReceiver } from '../fakes/webhook-receiver.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the built program', () => {
  it('sends the events of an import to a receiver, signed and in order, and lists the deliveries', async () => {
    const folder = temporaryFolder();
    const receiver = await webhookReceiver();
    const { secret, id } = (
      await pennyrow(folder, 'webhook', 'add', receiver.url, '--name', 'Ledger', '--json')
    ).json<NewWebhook>();
    const service = await startService(folder);
    expect((await pennyrow(folder, 'import', statementFile(folder, ['Coffee', 'Rent']))).code).toBe(0);
    await eventually(() =>
      expect(receiver.accepted.map(({ message }) => message.type)).toEqual(['transactions.added', 'run.finished']),
    );
    for (const received of receiver.accepted) verify(secret ?? '', received);
    expect(receiver.accepted[0]?.message).toMatchObject({
      type: 'transactions.added',
      version: 1,
      account: { name: 'My money' },
      data: {
        count: 2,
        transactions: [
          { sheet_description: 'Coffee', amount: '-1.50', date: '2026-01-01', currency: 'EUR' },
          { sheet_description: 'Rent', amount: '-2.50', date: '2026-01-02' },
        ],
      },
    });
    const deliveries = (await pennyrow(folder, 'webhook', 'deliveries', 'Ledger', '--json')).json<DeliveryView[]>();
    expect(deliveries.map(({ type, state, attempts }) => [type, state, attempts])).toEqual([
      ['run.finished', 'delivered', 1],
      ['transactions.added', 'delivered', 1],
    ]);
    const shown = await pennyrow(folder, 'webhook', 'list');
    expect(shown.stdout).toContain(id);
    expect(shown.stdout).toContain(`standard, http://127.0.0.1:${receiver.port}`);
    expect(shown.stdout).not.toContain('/hook');
    await service.stop();
  });

  it('stores events while no service runs, and sends them when a service starts', async () => {
    const folder = temporaryFolder();
    const receiver = await webhookReceiver();
    await pennyrow(folder, 'webhook', 'add', receiver.url, '--name', 'Ledger');
    await pennyrow(folder, 'import', statementFile(folder, ['Coffee']));
    expect(receiver.received).toEqual([]);
    const service = await startService(folder);
    await eventually(() => expect(receiver.accepted).toHaveLength(2));
    await service.stop();
  });

  it('reads a URL from standard input, and rejects an unsafe one with a remedy', async () => {
    const folder = temporaryFolder();
    const add = (address: string, ...more: string[]) =>
      runPennyrow(folder, ['webhook', 'add', '--name', 'Phone', ...more], {}, `${address}\n`);
    const refused = await add('http://192.168.1.7/hook');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Addresses outside this computer must begin with https://.');
    expect((await add('https://192.168.1.7/hook')).stderr).toContain('--local-network');
    expect((await add('https://169.254.169.254/latest', '--local-network')).stderr).toContain('no receiver can have');
    expect((await add('https://ntfy.sh/', '--shape', 'ntfy')).stderr).toContain('https://ntfy.sh/TOPIC');
    const added = await add('https://ntfy.sh/secret-topic', '--shape', 'ntfy', '--json');
    expect(added.json()).toMatchObject({ origin: 'https://ntfy.sh', secret: null });
    expect(added.stdout).not.toContain('secret-topic');
  });

  it('sends a test event on request, and reports the receiver’s response', async () => {
    const folder = temporaryFolder();
    const receiver = await webhookReceiver();
    await pennyrow(folder, 'webhook', 'add', receiver.url, '--name', 'Ledger');
    expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).stdout).toContain('took the test (status 200)');
    receiver.answer = (_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    const refused = await pennyrow(folder, 'webhook', 'test', 'Ledger');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('status 302, a redirect, which is not followed');
    await receiver.stop();
    expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).stderr).toContain('cannot be reached (ECONNREFUSED)');
  });

  it('sends no event to a receiver with an untrusted certificate, and prints a remedy', async () => {
    const folder = temporaryFolder();
    const stranger = await fakeSimplefin({ certificate: 'untrusted' });
    await pennyrow(folder, 'webhook', 'add', stranger.origin, '--name', 'Ledger');
    const { code, stderr } = await pennyrow(folder, 'webhook', 'test', 'Ledger');
    expect({ code, output: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /The certificate of .* cannot be trusted .*Nothing was sent\. .*NODE_EXTRA_CA_CERTS/,
      ),
    });
    expect(stranger.seen).toEqual([]);
  });
});
