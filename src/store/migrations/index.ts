import { initial, memoryMore, mirrorChecksum, mirrorFormat, remote } from './0001-0005.ts';
import {
  acceptedDifferences,
  agents,
  balanceRows,
  balances,
  mail,
  mirrorChecksums,
  noMail,
  plannedByLookUps,
  sessions,
  settled,
  webhooks,
} from './0006-0016.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial', sql: initial },
  { version: 2, name: 'remote', sql: remote },
  { version: 3, name: 'mirror-format', sql: mirrorFormat },
  { version: 4, name: 'mirror-checksum', sql: mirrorChecksum },
  { version: 5, name: 'memory-more', sql: memoryMore },
  { version: 6, name: 'balances', sql: balances },
  { version: 7, name: 'balance-rows', sql: balanceRows },
  { version: 8, name: 'sessions', sql: sessions },
  { version: 9, name: 'webhooks', sql: webhooks },
  { version: 10, name: 'agents', sql: agents },
  { version: 11, name: 'settled', sql: settled },
  { version: 12, name: 'planned-by-look-ups', sql: plannedByLookUps },
  { version: 13, name: 'mail', sql: mail },
  { version: 14, name: 'no-mail', sql: noMail },
  { version: 15, name: 'accepted-differences', sql: acceptedDifferences },
  { version: 16, name: 'mirror-checksums', sql: mirrorChecksums },
];
