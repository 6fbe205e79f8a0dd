import { expect, test } from 'vitest';
import type { FaultKind } from '../fakes/google/faults.ts';
import { useGoogleHome, impatient, QUICK, type Environment } from './world/google-home.ts';

// Faults of Google, or of a proxy: the message for the user, and the resulting rows.

const home = useGoogleHome();

const READ = 'sheets.spreadsheets.getByDataFilter';
const LOOK = 'drive.files.get';
const WRITE = 'sheets.spreadsheets.batchUpdate';
const TOKEN = 'oauth.token';

const IMPATIENT = impatient(2500);

const BUSY =
  /The service is currently unavailable\..*it answered 503\.|Google reports an internal problem: .*(unavailable|503)/s;
const LIMIT = /the limit for each minute is used up\.\s+Nothing is lost/;
const PAGE = /A web page answers instead of Google.*Open https:\/\/docs\.google\.com/s;
const CUT_OFF =
  /(cut off before its answer was whole|broke off before its end)\..*(Check the connection to the internet|try again)/s;
const SILENT = /Google was reached, but sent no answer\.\s+Google may be busy, or a firewall, proxy or virus scanner/;

type Call = typeof READ | typeof LOOK | typeof WRITE | typeof TOKEN;

/**
 * `expected`: the message if the fault is permanent; `calls`: the calls that it affects, by default the first read of the
 * sheet.
 */
interface Trouble {
  readonly name: string;
  readonly how: FaultKind;
  readonly expected: RegExp;
  readonly calls?: readonly Call[];
  readonly environment?: Environment;
}

const TROUBLES: readonly Trouble[] = [
  { name: '503', how: { status: 503 }, expected: BUSY },
  {
    name: '500 as a web page',
    how: { status: 500, html: true },
    expected: /Google reports an internal problem: it answered 500\./,
  },
  { name: '429', how: { status: 429 }, expected: LIMIT },
  { name: '429 with Retry-After', how: { status: 429, retryAfterSeconds: 1 }, expected: LIMIT },
  { name: '429 with a very long Retry-After', how: { status: 429, retryAfterSeconds: 3600 }, expected: LIMIT },
  { name: '403 as a web page', how: { status: 403, html: true }, expected: PAGE, calls: [READ, LOOK, TOKEN] },
  { name: '401 as a web page', how: { status: 401, html: true }, expected: PAGE, calls: [READ, TOKEN] },
  { name: '404 as a web page', how: { status: 404, html: true }, expected: PAGE },
  {
    name: 'a web page that claims success',
    how: { status: 200, html: true },
    expected: PAGE,
    calls: [READ, LOOK, TOKEN],
  },
  {
    name: '404',
    how: { status: 404 },
    expected: /Google finds no such spreadsheet for Pennyrow.*Take it out of the bin/s,
  },
  { name: 'a connection reset', how: 'reset', expected: CUT_OFF },
  { name: 'a connection reset within the response', how: 'reset-midway', expected: CUT_OFF, calls: [READ, LOOK] },
  { name: 'a truncated response', how: 'truncated', expected: CUT_OFF, calls: [READ, LOOK] },
  { name: 'no response', how: 'hang', expected: SILENT, calls: [LOOK, TOKEN], environment: IMPATIENT },
];

test.each(TROUBLES)(
  '$name is reported with cause and remedy if it persists; if it occurs once, the row is still written, and only once',
  async ({ name, how, expected, calls = [READ], environment = QUICK }) => {
    const { fake, run, statement, payees } = await home();
    for (const [place, call] of calls.entries()) {
      const before = await payees();
      const file = statement(`${name} (${call})`);
      fake.fail({ call, how, times: 10_000 });
      const forGood = await run(['import', file], environment);
      fake.clearFaults();
      expect({ call, ...forGood }).toMatchObject({
        call,
        code: 1,
        stdout: expect.stringMatching(expected),
        stderr: '',
      });
      expect(await payees()).toEqual(before);
      // Only once per fault, because it does not depend on `call`: a write takes effect, but its response is lost.
      if (place > 0) continue;
      fake.fail({ call: WRITE, how, when: 'after' });
      const once = await run(['import', file], environment);
      fake.clearFaults();
      expect({ call, code: once.code, stdout: once.stdout, stderr: once.stderr }).toMatchObject({
        call,
        code: 0,
        stdout: expect.stringMatching(/1 (added|already there)/),
        stderr: '',
      });
      expect(await payees()).toEqual([...before, `${name} (${call})`]);
    }
  },
);
