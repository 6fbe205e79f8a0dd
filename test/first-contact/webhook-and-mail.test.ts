import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPennyrow } from '../cli/pennyrow.ts';
import { LOGIN, MAILBOX, smtpServer } from '../fakes/smtp/smtp-server.ts';
import { webhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { impatient, type Environment } from './world/google-home.ts';

// Who is told of what happens may be silent, break off or refuse: a test says so, with what helps, and nothing secret.

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const CHECK = 'Check the address and the receiver\\.';
const IS_IT_UP = 'Check that the receiver runs and that this computer is online\\.';

const ANSWERS: readonly (readonly [name: string, answer: WebhookReceiver['answer'], told: RegExp])[] = [
  ['403', 403, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 403\\. ${CHECK}$`)],
  ['429', 429, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 429\\. ${CHECK}$`)],
  ['503', 503, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 503\\. ${CHECK}$`)],
  [
    'a line that breaks',
    ({ socket }) => void socket.destroy(),
    new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ cannot be reached \\(ECONNRESET\\)\\. ${IS_IT_UP}$`),
  ],
  [
    'silence',
    () => undefined,
    new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ did not answer within 20 seconds\\. ${IS_IT_UP}$`),
  ],
];

test('a receiver that refuses, breaks off or says nothing is told by the test of its webhook, and takes the next one', async () => {
  const [folder, receiver] = [temporaryFolder(), await webhookReceiver()];
  const run = (...args: readonly string[]) => runPennyrow(folder, ['webhook', ...args], impatient(1500));
  await run('add', `${receiver.url}/topic-nobody-knows`, '--name', 'Ledger');
  for (const [name, answer, told] of ANSWERS) {
    receiver.answer = answer;
    const { code, stdout, stderr } = await run('test', 'Ledger');
    expect({ name, code, stdout, said: flat(stderr) }).toEqual({
      name,
      code: 1,
      stdout: '',
      said: expect.stringMatching(told),
    });
  }
  receiver.answer = 200;
  expect(await run('test', 'Ledger')).toMatchObject({ code: 0, stdout: expect.stringContaining('status 200') });
});

const IF_IT_LASTS = 'If this lasts, check the server name and the internet connection\\.';

test('a mail server that is busy, breaks off, says nothing or is a stranger is told by a test, and takes the next one', async () => {
  const [folder, server] = [temporaryFolder(), await smtpServer({ security: 'tls' })];
  const authority = join(folder, 'mail-ca.pem');
  writeFileSync(authority, server.ca);
  const trusting = { ...impatient(1500), NODE_EXTRA_CA_CERTS: authority };
  const run = (args: readonly string[], environment: Environment = trusting, input = '') =>
    runPennyrow(folder, ['mail', ...args], environment, input);
  const target = ['--host', 'localhost', '--port', String(server.port), '--security', 'tls'];
  await run(['set', ...target, '--user', LOGIN.user, '--to', MAILBOX], trusting, `${LOGIN.password}\n`);
  const faults = [
    [
      'busy',
      /The mail server localhost is busy: “421 4\.7\.0 Try again later”\. Try again in some minutes; a digest that waits is sent automatically\.$/,
    ],
    ['cut-at-greeting', new RegExp(`The connection to the mail server localhost was cut\\. ${IF_IT_LASTS}$`)],
    ['cut-at-data', new RegExp(`The connection to the mail server localhost was cut\\. ${IF_IT_LASTS}$`)],
    ['silent', new RegExp(`The mail server localhost did not respond in time\\. ${IF_IT_LASTS}$`)],
  ] as const;
  for (const [fault, told] of faults) {
    server.fault = fault;
    const { code, stdout, stderr } = await run(['test']);
    expect({ fault, code, stdout, said: flat(stderr) }).toEqual({
      fault,
      code: 1,
      stdout: '',
      said: expect.stringMatching(told),
    });
    expect(stderr).not.toContain(LOGIN.password);
  }
  server.fault = null;
  const said = server.said.length;
  const strange = await run(['test'], { ...trusting, NODE_EXTRA_CA_CERTS: '' });
  expect({ code: strange.code, said: flat(strange.stderr) }).toEqual({
    code: 1,
    said: expect.stringMatching(
      /The certificate of the mail server localhost could not be verified\. Check the server name/,
    ),
  });
  expect(server.said).toHaveLength(said);
  expect(await run(['test'])).toMatchObject({ code: 0, stdout: expect.stringContaining(MAILBOX) });
  expect(server.taken).toHaveLength(1);
});
