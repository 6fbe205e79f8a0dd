import type { Amount } from '../../src/core/amount.ts';
import { fromEpochDay, type Instant } from '../../src/core/calendar-date.ts';
import { mirrorText } from '../../src/core/mirror-text.ts';
import type { Row } from '../../src/core/row.ts';
import type { Revision } from '../../src/core/snapshot.ts';
import { mintToken } from '../../src/platform/api-token.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { digest } from '../../src/platform/ids.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { saveMirror } from '../../src/store/mirror.ts';
import { openStore } from '../../src/store/store.ts';
import { addToken } from '../../src/store/tokens.ts';
import { CHOSEN_CELLS } from '../../test/support/chosen-blanks.ts';

export interface MirroredStore {
  readonly path: string;
  /** A token that can read the account. */
  readonly token: string;
}

const ACCOUNT = 'bench';
/** With this many rows a day, a range of 30 days, which includes 31 dates, contains about 100 rows. */
const ROWS_A_DAY = 100 / 31;

/** Creates a database with one account and `count` cached workbook rows, the last of them dated today. */
export function mirroredStore(path: string, count: number): MirroredStore {
  const store = openStore({ path, backupFolder: `${path}-backups`, clock: systemClock });
  const now = new Date().toISOString() as Instant;
  saveAccount(store, {
    id: ACCOUNT,
    name: 'Bench',
    timeZone: 'UTC',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: null,
    createdAt: now,
  });
  const { id, token, secretHash } = mintToken();
  addToken(store, {
    id,
    accountId: ACCOUNT,
    name: 'bench',
    scopes: ['read'],
    createdAt: now,
    expiresAt: null,
    secretHash,
  });

  const today = Math.floor(Date.now() / 86_400_000);
  const rows = Array.from({ length: count }, (_, index) =>
    rowOf(index, today - Math.floor((count - 1 - index) / ROWS_A_DAY)),
  );
  const { blocks, repeats } = mirrorText(rows, {
    digest,
    addedAt: () => now,
    toInstant: () => now,
    firstSeen: new Map(),
    now,
  });
  saveMirror(
    store,
    ACCOUNT,
    {
      revision: 'r1' as Revision,
      verifiedAt: now,
      categories: [],
      budgets: [],
      rules: [],
      problems: [],
      repeats,
      blocks,
    },
    Date.now(),
  );
  store.close();
  return { path, token };
}

function rowOf(index: number, day: number): Row {
  const date = fromEpochDay(day);
  return {
    index: index + 2,
    dateText: date,
    date,
    description: `Green Grocer, branch ${index % 500}`,
    notes: '',
    ...CHOSEN_CELLS,
    amountText: '-12.50',
    amount: '-12.50' as Amount,
    category: 'Groceries',
    account: 'Everyday checking 4321',
    accountId: 'bench-checking',
    transactionId: `bench-${index}`,
    dateAdded: null,
    currency: 'EUR',
  };
}
