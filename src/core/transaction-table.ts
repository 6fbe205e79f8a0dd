import type { Amount } from './amount.ts';
import type { BankTransaction, DescriptionParts } from './bank-transaction.ts';
import type { CalendarDate, LocalDateTime } from './calendar-date.ts';

/** What the cells of each type hold, as Pennyrow writes them. */
export interface CellValues {
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly text: string;
  /** An id: white space around it means nothing, and a spreadsheet program must not take it for a number. */
  readonly code: string;
  /** When the row was added, as a wall clock of the account's time zone; on the wire in UTC, for every row. */
  readonly added: LocalDateTime;
}

export type CellType = keyof CellValues;

/** What a row is made of that is about to be appended. */
export interface NewRow {
  readonly transaction: BankTransaction;
  /** For a row whose description and notes stand apart; null for one that has all in its description. */
  readonly parts: DescriptionParts | null;
  readonly transactionId: string;
  /** Empty when no rule matched. */
  readonly category: string;
  readonly now: LocalDateTime;
}

/** A field of the API's transaction. Its form on the wire follows from the type of the column. */
export interface WireField {
  readonly name: string;
  /** For the OpenAPI document. */
  readonly description: string;
  readonly example: string;
  /** An empty text is null. */
  readonly nullable?: true;
  /** An empty text is that of this column. */
  readonly orElse?: string;
  /** What the dashboard calls it, where not by the column's key. */
  readonly view?: string;
}

interface Column<Type extends CellType> {
  readonly type: Type;
  /** In the header row, here and in Tiller's layout. */
  readonly header: string;
  /** What else people call it, in lower case; only ever a proposal to a person. */
  readonly otherNames: { readonly en: readonly string[]; readonly de: readonly string[] };
  /** In a new workbook: characters of an .xlsx file's default font, pixels at a service. */
  readonly width: readonly [characters: number, pixels: number];
  /** Without it a sheet cannot be synced; the others are filled where they exist. */
  readonly required?: true;
  /**
   * Only where a person says which column it is: no header of a sheet is taken for it unasked, none is added, and a new
   * workbook does without.
   */
  readonly chosen?: true;
  /** Left out where the API does not serve it. */
  readonly wire?: WireField;
}

/**
 * A cell of the bank's is written again when the bank corrects it; a person's is never touched once it is written. `fill`
 * gives what a new row has there.
 */
type Owned<Type extends CellType> =
  | { readonly owner: 'bank'; readonly fill: (row: Pick<NewRow, 'transaction' | 'parts'>) => CellValues[Type] }
  | { readonly owner: 'pennyrow' | 'person'; readonly fill: (row: NewRow) => CellValues[Type] };

type Definition = { [Type in CellType]: Column<Type> & Owned<Type> }[CellType];

/**
 * The columns of the Transactions sheet that Pennyrow knows, in the order of a new workbook; a person's own columns are
 * none of its business. All that handles a transaction derives from here: the type of a row, what is read and written in
 * a workbook, the mirror and its format, the API and its document, the exports, the dashboard.
 */
export const TRANSACTION_TABLE = {
  date: {
    type: 'date',
    owner: 'bank',
    header: 'Date',
    otherNames: { en: ['posted', 'booking date', 'transaction date'], de: ['datum', 'buchungstag', 'buchungsdatum'] },
    width: [12, 95],
    required: true,
    fill: ({ transaction }) => transaction.date,
    wire: { name: 'date', description: 'The date as the sheet shows it.', example: '2026-01-31', view: 'dateText' },
  },
  description: {
    type: 'text',
    owner: 'bank',
    header: 'Description',
    otherNames: {
      en: ['payee', 'text', 'memo', 'details', 'full description'],
      de: ['beschreibung', 'buchungstext', 'verwendungszweck', 'empfänger'],
    },
    width: [46, 340],
    required: true,
    fill: ({ transaction, parts }) => parts?.payee ?? transaction.description,
    wire: { name: 'sheet_description', description: 'What the transaction is about.', example: 'Green Grocer' },
  },
  // What is written beside the payee, once; from then on the cell is the person's, and nothing is ever told by it.
  notes: {
    type: 'text',
    owner: 'person',
    header: 'Notes',
    otherNames: { en: [], de: [] },
    width: [46, 340],
    chosen: true,
    fill: ({ parts }) => parts?.notes ?? '',
  },
  amount: {
    type: 'amount',
    owner: 'bank',
    header: 'Amount',
    otherNames: { en: ['value', 'sum'], de: ['betrag', 'umsatz'] },
    width: [14, 105],
    required: true,
    fill: ({ transaction }) => transaction.amount,
    wire: {
      name: 'amount',
      description:
        'Signed amount in plain decimal notation with at least two decimals; money in is positive. Empty when the cell holds no number.',
      example: '-12.50',
    },
  },
  category: {
    type: 'text',
    owner: 'person',
    header: 'Category',
    otherNames: { en: [], de: ['kategorie'] },
    width: [22, 165],
    fill: ({ category }) => category,
    wire: { name: 'category', description: 'The category; empty when there is none.', example: 'Groceries' },
  },
  account: {
    type: 'text',
    owner: 'bank',
    header: 'Account',
    otherNames: { en: ['account name'], de: ['konto', 'kontoname'] },
    width: [26, 190],
    fill: ({ transaction }) => transaction.account.name,
    wire: {
      name: 'bank_account_identifier',
      description: 'The bank account as the sheet names it.',
      example: 'Everyday checking ••4321',
      orElse: 'accountId',
    },
  },
  accountId: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Account ID',
    otherNames: { en: ['account #', 'account number', 'iban'], de: ['konto-id', 'kontonummer'] },
    width: [18, 130],
    fill: ({ transaction }) => transaction.account.id,
    wire: {
      name: 'account_id',
      description: "The bank account's id, when there is one.",
      example: 'demo-checking',
      nullable: true,
      view: 'bankAccountId',
    },
  },
  // On the wire it is the key that the transaction stands under.
  transactionId: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Transaction ID',
    otherNames: { en: ['transaction #', 'id', 'reference'], de: ['transaktions-id', 'umsatz-id', 'referenz'] },
    width: [22, 160],
    required: true,
    fill: ({ transactionId }) => transactionId,
  },
  dateAdded: {
    type: 'added',
    owner: 'pennyrow',
    header: 'Date Added',
    otherNames: { en: ['added', 'import date'], de: ['hinzugefügt', 'hinzugefügt am'] },
    width: [20, 140],
    fill: ({ now }) => now,
    wire: {
      name: 'date_added',
      description:
        'When the row was added, in UTC. For a row typed by hand: its own Date Added, else when Pennyrow first saw it.',
      example: '2026-01-31T08:15:00.000Z',
    },
  },
  // Always there: adding a column later would change a sheet that the user has made their own by then.
  currency: {
    type: 'code',
    owner: 'bank',
    header: 'Currency',
    otherNames: { en: [], de: ['währung'] },
    width: [11, 75],
    fill: ({ transaction }) => transaction.currency,
  },
} as const satisfies { readonly [key: string]: Definition };
