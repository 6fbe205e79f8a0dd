import { expect, test } from 'vitest';
import { languageOfHeaders, languageOfSheet, nameIn, type NameLanguage } from './local-names.ts';

test.each<readonly [NameLanguage, readonly string[]]>([
  ['de', ['Datum', 'Empfänger', 'Betrag']],
  ['de', ['Datum', 'Text', 'Einnahmen', 'Ausgaben', 'Saldo']],
  ['fr', ['Date', 'Libellé', 'Débit', 'Crédit']],
  ['en', ['Date', 'Payee', 'Amount', 'Category']],
  ['en', ['Booked', 'Shop', 'Sum']],
  ['en', ['Päivä', 'Saaja', 'Summa']],
])('languageOfHeaders returns “%s” for the headers %j', (language, headers) => {
  expect(languageOfHeaders(headers)).toBe(language);
});

test('languageOfSheet recognizes the language of sheet names that Pennyrow uses', () => {
  expect(['Regeln', 'Kontostände 2', 'Catégories', 'Balances', 'Haushalt'].map(languageOfSheet)).toEqual([
    'de',
    'de',
    'fr',
    'en',
    'en',
  ]);
});

test.each([
  ['Regeln', 'Konto'],
  ['Règles', 'Compte'],
  ['Rules', 'Account'],
  ['My rules', 'Account'],
])('nameIn chooses a column name in the language of the sheet “%s”: “%s”', (sheet, name) => {
  expect(nameIn(sheet, ['Account', 'Konto', 'Compte'])).toBe(name);
});
