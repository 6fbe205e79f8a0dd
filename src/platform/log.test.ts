import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '../../test/support/machine.ts';
import { mintToken } from './api-token.ts';
import { errorOf } from './errors.ts';
import { openLog } from './log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pennyrow-log-'));
  file = join(folder, 'pennyrow.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => readFileSync(file, 'utf8');
const lines = () => read().trimEnd().split('\n');

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text) > 0, text: () => written.join('') };
}

describe('the log', () => {
  it('appends one JSON object per line to a private file', async () => {
    for (const round of [1, 2]) {
      const { log, close } = await openLog({ level: 'info', file, terminal: null });
      log.info({ round }, 'Started');
      log.debug({}, 'Not at this level');
      close();
    }
    expect(lines().map((line) => JSON.parse(line))).toEqual(
      [1, 2].map((round) => ({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), round, msg: 'Started' })),
    );
    expectMode(file, 0o600);
  });

  it('writes readable lines to a terminal, with colors only if the terminal supports them', async () => {
    const [screen, pipe] = [terminal(true), terminal(false)];
    for (const each of [screen, pipe]) {
      const { log } = await openLog({ level: 'info', file: null, terminal: each });
      log.warn({ port: 28_400 }, 'The port is taken');
    }
    expect(pipe.text()).toMatch(/WARN.*: The port is taken\n\s+port: 28400/);
    expect(pipe.text()).not.toContain('\u001b[');
    expect(screen.text()).toContain('\u001b[');
  });

  it('writes the code, the remedy and the cause of an error', async () => {
    const { log, close } = await openLog({ level: 'info', file, terminal: null });
    log.error(
      {
        err: errorOf(
          { code: 'data_read_only', message: 'It is read-only.', remedy: 'Choose another.' },
          { cause: new Error('EROFS') },
        ),
      },
      'Failed',
    );
    close();
    expect(JSON.parse(read()).err).toMatchObject({
      code: 'data_read_only',
      remedy: 'Choose another.',
      message: 'It is read-only.: EROFS',
    });
  });

  it('rotates a full file, and keeps two files', async () => {
    const { log, close } = await openLog({ level: 'info', file, terminal: null, maxFileBytes: 1000 });
    for (let count = 0; count < 100; count += 1) log.info({ count }, 'A line');
    close();
    expect(readdirSync(folder)).toEqual(['pennyrow.log', 'pennyrow.log.1']);
    expect(statSync(file).size).toBeLessThanOrEqual(1000);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1000);
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ count: 99 });
  });

  it('writes nothing after close(), even if the system reuses the file descriptor for another file', async () => {
    const { log, close } = await openLog({ level: 'info', file, terminal: null });
    close();
    close();
    const other = join(folder, 'other');
    const sameNumber = openSync(other, 'w');
    log.info({}, 'Too late');
    closeSync(sameNumber);
    expect(read() + readFileSync(other, 'utf8')).toBe('');
  });

  it('continues after a failed write without throwing', async () => {
    const { log, close } = await openLog({ level: 'info', file, terminal: null, maxFileBytes: 10 });
    log.info({}, 'One');
    rmSync(folder, { recursive: true });
    expect(() => log.info({}, 'Two')).not.toThrow();
    mkdirSync(folder);
    log.info({}, 'Three');
    close();
    expect(lines().map((line) => JSON.parse(line).msg)).toEqual(['Three']);
  });
});

