/** Leaves by tag; those of an aggregate inside have its name before a point ("PAYEE.NAME"). */
export type OfxFields = Readonly<Record<string, string>>;

export interface OfxTransaction {
  readonly fields: OfxFields;
  /** Where it stands in the text. */
  readonly offset: number;
  readonly pending: boolean;
  /** Of the income of an investment account: what the file has, and under which tags it has what `fields` says. */
  readonly income?: { readonly sent: OfxFields; readonly tags: Readonly<Record<string, string>> };
}

/** One statement as the file has it, values unread. */
export interface OfxStatement {
  readonly kind: 'bank' | 'card' | 'investment';
  readonly offset: number;
  readonly transactions: OfxTransaction[];
  account: OfxFields | null;
  period: OfxFields | null;
  balance: OfxFields | null;
  available: OfxFields | null;
  currency: string | null;
  /** Purchases, sales and the like of securities: no movement of money that OFX would write as a transaction. */
  securityTrades: number;
}

export interface OfxDocument {
  readonly statements: readonly OfxStatement[];
  /** What the bank's server said, good or bad. */
  readonly statuses: readonly OfxFields[];
  /** Kinds of statement that are not read, such as loans. */
  readonly otherStatements: readonly string[];
  /** What securities are called, by their ids. */
  readonly securities: ReadonlyMap<string, string>;
}
