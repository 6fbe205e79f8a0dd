import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactLine } from './redaction.ts';

describe('redactLine', () => {
  it('keeps text without secrets unchanged', () => {
    const line = JSON.stringify({
      level: 'info',
      runId: 'run_01kaj3v8qk7f0c2m9x4t5w',
      msg: 'Import of pennyrow_2026.csv: 12 rows from https://bridge.simplefin.org/simplefin/accounts?start-date=1',
      token: null,
      hasToken: true,
      tokenCount: 3,
      tokens: ['reader', 'writer'],
      err: { code: 'ENOENT', message: 'No such file: /home/ann/a@b.ofx' },
      ['__proto__']: { nested: 1 },
    });
    expect(redactLine(line)).toBe(line);
  });

  it('redacts all values of a field with a secret name, such as password', () => {
    const line = redactLine(
      JSON.stringify({
        refresh_token: { value: ['hush'] },
        'Set-Cookie': ['hush', 'hush'],
        accessUrl: 'hush',
        vaultKey: 7,
      }),
    );
    expect(JSON.parse(line)).toEqual({
      refresh_token: '[redacted]',
      'Set-Cookie': '[redacted]',
      accessUrl: '[redacted]',
      vaultKey: '[redacted]',
    });
  });

  it('always returns valid JSON', () => {
    const pieces = fc.constantFrom(
      'Bearer ',
      'cookie: ',
      '-----BEGIN PRIVATE KEY-----',
      '://',
      '@',
      '"',
      '\\',
      '\n',
      'token=',
      '/sign-in#',
      'pennyrow_',
    );
    const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (message) => {
        const once = redactLine(JSON.stringify({ msg: message }));
        expect(JSON.parse(once)).toHaveProperty('msg');
        const quoted = redactLine(JSON.stringify({ msg: JSON.stringify({ body: message }) }));
        expect(JSON.parse(quoted)).toHaveProperty('msg');
      }),
    );
  });
});
