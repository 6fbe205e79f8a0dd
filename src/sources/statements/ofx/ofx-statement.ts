/** Leaves by tag, or by path within the aggregate ("PAYEE.NAME"). */
export type OfxFields = Readonly<Record<string, string>>;

export interface OfxTransaction {
  readonly fields: OfxFields;
  readonly offset: number;
  readonly pending: boolean;
  /** The leaves of an investment income, and which of them became `fields`. */
  readonly income?: { readonly sent: OfxFields; readonly tags: Readonly<Record<string, string>> };
}

/** A statement with unparsed values. */
export interface OfxStatement {
  readonly kind: 'bank' | 'card' | 'investment';
  readonly offset: number;
  readonly transactions: OfxTransaction[];
  account: OfxFields | null;
  period: OfxFields | null;
  balance: OfxFields | null;
  available: OfxFields | null;
  currency: string | null;
  /** The number of trades, which OFX does not write as transactions. */
  securityTrades: number;
}

export interface OfxDocument {
  readonly statements: readonly OfxStatement[];
  /** The status messages of the bank's server. */
  readonly statuses: readonly OfxFields[];
  /** Unsupported kinds of statement, such as loans. */
  readonly otherStatements: readonly string[];
  /** Names of securities by id. */
  readonly securities: ReadonlyMap<string, string>;
}
