import { initial } from './0001-initial.ts';
import { remote } from './0002-remote.ts';
import { mirrorFormat } from './0003-mirror-format.ts';
import { mirrorChecksum } from './0004-mirror-checksum.ts';
import { memoryMore } from './0005-memory-more.ts';
import { balances } from './0006-balances.ts';
import { balanceRows } from './0007-balance-rows.ts';
import { sessions } from './0008-sessions.ts';
import { webhooks } from './0009-webhooks.ts';
import { agents } from './0010-agents.ts';
import { settled } from './0011-settled.ts';
import { plannedByLookUps } from './0012-planned-by-look-ups.ts';
import { mail } from './0013-mail.ts';
import { noMail } from './0014-no-mail.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order. `user_version` of a database is the number of its last migration. */
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
];
