import type { BalanceColumn } from './balance-sheet.ts';
import { COLUMNS, type Column } from './row.ts';
import { TRANSACTION_TABLE } from './transaction-table.ts';

/** The languages of sheets and columns that Pennyrow adds to a workbook. */
export type NameLanguage = 'en' | 'de' | 'fr';

/** The lists of names in this file have this order. */
const LANGUAGES: readonly NameLanguage[] = ['en', 'de', 'fr'];

/** Names of the sheets that Pennyrow can add. A new workbook has the English names, like the fields of the API. */
const SHEETS = {
  categories: { en: 'Categories', de: 'Kategorien', fr: 'Catégories' },
  rules: { en: 'Rules', de: 'Regeln', fr: 'Règles' },
  balances: { en: 'Balances', de: 'Kontostände', fr: 'Soldes' },
} as const;

type AddedSheetRole = keyof typeof SHEETS;

const COLUMNS_IN: Readonly<Partial<Record<Column, readonly [de: string, fr: string]>>> = {
  date: ['Datum', 'Date'],
  description: ['Beschreibung', 'Libellé'],
  amount: ['Betrag', 'Montant'],
  category: ['Kategorie', 'Catégorie'],
  account: ['Konto', 'Compte'],
  accountId: ['Konto-ID', 'ID de compte'],
  transactionId: ['Umsatz-ID', 'ID d’opération'],
  dateAdded: ['Hinzugefügt am', 'Ajouté le'],
  currency: ['Währung', 'Devise'],
};

/** Further words in headers of users, to recognize the language of a sheet. */
const OTHER_WORDS: Readonly<Record<NameLanguage, readonly string[]>> = {
  en: ['income', 'expense', 'balance', 'note', 'notes', 'payee'],
  de: ['einnahmen', 'einnahme', 'ausgaben', 'ausgabe', 'saldo', 'notiz', 'zweck', 'text', 'wer', 'eingang', 'ausgang'],
  fr: ['recettes', 'dépenses', 'débit', 'crédit', 'solde', 'remarque', 'tiers', 'bénéficiaire', "date d'opération"],
};

export function sheetName(role: AddedSheetRole, language: NameLanguage = 'en'): string {
  return SHEETS[role][language];
}

export function sheetNames(role: AddedSheetRole): readonly string[] {
  return LANGUAGES.map((language) => SHEETS[role][language]);
}

export function columnName(column: Column, language: NameLanguage): string {
  const [de, fr] = COLUMNS_IN[column] ?? [];
  return { en: undefined, de, fr }[language] ?? TRANSACTION_TABLE[column].header;
}

export function balanceColumnName(column: BalanceColumn, language: NameLanguage): string {
  return column === 'amount' ? { en: 'Balance', de: 'Saldo', fr: 'Solde' }[language] : columnName(column, language);
}

/** The language of a sheet that Pennyrow named: "Regeln" or "Regeln 2" is German. */
export function languageOfSheet(name: string): NameLanguage {
  const plain = name.replace(/ \d+$/, '');
  return LANGUAGES.find((language) => Object.values(SHEETS).some((names) => names[language] === plain)) ?? 'en';
}

/** Selects the name in the language of the sheet. @param names in English, German and French. */
export function nameIn(sheet: string, names: readonly string[]): string {
  return names[LANGUAGES.indexOf(languageOfSheet(sheet))] ?? '';
}

/** The language with the most known headers; English in a tie. */
export function languageOfHeaders(headers: readonly string[]): NameLanguage {
  const texts = headers.map((header) => header.trim().toLowerCase());
  const scores = LANGUAGES.map((language) => {
    const words = wordsIn(language);
    return { language, score: texts.filter((text) => words.has(text)).length };
  });
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).language;
}

function wordsIn(language: NameLanguage): ReadonlySet<string> {
  const names = COLUMNS.flatMap((column) => {
    const { header, otherNames } = TRANSACTION_TABLE[column];
    const others: Readonly<Partial<Record<NameLanguage, readonly string[]>>> = otherNames;
    return [language === 'en' ? header : columnName(column, language), ...(others[language] ?? [])];
  });
  return new Set([...names, ...OTHER_WORDS[language]].map((word) => word.toLowerCase()));
}
