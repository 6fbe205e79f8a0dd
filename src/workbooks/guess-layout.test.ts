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

describe('guessing the columns of a sheet', () => {
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
  ])('finds %s headers', (_language, headers) => {
    expect(guessLayout(headOf(headers), null)).toMatchObject({
      headerRow: 1,
      columns: { date: 0, description: 1, amount: 2, category: 3 },
    });
  });

  test('finds headers below a title, and ignores a line of values', () => {
    const head = headOf(['Mes dépenses 2026'], ['Date', 'Libellé', 'Montant (€)'], ['05/01', 'Boulangerie', '-3,20']);
    expect(guessLayout(head, null)).toMatchObject({ headerRow: 2, columns: { date: 0, description: 1, amount: 2 } });
  });

  test.each([
    ['English', 'Paid in', 'Paid out'],
    ['bank', 'Credit', 'Debit'],
    ['budget', 'Income', 'Expenses'],
    ['German', 'Einnahmen', 'Ausgaben'],
    ['ledger', 'Haben', 'Soll'],
    ['French', 'Crédit (€)', 'Débit (€)'],
    ['Spanish', 'Ingresos', 'Gastos'],
    ['Italian', 'Entrate', 'Uscite'],
    ['Dutch', 'Bij', 'Af'],
    ['Portuguese', 'Créditos', 'Débitos'],
    ['Polish', 'Wpływy', 'Wydatki'],
    ['Swedish', 'Insättningar', 'Uttag'],
    ['short', 'In', 'Out'],
    ['Czech', 'Příjmy', 'Výdaje'],
    ['Turkish', 'Gelir', 'Gider'],
    ['Greek', 'Έσοδα', 'Έξοδα'],
  ])('finds %s headers of two amount columns, in any order', (_language, moneyIn, moneyOut) => {
    const { columns } = guessLayout(headOf(['Datum', 'Text', moneyOut, moneyIn, 'Total']), null);
    expect(columns).toMatchObject({ date: 0, description: 1, moneyIn: 3, moneyOut: 2 });
    expect(columns).not.toHaveProperty('amount');
  });

  test.each([
    ['there is also a signed amount', ['Date', 'Payee', 'Debit', 'Credit', 'Amount'], { amount: 4 }],
    ['one of the two is missing', ['Date', 'Payee', 'Ausgaben', 'Betrag'], { amount: 3 }],
    ['three columns could form the pair', ['Date', 'Payee', 'Debit', 'Credit', 'Einnahmen'], {}],
  ])('finds no pair of income and expense columns if %s', (_why, headers, expected) => {
    const { columns } = guessLayout(headOf(headers), null);
    expect(columns).toMatchObject(expected);
    expect(columns).not.toHaveProperty('moneyIn');
    expect(columns).not.toHaveProperty('moneyOut');
  });

  test('finds the income and expense columns that the user chose before, except a renamed one', () => {
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

  test('prefers the booking day, the payee and the amount to the value day, the purpose and the balance', () => {
    const head = headOf(['Valuta', 'Buchungsdatum', 'Verwendungszweck', 'Auftraggeber', 'Saldo', 'Umsatz']);
    expect(guessLayout(head, null).columns).toMatchObject({ date: 1, description: 2, amount: 5 });
  });

  test.each([
    ['English', ['Date', 'Payee', 'Amount', 'Category', 'Notes'], 4],
    ['German bank', ['Verwendungszweck', 'Datum', 'Empfänger', 'Betrag'], 0],
    ['French', ['Date', 'Tiers', 'Montant', 'Remarques'], 3],
    ['Dutch', ['Datum', 'Tegenpartij', 'Bedrag', 'Opmerking'], 3],
  ])('finds %s headers of a payee column and a notes column', (_language, headers, notes) => {
    const { columns } = guessLayout(headOf(headers), null);
    expect([columns.notes, isPayeeTitle(headers[columns.description ?? -1] ?? '')]).toEqual([notes, true]);
  });

  test.each([
    ['the description column is for whole descriptions', ['Date', 'Description', 'Amount', 'Notes']],
    ['there is no payee column', ['Date', 'Notes', 'Amount']],
    ['there is no notes column', ['Date', 'Payee', 'Amount', 'Category']],
  ])('finds no notes column if %s', (_why, headers) => {
    expect(guessLayout(headOf(headers), null).columns).toMatchObject({ description: 1 });
    expect(guessLayout(headOf(headers), null).columns).not.toHaveProperty('notes');
  });

  test('finds no notes column in a workbook that was connected without one', () => {
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

  test('does not use a bank reference in an unsupported language as the transaction id', () => {
    expect(
      guessLayout(headOf(['Fecha', 'Concepto', 'Importe', 'Numero de operacion']), null).columns,
    ).not.toHaveProperty('transactionId');
  });
});

test('no two columns of the transaction table share a header', () => {
  const names = COLUMNS.flatMap((column) => {
    const { header, otherNames } = TRANSACTION_TABLE[column];
    const each = new Set([header.toLowerCase(), ...otherNames.en, ...otherNames.de]);
    return [...each].map((name) => ({ name, column }));
  });
  const shared = names.filter(({ name, column }) => names.some((one) => one.name === name && one.column !== column));
  expect(shared, 'keep each name in one `header` or `otherNames` only').toEqual([]);
});
