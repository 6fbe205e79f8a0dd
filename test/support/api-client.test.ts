import { expect, test } from 'vitest';
import { createClient } from './api-client.ts';
import { manualClock } from './manual-clock.ts';
import { newCertificates } from './one-port.ts';
import { serviceInUse } from './service-in-use.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a client with a manual clock trusts only the service’s authority, and only while the certificate is valid', async () => {
  const { url, ca, time } = await serviceInUse();
  const read = (authority: string, clock = time as { now(): number }) =>
    createClient(url, authority, clock)('GET', '/api/v2/categories');
  const stranger = await newCertificates(temporaryFolder());
  await expect(read(stranger.caPem())).rejects.toThrow('not of the authority');
  await expect(read(ca.toString(), manualClock('2050-01-01T00:00:00Z'))).rejects.toThrow('and it is 2050-01-01');
  expect((await read(ca.toString())).status).toBe(401);
});
