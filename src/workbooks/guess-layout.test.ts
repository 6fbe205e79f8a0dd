import { describe, expect, test } from 'vitest';
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

  test('are the likeliest of several: the day of booking, the payee, and no balance for an amount', () => {
    const head = headOf(['Valuta', 'Buchungsdatum', 'Verwendungszweck', 'Auftraggeber', 'Saldo', 'Umsatz']);
    expect(guessLayout(head, null).columns).toMatchObject({ date: 1, description: 2, amount: 5 });
  });

  test('a reference of the bank’s is not proposed for ids in languages that nobody asked for', () => {
    expect(
      guessLayout(headOf(['Fecha', 'Concepto', 'Importe', 'Numero de operacion']), null).columns,
    ).not.toHaveProperty('transactionId');
  });
});
