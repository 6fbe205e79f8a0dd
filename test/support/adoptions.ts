import ExcelJS from 'exceljs';
import type { StatementLine } from '../cli/pennyrow.ts';
import { FIRST_STATEMENT, ownWorkbook } from './first-minute.ts';

/** A workbook of a person who has never used Pennyrow. */
export interface Adoption {
  readonly name: string;
  readonly file: string;
  readonly write: (path: string) => Promise<void>;
  readonly statement: readonly StatementLine[];
  /** True if Pennyrow recognizes its columns, so that the user need not map them. */
  readonly isKnown: boolean;
  /** A text that the dashboard shows about the existing rows before Pennyrow writes anything. */
  readonly says: string;
  /** Cells after the import by sheet and address, such as `Budget!C8`: a value as JSON, or a formula. */
  readonly cells: Readonly<Record<string, unknown>>;
}

type Line = readonly ExcelJS.CellValue[];

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

const formula = (text: string, result: number): ExcelJS.CellFormulaValue => ({
  formula: text,
  result,
  date1904: false,
});

async function save(path: string, sheets: Readonly<Record<string, readonly Line[]>>): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  for (const [name, lines] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name);
    for (const line of lines) sheet.addRow([...line]);
    sheet.columns.forEach((column) => (column.width = 16));
  }
  await workbook.xlsx.writeFile(path);
}

const TILLER_HEADERS = [
  'Date',
  'Description',
  'Category',
  'Amount',
  'Account',
  'Account #',
  'Institution',
  'Month',
  'Week',
  'Transaction ID',
  'Account ID',
  'Check Number',
  'Full Description',
  'Date Added',
];

function tillerRow(date: string, text: string, category: string, amount: number, id: string): Line {
  const account = ['Checking', 'xxxx2345', 'Acme Bank'];
  const [month, week, added] = ['2026-01-01', '2026-01-04', '2026-01-10'].map(day);
  const original = text.toUpperCase();
  return [null, day(date), text, category, amount, ...account, month, week, id, '6123', null, original, added];
}

