import { expect, test } from 'vitest';
import { shell, unwrapped } from '../simplefin/shell.ts';

test('a message names the bank that requires a new sign-in, and its address, even if the server has protocol version 1', async () => {
  const person = await shell({ dialect: 'version 1', versions: ['1.0'] });
  const { server } = person;
  await person.add();
  server.bank.errors = [
    { code: '', msg: 'Connection to Harbour Union may need attention' },
    { code: '', msg: 'You must reauthenticate.' },
  ];
  const { code, run } = await person.sync();
  expect(code).toBe(1);
  expect(run).toMatchObject({ status: 'partial', counts: { added: 5 } });
  const problems = run.messages.filter(({ severity }) => severity === 'problem');
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ['source_bank_reauthorise', 'Harbour Union: Connection to Harbour Union may need attention'],
    ['source_bank_reauthorise', 'Harbour Union: You must reauthenticate.'],
  ]);
  for (const { remedy } of problems) expect(remedy).toMatch(new RegExp(`Sign in at ${server.origin} `));
  const status = unwrapped((await person.run(['status'])).stdout);
  expect(status).toContain('SimpleFIN: Harbour Union: Connection to Harbour Union may need attention');
  expect(status).toContain(`Sign in at ${server.origin}`);
  expect(status).not.toContain('connection reauthorise');

  // An unknown message may also ask for a new sign-in, so the remedy mentions one.
  server.bank.errors = [
    { code: '', msg: 'Bitte neu anmelden: Linden Bank' },
    { code: '', msg: 'Etwas ist schiefgegangen' },
  ];
  const other = (await person.sync()).run.messages.filter(({ severity }) => severity === 'problem');
  expect(other).toMatchObject([
    { message: 'Linden Bank: Bitte neu anmelden: Linden Bank', remedy: expect.stringContaining(server.origin) },
    { message: `${person.host}: Etwas ist schiefgegangen`, remedy: expect.stringMatching(/sign in.*https:/i) },
  ]);

  // The response contains only errors.
  server.bank.accounts.length = 0;
  server.bank.errors = [{ code: '', msg: 'You must reauthenticate.' }];
  expect(await person.sync()).toMatchObject({
    code: 1,
    run: {
      status: 'failed',
      messages: [{ code: 'source_bank_reauthorise', remedy: expect.stringContaining(`Sign in at ${server.origin}`) }],
    },
  });
  expect(await person.rows()).toHaveLength(5);
});
