import type { Amount } from './amount.ts';
import type { BankTransaction, DescriptionParts } from './bank-transaction.ts';
import { firstOfMonth, sundayOfWeek, type CalendarDate, type LocalDateTime } from './calendar-date.ts';

export interface CellValues {
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly text: string;
  /** An id: its white space is ignored, and it must stay a text even if it looks like a number. */
  readonly code: string;
  /** When the row was added, by the wall clock of the account's time zone. */
  readonly added: LocalDateTime;
}

export type CellType = keyof CellValues;

export interface NewRow {
  readonly transaction: BankTransaction;
  readonly parts: DescriptionParts | null;
  readonly transactionId: string;
  readonly category: string;
  readonly now: LocalDateTime;
}

export interface WireField {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly nullable?: true;
  readonly orElse?: string;
  readonly view?: string;
}

interface Column<Type extends CellType> {
  readonly type: Type;
  readonly header: string;
  readonly otherNames: { readonly en: readonly string[]; readonly de: readonly string[] };
  /** A column of Tiller's sheet: used if that layout is recognized, or if the user chooses it. */
  readonly tiller?: true;
  /** Calculated from other cells of the row, so the database does not store it. */
  readonly derived?: true;
  readonly width: readonly [characters: number, pixels: number];
  readonly required?: true;
  /** Exists only if the user assigned it. Columns added to this table later need this flag, because existing workbooks lack them. */
  readonly chosen?: true;
  readonly wire?: WireField;
}

/** `bank`: rewritten when the bank corrects the value. `pennyrow`: written once. `person`: belongs to the user once the row is added. */
type Owned<Type extends CellType> =
  | { readonly owner: 'bank'; readonly fill: (row: Pick<NewRow, 'transaction' | 'parts'>) => CellValues[Type] }
  | { readonly owner: 'pennyrow' | 'person'; readonly fill: (row: NewRow) => CellValues[Type] };

type Definition = { [Type in CellType]: Column<Type> & Owned<Type> }[CellType];

/** All columns in the order of a new workbook, for everything that handles transactions. Other languages: `local-names.ts`. */
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
      en: ['payee', 'text', 'memo', 'details'],
      de: ['beschreibung', 'buchungstext', 'verwendungszweck', 'empfänger'],
    },
    width: [46, 340],
    required: true,
    fill: ({ transaction, parts }) => parts?.payee ?? transaction.description,
    wire: { name: 'sheet_description', description: 'The description of the transaction.', example: 'Green Grocer' },
  },
  // Written only when the row is added. Afterwards, the cell belongs to the user, and no rule uses it for matching.
  notes: {
    type: 'text',
    owner: 'person',
    header: 'Notes',
    otherNames: { en: [], de: [] },
    width: [46, 340],
    chosen: true,
    fill: ({ parts }) => parts?.notes ?? '',
  },
  // Contains the bank's text even if a rule renames the payee.
  fullDescription: {
    type: 'text',
    owner: 'bank',
    header: 'Full Description',
    otherNames: { en: [], de: [] },
    width: [46, 340],
    chosen: true,
    tiller: true,
    derived: true,
    fill: ({ transaction }) => transaction.description,
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
        'Signed amount in plain decimal notation with at least two decimals; money in is positive. Empty if the cell contains no number.',
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
    wire: { name: 'category', description: 'The category; empty if there is none.', example: 'Groceries' },
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
      description: 'The name of the bank account in the sheet.',
      example: 'Everyday checking ••4321',
      orElse: 'accountId',
    },
  },
  accountId: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Account ID',
    otherNames: { en: ['account number', 'iban'], de: ['konto-id', 'kontonummer'] },
    width: [18, 130],
    fill: ({ transaction }) => transaction.account.id,
    wire: {
      name: 'account_id',
      description: "The bank account's id; null if there is none.",
      example: 'demo-checking',
      nullable: true,
      view: 'bankAccountId',
    },
  },
  accountNumber: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Account #',
    otherNames: { en: [], de: [] },
    width: [12, 90],
    chosen: true,
    tiller: true,
    fill: ({ transaction: { account } }) => (account.lastDigits === null ? '' : `xxxx${account.lastDigits}`),
  },
  institution: {
    type: 'text',
    owner: 'pennyrow',
    header: 'Institution',
    otherNames: { en: [], de: [] },
    width: [22, 165],
    chosen: true,
    tiller: true,
    fill: ({ transaction }) => transaction.account.institution ?? '',
  },
  month: {
    type: 'date',
    owner: 'bank',
    header: 'Month',
    otherNames: { en: [], de: [] },
    width: [12, 95],
    chosen: true,
    tiller: true,
    derived: true,
    fill: ({ transaction }) => firstOfMonth(transaction.date),
  },
  week: {
    type: 'date',
    owner: 'bank',
    header: 'Week',
    otherNames: { en: [], de: [] },
    width: [12, 95],
    chosen: true,
    tiller: true,
    derived: true,
    fill: ({ transaction }) => sundayOfWeek(transaction.date),
  },
  transactionId: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Transaction ID',
    otherNames: { en: ['transaction #', 'id', 'reference'], de: ['transaktions-id', 'umsatz-id', 'referenz'] },
    width: [22, 160],
    required: true,
    fill: ({ transactionId }) => transactionId,
  },
  checkNumber: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Check Number',
    otherNames: { en: [], de: [] },
    width: [14, 105],
    chosen: true,
    tiller: true,
    fill: ({ transaction }) => transaction.checkNumber ?? '',
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
        'The time when the row was added, in UTC. For a row that the user typed, its Date Added, otherwise the time when Pennyrow first read it.',
      example: '2026-01-31T08:15:00.000Z',
    },
  },
  // Every new workbook has this column, because Pennyrow adds no columns to existing sheets automatically.
  currency: {
    type: 'code',
    owner: 'bank',
    header: 'Currency',
    otherNames: { en: [], de: ['währung'] },
    width: [11, 75],
    fill: ({ transaction }) => transaction.currency,
  },
} as const satisfies { readonly [key: string]: Definition };