/** The guide's example workbooks. Each already has three of its statement's four transactions. */
export const ADOPTIONS: readonly Adoption[] = [
  {
    name: 'a plain sheet',
    file: 'My money.xlsx',
    write: ownWorkbook,
    statement: FIRST_STATEMENT,
    isKnown: false,
    says: 'New rows go below the last row.',
    cells: { 'Spending!B5': '"Cinema Royal"', 'Spending!C5': '-12' },
  },
  {
    name: 'a sheet with totals',
    file: 'Budget 2026.xlsx',
    write: (path) =>
      save(path, {
        Budget: [
          ['My budget 2026'],
          [],
          ['Date', 'Payee', 'Amount', 'Category', 'With tax'],
          [day('2026-01-05'), 'Corner Coffee', -3.5, 'Food', formula('C4*1.2', -4.2)],
          [day('2026-01-06'), 'Rent', -900, 'Home', formula('C5*1.2', -1080)],
          [day('2026-01-08'), 'Green Grocer', -23.1, 'Food', formula('C6*1.2', -27.72)],
          [null, 'Total', formula('SUM(C4:C6)', -926.6), null, formula('SUM(E4:E6)', -1111.92)],
          [null, 'Left of 1500', formula('1500+C7', 573.4)],
        ],
      }),
    statement: FIRST_STATEMENT,
    isKnown: false,
    says: 'New rows go below the last row. New rows continue the formulas in With tax. 2 lines below the rows, such as totals, stay below them.',
    cells: {
      'Budget!B7': '"Cinema Royal"',
      'Budget!E7': '=C7*1.2',
      'Budget!C8': '=SUM(C4:C7)',
      'Budget!E8': '=SUM(E4:E7)',
      'Budget!C9': '=1500+C8',
    },
  },
  {
    name: 'a sheet with the newest rows on top',
    file: 'Register.xlsx',
    write: (path) =>
      save(path, {
        Register: [
          ['Date', 'Payee', 'Amount', 'Category', 'Balance'],
          [day('2026-01-08'), 'Green Grocer', -23.1, 'Food', formula('E3+C2', 1073.4)],
          [day('2026-01-06'), 'Rent', -900, 'Home', formula('E4+C3', 1096.5)],
          [day('2026-01-05'), 'Corner Coffee', -3.5, 'Food', formula('E5+C4', 1996.5)],
          [day('2026-01-01'), 'Opening balance', 2000, null, 2000],
        ],
      }),
    statement: FIRST_STATEMENT,
    isKnown: false,
    says: 'The newest rows are on top, so new rows go on top. New rows continue the formulas in Balance.',
    cells: { 'Register!B2': '"Cinema Royal"', 'Register!E2': '=E3+C2', 'Register!E3': '=E4+C3' },
  },
  {
    name: 'Tiller’s template',
    file: 'Tiller Foundation.xlsx',
    write: (path) =>
      save(path, {
        Transactions: [
          [null, ...TILLER_HEADERS],
          tillerRow('2026-01-08', 'Green Grocer', 'Groceries', -23.1, 'tiller-3'),
          tillerRow('2026-01-06', 'Rent', 'Rent', -900, 'tiller-2'),
          tillerRow('2026-01-05', 'Corner Coffee', 'Coffee', -3.5, 'tiller-1'),
        ],
        Categories: [
          ['Category', 'Group', 'Type'],
          ...['Groceries', 'Rent', 'Coffee'].map((name) => [name, 'Living', 'Expense']),
        ],
        'Balance History': [['Date', 'Time', 'Account', 'Account #', 'Account ID', 'Balance', 'Month', 'Week']],
      }),
    statement: FIRST_STATEMENT,
    isKnown: true,
    says: 'Tiller’s layout: 14 columns recognized in the sheet “Transactions”, with 3 rows.',
    cells: {
      'Transactions!C2': '"Cinema Royal"',
      'Transactions!N2': '"Cinema Royal"',
      'Transactions!I2': '"2026-01-01T00:00:00.000Z"',
      'Transactions!J2': '"2026-01-04T00:00:00.000Z"',
      'Transactions!K3': '"tiller-3"',
    },
  },
  {
    name: 'a German household book with two money columns',
    file: 'Haushaltsbuch.xlsx',
    write: (path) =>
      save(path, {
        Haushalt: [
          ['Datum', 'Empfänger', 'Einnahmen', 'Ausgaben', 'Kategorie', 'Saldo'],
          ['05.01.2026', 'Eckcafé', null, 3.5, 'Essen', formula('C2-D2', -3.5)],
          ['26.01.2026', 'Gehalt', 2100, null, 'Einkommen', formula('F2+C3-D3', 2096.5)],
          ['28.01.2026', 'Gemüse Grün', null, 23.1, 'Essen', formula('F3+C4-D4', 2073.4)],
          [],
          ['Summe', null, formula('SUM(C2:C4)', 2100), formula('SUM(D2:D4)', 26.6)],
        ],
      }),
    statement: [
      { date: '2026-01-05', amount: '-3.50', text: 'ECKCAFE 0815' },
      { date: '2026-01-26', amount: '2100.00', text: 'Gehalt Januar' },
      { date: '2026-01-28', amount: '-23.10', text: 'GEMUESE GRUEN' },
      { date: '2026-01-29', amount: '-12.00', text: 'Kino Royal' },
    ],
    isKnown: false,
    says: 'New rows go below the last row. New rows continue the formulas in Saldo. One line below the rows, such as a total, stays below them.',
    cells: {
      'Haushalt!B5': '"Kino Royal"',
      'Haushalt!C5': undefined,
      'Haushalt!D5': '12',
      'Haushalt!F5': '=F4+C5-D5',
      'Haushalt!C7': '=SUM(C2:C5)',
      'Haushalt!D7': '=SUM(D2:D5)',
    },
  },
];
