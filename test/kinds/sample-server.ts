import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { certificateFor } from '../fakes/simplefin/certificates.ts';

export const KEY = 'sample-key-5f8e1c7d2b9a';

/** Starts the service of the sample bank, which accepts only the sample key. */
export async function sampleServer(): Promise<{
  readonly port: number;
  readonly ca: string;
  isOpen: boolean;
  rests: boolean;
}> {
  const { key, cert, ca } = await certificateFor('good');
  const state = { port: 0, ca, isOpen: true, rests: false };
  const server = createServer({ key, cert }, (request, response) => {
    const isLetIn = state.isOpen && request.headers.authorization === `Bearer ${KEY}` && request.url === '/accounts';
    response.writeHead(state.rests ? 503 : isLetIn ? 200 : 401).end(isLetIn ? JSON.stringify(ACCOUNTS) : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  state.port = (server.address() as AddressInfo).port;
  return state;
}

const ACCOUNTS = [
  {
    id: '1',
    name: 'Sample checking',
    bookings: [
      { id: 'b1', day: '2026-01-05', amount: '-12.50', text: 'SAMPLE GROCER' },
      { id: 'b2', day: '2026-01-06', amount: '900.00', text: 'SAMPLE WAGES' },
    ],
  },
];
