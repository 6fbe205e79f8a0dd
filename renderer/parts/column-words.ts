import { defineWords } from '../words/language.ts';

/** The columns of the Transactions sheet, as every page calls them. */
export const words = defineWords({
  en: {
    date: 'Date',
    description: 'Description',
    amount: 'Amount',
    category: 'Category',
    account: 'Account',
    accountId: 'Account ID',
    currency: 'Currency',
  },
  de: {
    date: 'Datum',
    description: 'Beschreibung',
    amount: 'Betrag',
    category: 'Kategorie',
    account: 'Bankkonto',
    accountId: 'Kontonummer',
    currency: 'Währung',
  },
});
