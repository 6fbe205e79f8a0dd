/** Leaves by tag; those of an aggregate inside have its name before a point ("PAYEE.NAME"). */
export type OfxFields = Readonly<Record<string, string>>;

export interface OfxTransaction {
  readonly fields: OfxFields;
  /** Where it stands in the text. */
  readonly offset: number;
  readonly pending: boolean;
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
  /** Purchases and sales of securities: no movement of money that OFX would write as a transaction. */
  securityTrades: number;
}

export interface OfxDocument {
  readonly statements: readonly OfxStatement[];
  /** What the bank's server said, good or bad. */
  readonly statuses: readonly OfxFields[];
  /** Kinds of statement that are not read, such as loans. */
  readonly otherStatements: readonly string[];
}
