import { describe, expect, test } from 'vitest';
import { roleOfTitle } from './column-titles.ts';

describe('what a title says that a column is for', () => {
  test.each([
    ['Auftraggeber BIC/BLZ', 'other-account'],
    ['Empfänger/Auftraggeber IBAN', 'other-account'],
    ['Payee Account Number', 'other-account'],
    ['Empfänger/Auftraggeber Name', 'payee'],
    ['Beneficiary account name', 'payee'],
    ['Tegenrekeninghouder', 'payee'],
    ['Vorgang/Verwendungszweck', 'memo'],
    ['#Kwota', 'amount'],
    ['#Saldo po operacji', 'balance'],
    ['Account #', 'own-account'],
    ['#', null],
  ])('“%s” is %s', (title, role) => {
    expect(roleOfTitle(title)).toBe(role);
  });
});
