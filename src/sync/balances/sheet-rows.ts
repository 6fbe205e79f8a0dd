import { createRowIds } from '../../core/row-id.ts';
import type { Row } from '../../core/row.ts';

/** The rows of a sheet by their bank accounts. Made once for a snapshot; what few need is worked out when it is asked for. */
export interface SheetRows {
  /** Rows with that Account ID, and rows without one that name the account so. */
  ofAccount(bankAccountId: string, name: string): readonly Row[];
  /** Of rows with the same transaction id, the first. */
  withId(transactionId: string): Row | null;
  /** What a row is called in the mirror: hand-typed ones too. */
  idOf(row: Row): string;
  /** A short text that is another one when a row of the account comes, goes or says something else of its money. */
  digestOf(bankAccountId: string, name: string): string;
}

export function createSheetRows(rows: readonly Row[], digest: (text: string) => string): SheetRows {
  const byAccount = new Map<string, Row[]>();
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.accountId !== '') push(byAccount, row.accountId, row);
    else if (row.account !== '') push(byName, row.account, row);
  }
  let byId: ReadonlyMap<string, Row> | null = null;
  let ids: ReadonlyMap<Row, string> | null = null;
  const digests = new Map<string, string>();
  const ofAccount = (bankAccountId: string, name: string): readonly Row[] => {
    const [own, named] = [byAccount.get(bankAccountId) ?? [], byName.get(name) ?? []];
    return named.length === 0 ? own : [...own, ...named];
  };
  return {
    ofAccount,
    withId: (transactionId) => {
      byId ??= new Map(rows.toReversed().map((row) => [row.transactionId, row]));
      return byId.get(transactionId) ?? null;
    },
    idOf: (row) => {
      if (row.transactionId !== '') return row.transactionId;
      if (ids === null) {
        const idOf = createRowIds(digest);
        ids = new Map(rows.map((one) => [one, idOf(one)]));
      }
      return ids.get(row) ?? '';
    },
    digestOf: (bankAccountId, name) => {
      const key = JSON.stringify([bankAccountId, name]);
      const known = digests.get(key);
      if (known !== undefined) return known;
      const made = digest(moneyOf(ofAccount(bankAccountId, name)));
      digests.set(key, made);
      return made;
    },
  };
}

/** Short, and in one go, since it is made of every row. */
function moneyOf(rows: readonly Row[]): string {
  let text = '';
  for (const { transactionId, date, amount, currency } of rows) text += `${transactionId}${date}${amount}${currency}\n`;
  return text;
}

function push(groups: Map<string, Row[]>, key: string, row: Row): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [row]);
  else group.push(row);
}
