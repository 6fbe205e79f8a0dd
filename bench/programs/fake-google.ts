// Runs the fake Google in a separate process, which accepts commands as JSON at the address that it prints.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startFakeGoogle } from '../../test/fakes/google/fake-google.ts';
import type { GoogleOrder } from '../support/fake-google.ts';

const fake = await startFakeGoogle();
const { clientId, clientSecret } = fake.addClient();
/** The position of the category column in a new spreadsheet, from 0. */
const CATEGORY = 3;
let edits = 0;

async function carryOut(order: GoogleOrder): Promise<unknown> {
  switch (order.do) {
    case 'introduce':
      return { root: fake.root, clientId, clientSecret };
    case 'consent':
      fake.consent.allow();
      return { status: (await fake.consent.visit(order.url)).status };
    case 'edit':
      edits += 1;
      await fake.hand(order.spreadsheetId).type('Transactions', 2, CATEGORY, `Mine ${edits}`);
      return {};
    case 'requests': {
      const requests = fake.requests.slice();
      fake.clearRequests();
      return requests;
    }
  }
}

const server = createServer((request, response) => {
  void json(request).then(async (order) => response.end(JSON.stringify(await carryOut(order as GoogleOrder))));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);

process.once('SIGTERM', () => process.exit(0));
