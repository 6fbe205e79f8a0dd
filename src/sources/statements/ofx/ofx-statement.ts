export type OfxFields = Readonly<Record<string, string>>;

export interface OfxTransaction {
  readonly fields: OfxFields;
  readonly offset: number;
  readonly pending: boolean;
  readonly income?: { readonly sent: OfxFields; readonly tags: Readonly<Record<string, string>> };
}

export interface OfxStatement {
  readonly kind: 'bank' | 'card' | 'investment';
  readonly offset: number;
  readonly transactions: OfxTransaction[];
  account: OfxFields | null;
  period: OfxFields | null;
  balance: OfxFields | null;
  available: OfxFields | null;
  currency: string | null;
  securityTrades: number;
}

export interface OfxDocument {
  readonly statements: readonly OfxStatement[];
  readonly statuses: readonly OfxFields[];
  readonly otherStatements: readonly string[];
  readonly securities: ReadonlyMap<string, string>;
}
