import { expect, it } from 'vitest';
import { checkEngine } from './machine-checks.ts';

it('checkEngine throws an error that names the missing features of Node', async () => {
  expect(await checkEngine()).toMatchObject({ status: 'ok', code: 'check_passed' });
  const lacking = {
    sha256: () => undefined,
    zstd: () => {
      throw new TypeError('zlib.zstdCompressSync is not a function');
    },
    'P-256': () => Promise.reject(new Error('Unrecognized namedCurve')),
  };
  expect(await checkEngine(lacking)).toMatchObject({ status: 'problem', params: { missing: 'zstd, P-256' } });
});
