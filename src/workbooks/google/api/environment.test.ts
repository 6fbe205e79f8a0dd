import { describe, expect, it } from 'vitest';
import { GOOGLE, readEnvironment } from './environment.ts';

const read = (env: Record<string, string>) => readEnvironment(env);

describe('the environment of Google Sheets', () => {
  it('requires both the id and the secret of an OAuth client, and accepts the address of a fake Google on this machine', () => {
    expect(
      read({
        PENNYROW_GOOGLE_CLIENT_ID: 'id',
        PENNYROW_GOOGLE_CLIENT_SECRET: 'secret',
        PENNYROW_GOOGLE_URL: 'http://127.0.0.1:8080/',
      }),
    ).toMatchObject({
      client: { clientId: 'id', clientSecret: 'secret' },
      standIn: 'http://127.0.0.1:8080',
    });
    expect(read({})).toEqual({ client: null, endpoints: GOOGLE, standIn: null });
    for (const env of [{ PENNYROW_GOOGLE_CLIENT_ID: 'id' }, { PENNYROW_GOOGLE_CLIENT_SECRET: 'hidden' }]) {
      expect(() => read(env)).toThrow(
        expect.objectContaining({ code: 'config_google_client', message: expect.not.stringContaining('hidden') }),
      );
    }
  });

  it.each([
    'https://127.0.0.1:1',
    'http://example.org',
    'http://127.0.0.1.example.org',
    'http://10.0.0.1',
    'http://a:b@127.0.0.1',
    'http://127.0.0.1/path',
    'localhost:80',
    'x',
  ])('rejects %j as the address of a fake Google', (url) => {
    expect(() => read({ PENNYROW_GOOGLE_URL: url })).toThrow(expect.objectContaining({ code: 'config_google_url' }));
  });
});
