import { expect, test } from 'vitest';
import { runPennyrow } from '../cli/pennyrow.ts';
import { webhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { impatient } from './world/google-home.ts';

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const CHECK = 'Check the address and the receiver\\.';
const IS_IT_UP = 'Check that the receiver runs and that this computer is online\\.';

const ANSWERS: readonly (readonly [name: string, answer: WebhookReceiver['answer'], expected: RegExp])[] = [
  ['403', 403, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 403\\. ${CHECK}$`)],
  ['429', 429, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 429\\. ${CHECK}$`)],
  ['503', 503, new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ answered with status 503\\. ${CHECK}$`)],
  [
    'a connection reset',
    ({ socket }) => void socket.destroy(),
    new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ cannot be reached \\(ECONNRESET\\)\\. ${IS_IT_UP}$`),
  ],
  [
    'silence',
    () => undefined,
    new RegExp(`^pennyrow: 127\\.0\\.0\\.1:\\d+ did not answer within 20 seconds\\. ${IS_IT_UP}$`),
  ],
];

test('`webhook test` explains why a receiver failed, and succeeds once it answers', async () => {
  const [folder, receiver] = [temporaryFolder(), await webhookReceiver()];
  const run = (...args: readonly string[]) => runPennyrow(folder, ['webhook', ...args], impatient(1500));
  await run('add', `${receiver.url}/topic-nobody-knows`, '--name', 'Ledger');
  for (const [name, answer, expected] of ANSWERS) {
    receiver.answer = answer;
    const { code, stdout, stderr } = await run('test', 'Ledger');
    expect({ name, code, stdout, output: flat(stderr) }).toEqual({
      name,
      code: 1,
      stdout: '',
      output: expect.stringMatching(expected),
    });
  }
  receiver.answer = 200;
  expect(await run('test', 'Ledger')).toMatchObject({ code: 0, stdout: expect.stringContaining('status 200') });
});
