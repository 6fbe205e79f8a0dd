import { describe, expect, test } from 'vitest';
import { isPayeeTitle } from '../core/own-titles.ts';
import { COLUMNS } from '../core/row.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import { guessLayout } from './guess-layout.ts';
import type { SheetHead } from './workbook.ts';

function headOf(...lines: readonly (readonly string[])[]): SheetHead {
  return {
    name: 'Sheet1',
    id: '1',
    lines: lines.map((texts, index) => ({
      row: index + 1,
      cells: texts.map((text, position) => ({ position, text, isText: !/^[\d.,-]+$/.test(text) })),
    })),
  };
}

describe('the columns of a sheet in the language of its person', () => {
  test.each([
    ['English', ['Posted', 'Payee', 'Value', 'Category']],
    ['German', ['Buchungstag', 'Empfänger', 'Betrag', 'Kategorie']],
    ['French', ['Date', 'Libellé', 'Montant', 'Catégorie']],
    ['Spanish', ['Fecha', 'Concepto', 'Importe', 'Categoría']],
    ['Italian', ['Data', 'Descrizione', 'Importo', 'Categoria']],
    ['Dutch', ['Datum', 'Omschrijving', 'Bedrag', 'Categorie']],
    ['Portuguese', ['Data', 'Descrição', 'Valor', 'Categoria']],
    ['Polish', ['Data operacji', 'Opis', 'Kwota', 'Kategoria']],
    ['Swedish', ['Datum', 'Beskrivning', 'Belopp', 'Kategori']],
    ['Danish', ['Dato', 'Tekst', 'Beløb', 'Kategori']],
  ])('%s are proposed', (_language, headers) => {
    expect(guessLayout(headOf(headers), null)).toMatchObject({
      headerRow: 1,
      columns: { date: 0, description: 1, amount: 2, category: 3 },
    });
  });

  test('are found below a title, and a line of values is none of headers', () => {
    const head = headOf(['Mes dépenses 2026'], ['Date', 'Libellé', 'Montant (€)'], ['05/01', 'Boulangerie', '-3,20']);
    expect(guessLayout(head, null)).toMatchObject({ headerRow: 2, columns: { date: 0, description: 1, amount: 2 } });
  });

  test.each([
    ['English', 'Paid in', 'Paid out'],
    ['of a bank’s', 'Credit', 'Debit'],
    ['of a budget’s', 'Income', 'Expenses'],
    ['German', 'Einnahmen', 'Ausgaben'],
    ['of a ledger’s', 'Haben', 'Soll'],
    ['French', 'Crédit (€)', 'Débit (€)'],
    ['Spanish', 'Ingresos', 'Gastos'],
    ['Italian', 'Entrate', 'Uscite'],
    ['Dutch', 'Bij', 'Af'],
    ['Portuguese', 'Créditos', 'Débitos'],
    ['Polish', 'Wpływy', 'Wydatki'],
    ['Swedish', 'Insättningar', 'Uttag'],
  ])('%s names of two columns for money are proposed, in any order', (_language, moneyIn, moneyOut) => {
    const { columns } = guessLayout(headOf(['Datum', 'Text', moneyOut, moneyIn, 'Total']), null);
    expect(columns).toMatchObject({ date: 0, description: 1, moneyIn: 3, moneyOut: 2 });
    expect(columns).not.toHaveProperty('amount');
  });

  test.each([
    ['the signed amount stands beside them', ['Date', 'Payee', 'Debit', 'Credit', 'Amount'], { amount: 4 }],
    ['there is only one of them', ['Date', 'Payee', 'Ausgaben', 'Betrag'], { amount: 3 }],
    ['three could be the two', ['Date', 'Payee', 'Debit', 'Credit', 'Einnahmen'], {}],
  ])('two columns for money are not proposed where %s', (_why, headers, expected) => {
    const { columns } = guessLayout(headOf(headers), null);
    expect(columns).toMatchObject(expected);
    expect(columns).not.toHaveProperty('moneyIn');
    expect(columns).not.toHaveProperty('moneyOut');
  });

  test('two columns for money that a person chose are proposed again, and one that was renamed is not guessed', () => {
    const columnAt = (position: number, header: string) => ({ position, header, sample: [] });
    const remembered = {
      sheets: { transactions: { name: 'Sheet1', id: '1' }, categories: null, rules: null },
      headerRow: 1,
      columns: { date: columnAt(0, 'Day'), moneyIn: columnAt(2, 'Plus'), moneyOut: columnAt(3, 'Minus') },
    };
    expect(guessLayout(headOf(['Day', 'Text', 'Plus', 'Minus']), remembered).columns).toMatchObject({
      moneyIn: 2,
      moneyOut: 3,
    });
    const { columns } = guessLayout(headOf(['Day', 'Text', 'Plus', 'Gone']), remembered);
    expect(columns).toMatchObject({ moneyIn: 2 });
    expect(columns).not.toHaveProperty('moneyOut');
    expect(columns).not.toHaveProperty('amount');
  });

  test('are the likeliest of several: the day of booking, the payee, and no balance for an amount', () => {
    const head = headOf(['Valuta', 'Buchungsdatum', 'Verwendungszweck', 'Auftraggeber', 'Saldo', 'Umsatz']);
    expect(guessLayout(head, null).columns).toMatchObject({ date: 1, description: 2, amount: 5 });
  });

  test.each([
    ['English', ['Date', 'Payee', 'Amount', 'Category', 'Notes'], 4],
    ['German, as banks have them', ['Verwendungszweck', 'Datum', 'Empfänger', 'Betrag'], 0],
    ['French', ['Date', 'Tiers', 'Montant', 'Remarques'], 3],
    ['Dutch', ['Datum', 'Tegenpartij', 'Bedrag', 'Opmerking'], 3],
  ])('%s names of a column for payees and one for notes are both proposed', (_language, headers, notes) => {
    const { columns } = guessLayout(headOf(headers), null);
    expect([columns.notes, isPayeeTitle(headers[columns.description ?? -1] ?? '')]).toEqual([notes, true]);
  });

  test.each([
    ['the other column is for all of a description', ['Date', 'Description', 'Amount', 'Notes']],
    ['there is no other one', ['Date', 'Notes', 'Amount']],
    ['there are none', ['Date', 'Payee', 'Amount', 'Category']],
  ])('notes are not proposed where %s', (_why, headers) => {
    expect(guessLayout(headOf(headers), null).columns).toMatchObject({ description: 1 });
    expect(guessLayout(headOf(headers), null).columns).not.toHaveProperty('notes');
  });

  test('notes are not proposed for a workbook that was connected without', () => {
    const columnAt = (position: number, header: string) => ({ position, header, sample: [] });
    const remembered = {
      sheets: { transactions: { name: 'Sheet1', id: '1' }, categories: null, rules: null },
      headerRow: 1,
      columns: { date: columnAt(0, 'Date'), description: columnAt(1, 'Payee'), amount: columnAt(2, 'Amount') },
    };
    const head = headOf(['Date', 'Payee', 'Amount', 'Notes']);
    expect(guessLayout(head, remembered).columns).not.toHaveProperty('notes');
    const chosen = { ...remembered, columns: { ...remembered.columns, notes: columnAt(3, 'Notes') } };
    expect(guessLayout(head, chosen).columns).toMatchObject({ notes: 3 });
  });

  test('a reference of the bank’s is not proposed for ids in languages that nobody asked for', () => {
    expect(
      guessLayout(headOf(['Fecha', 'Concepto', 'Importe', 'Numero de operacion']), null).columns,
    ).not.toHaveProperty('transactionId');
  });
});

test('no two columns of the table share a header', () => {
  const names = COLUMNS.flatMap((column) => {
    const { header, otherNames } = TRANSACTION_TABLE[column];
    const each = new Set([header.toLowerCase(), ...otherNames.en, ...otherNames.de]);
    return [...each].map((name) => ({ name, column }));
  });
  const shared = names.filter(({ name, column }) => names.some((one) => one.name === name && one.column !== column));
  expect(shared, 'keep each name in one `header` or `otherNames` only').toEqual([]);
});
