import type { Workbook } from '../../workbooks/workbook.ts';

/** What control needs of Google, as the composition root hands it over. */
export interface GoogleDesk {
  readonly clients: {
    find(): Promise<{ readonly clientId: string; readonly from: 'environment' | 'settings' } | null>;
    remove(): Promise<void>;
  };
  setClient(client: { readonly clientId: string; readonly clientSecret: string }): Promise<void>;
  /** The text of the file that Google's console offers for download. */
  setClientFile(text: string): Promise<void>;
  ask(target: QuestionTarget): Promise<Question>;
  useKey(text: string): Promise<Candidate>;
  undecided(accountId: string): Promise<(Undecided & { readonly candidate: Candidate }) | null>;
  dropUndecided(accountId: string, others: readonly string[]): Promise<Forgotten>;
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
}

export type QuestionTarget =
  | { readonly kind: 'new' | 'existing' }
  | { readonly kind: 'reconnect'; readonly spreadsheetId: string };

/** shared: another account may live by the same permission, so that it stays; unreachable: Google could not be told. */
export type Forgotten = 'revoked' | 'shared' | 'unreachable' | 'none';

/** A person is asked by way of a browser. */
export interface Question {
  readonly url: string;
  readonly expiresAt: number;
  /** `endsAt`: when the grant dies on its own, in milliseconds since 1970; null when it does not. */
  readonly granted: Promise<{
    readonly candidate: Candidate;
    readonly endsAt: number | null;
    readonly picked: readonly string[];
  }>;
  receive(address: string): void;
  end(): void;
}

/** A spreadsheet that Google lets Pennyrow use, and whose columns a person has yet to tell. */
export interface Undecided {
  readonly spreadsheetId: string;
  readonly title: string;
  /** When the grant dies on its own, in milliseconds since 1970; null when it does not. */
  readonly endsAt: number | null;
  readonly problem: { readonly code: string; readonly message: string; readonly remedy: string };
}

/** A grant that no account has yet. */
export interface Candidate {
  /** The address that a spreadsheet must be shared with; null for a person's grant. */
  readonly serviceAccount: string | null;
  look(
    spreadsheetId: string,
    signal?: AbortSignal,
  ): Promise<{
    readonly name: string;
    readonly isSpreadsheet: boolean;
    readonly inBin: boolean;
    readonly canEdit: boolean;
  }>;
  create(spreadsheet: {
    readonly title: string;
    readonly rules: readonly NewRule[];
    readonly timeZone: string;
  }): Promise<{ readonly spreadsheetId: string; readonly title: string }>;
  open(spreadsheetId: string): Workbook;
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  hold(accountId: string, undecided: Undecided, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

interface NewRule {
  readonly description: string;
  readonly category: string;
}