describe('secrets in log lines', () => {
  const letters = (length: number) => randomBytes(length).toString('hex').slice(0, length);
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const oldPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString();

  /** Texts that contain a secret, each with the secret part that must not appear in the log. */
  function planted(): [text: string, piece: string][] {
    const { token } = mintToken();
    const [user, password, basic, refresh, client, cookie, link, bearer, claim, code, opaque] = Array.from(
      { length: 11 },
      () => letters(24),
    );
    const setupToken = Buffer.from(`https://bridge.example/simplefin/claim/${claim}`).toString('base64');
    return [
      [token, token.slice(9)],
      [`https://${user}:${password}@bridge.example/simplefin`, `${password}`],
      [`https://${user}@bridge.example/`, `${user}`],
      [`https://bridge.example/simplefin/claim/${claim}`, `${claim}`],
      [setupToken, setupToken.slice(40)],
      [`Authorization: Basic ${basic}`, `${basic}`],
      [`authorization: Custom ${basic}`, `${basic}`],
      [`Bearer ${bearer}`, `${bearer}`],
      [`1//0${refresh}`, `${refresh}`],
      [`ya29.${opaque}`, `${opaque}`],
      [`GOCSPX-${client}`, `${client}`],
      [`eyJ${opaque}.${code}.${basic}`, `${code}`],
      [`4/0${code}`, `${code}`],
      [`grant_type=refresh_token&refresh_token=${opaque}&client_secret=${client}`, `${client}`],
      [JSON.stringify({ refresh_token: opaque, password }), `${opaque}`],
      [JSON.stringify(JSON.stringify({ client_secret: client })), `${client}`],
      [`Cookie: __Host-session=${cookie}; theme=dark`, `${cookie}`],
      [`set-cookie: __Host-session=${cookie}; Path=/`, `${cookie}`],
      [`https://localhost:28400/sign-in#${link}`, `${link}`],
      [`https://localhost:28400/sign-in?link=${link}`, `${link}`],
      [`https://localhost:28400/sign-in/${link}`, `${link}`],
      [`http://127.0.0.1:5000/?code=${code}&state=${opaque}`, `${code}`],
      [pem, pem.split('\n')[1] ?? ''],
      [oldPem, oldPem.split('\n')[1] ?? ''],
      [pem.slice(0, 100), pem.split('\n')[1] ?? ''],
    ];
  }

  it('are redacted in the log file and the terminal, in messages, fields and errors', async () => {
    const screen = terminal(true);
    const { log, close } = await openLog({ level: 'debug', file, terminal: screen });
    const pieces: string[] = [];
    for (const [text, piece] of planted()) {
      expect(piece.length).toBeGreaterThan(10);
      pieces.push(piece);
      const cause = Object.assign(new Error(`The answer was ${text}`), { response: { headers: [text], body: text } });
      const error = new Error(`Failed with ${text}`, { cause });
      error.stack += `\n    at fetch (${text})`;
      log.info({}, `Before ${text} after`);
      log.info([text, { text }], 'In an array');
      log.info({ deep: { list: [text, { inner: text }] } }, 'In fields');
      log.error({ err: error }, 'In an error and its cause');
      log.error(error, 'As an error itself');
      log.error({ err: new AggregateError([error], text) }, 'In many errors');
      log.warn({ error, cause }, 'In errors under other names');
      log.debug({ keyed: { [text]: 1 }, json: { toJSON: () => text } }, 'In objects');
    }
    close();
    const everything = read() + screen.text();
    expect(lines()).toHaveLength(planted().length * 8);
    expect(pieces.filter((piece) => everything.includes(piece))).toEqual([]);
  });

  it('are redacted by field name if their value is not recognizable', async () => {
    const { log, close } = await openLog({ level: 'info', file, terminal: null });
    const secret = 'plainword';
    log.info(
      {
        headers: { authorization: secret, cookie: [secret], 'x-csrf-token': secret },
        config: { clientSecret: secret, access_url: secret },
      },
      'In fields',
    );
    log.info(
      { err: Object.assign(new Error('Failed'), { config: { password: secret, privateKey: Buffer.from(secret) } }) },
      'In an error',
    );
    close();
    expect(lines()).toHaveLength(2);
    expect(read()).not.toContain(secret);
    expect(read()).not.toContain(JSON.stringify([...Buffer.from(secret)]).slice(1, -1));
  });
});
