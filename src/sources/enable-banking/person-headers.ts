import { networkInterfaces } from 'node:os';
import { VERSION } from '../../platform/version.ts';

/** What can be said of a person who waits at this machine. */
function known(): Readonly<Record<string, string>> {
  return {
    'Psu-Ip-Address': ownAddress(),
    'Psu-User-Agent': `Pennyrow/${VERSION}`,
    'Psu-Accept': 'application/json',
    'Psu-Accept-Charset': 'utf-8',
    'Psu-Accept-Encoding': 'identity',
    'Psu-Accept-Language': 'en',
  };
}

/**
 * Headers that tell a bank that a person asked, by which it does not count the request; null where it wants one that is
 * not known here, since Enable Banking takes all that a bank requires or none.
 *
 * @param required as Enable Banking names them, in whichever case and with or without dashes
 */
export function personHeaders(required: readonly string[]): Readonly<Record<string, string>> | null {
  const headers = known();
  const names = new Set(Object.keys(headers).map(plain));
  return required.every((name) => names.has(plain(name))) ? headers : null;
}

function plain(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

/** The person sits at this machine, or reaches it within its network. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
