import { expect, test } from 'vitest';
import type { CsvAnswers, CsvMapping } from '../../src/contract/control/statements.ts';
import { answersOf, mergeRemembered } from '../../renderer/pages/connections/mapping/remembered-mapping.ts';
import { nameOf, rolesOf, withRole } from '../../renderer/pages/connections/mapping/roles.ts';

const titles = ['Datum', 'Wer', 'Soll', 'Haben', 'Wer', '4'];
const table = { columns: titles.map((title) => ({ title, samples: [] })), mapping: null, decisions: [], questions: [] };

const mapping: CsvMapping = {
  encoding: null,
  delimiter: ';',
  columns: titles,
  hasHeader: true,
  date: 0,
  dateOrder: 'dmy',
  amount: { kind: 'two', out: 2, in: 3, outIsNegative: false },
  fee: null,
  decimalMark: ',',
  currency: { code: 'EUR' },
  description: [4, 1],
  ownName: null,
  kind: null,
  id: null,
  status: null,
  account: { kind: 'named', id: 'csv:1', name: 'Giro', lastDigits: null },
};

test('a column is labeled by its header, and by its number if the header is ambiguous', () => {
  expect(titles.map((_, place) => nameOf(table, place))).toEqual(['Datum', '2', 'Soll', 'Haben', '5', '4']);
});

test('a mapping and the answers derived from it give each column the same role', () => {
  const roles = ['date', 'description', 'out', 'in', 'description', 'none'];
  expect(rolesOf({ ...table, mapping }, {})).toEqual(roles);
  expect(rolesOf(table, answersOf(mapping))).toEqual(roles);
  expect(answersOf(mapping).description).toEqual(['5', '2']);
});

test('a column has the role of the amount while the user is asked which sign is money out', () => {
  const params = { column: 'Soll' };
  const question = { code: 'statement_csv_ask', message: '', remedy: null, params };
  const questions = [{ about: 'sign', question, choices: [], suggestion: null }] as const;
  expect(rolesOf({ ...table, questions }, {})).toEqual(['none', 'none', 'amount', 'none', 'none', 'none']);
  const first = { ...questions[0], question: { ...question, params: { column: '' } } };
  expect(rolesOf({ ...table, questions: [first] }, {})).not.toContain('amount');
});

test('columns have the detected roles even before the mapping is complete', () => {
  const decisions = [
    { about: 'date', value: { kind: 'columns', columns: [0] } },
    { about: 'amount', value: { kind: 'two', out: 2, in: 3 } },
    { about: 'currency', value: { kind: 'columns', columns: [5] } },
    { about: 'description', value: { kind: 'columns', columns: [4, 1] } },
  ] as const;
  expect(
    rolesOf(
      {
        ...table,
        decisions: decisions.map((one) => ({
          ...one,
          certainty: 'certain',
          reason: { code: '', message: '', remedy: null },
        })),
      },
      {},
    ),
  ).toEqual(['date', 'description', 'out', 'in', 'description', 'currency']);
});

test('selecting one column of amounts clears two columns for money in and out, and vice versa', () => {
  const one = withRole({ ...table, mapping }, {}, 2, 'amount');
  expect(one).toMatchObject({ amount: 'Soll', out: undefined, in: undefined });
  expect(withRole(table, one, 3, 'in')).toMatchObject({ amount: undefined, in: 'Haben' });
});

test('removing or adding a description column keeps the order of other description columns', () => {
  expect(withRole({ ...table, mapping }, {}, 4, 'none').description).toEqual(['2']);
  expect(withRole({ ...table, mapping }, {}, 5, 'description').description).toEqual(['5', '2', '4']);
});

test('a changed mapping keeps the account id unless the user enters another account number', () => {
  const begun = answersOf(mapping);
  const found: CsvMapping = {
    ...mapping,
    dateOrder: 'mdy',
    account: { kind: 'named', id: 'csv:2', name: 'Haus', lastDigits: null },
  };
  const accountAfter = (answers: CsvAnswers): CsvMapping['account'] =>
    mergeRemembered(mapping, found, begun, answers).account;
  expect(accountAfter(begun)).toEqual(mapping.account);
  expect(accountAfter({ ...begun, account: 'Haus' })).toEqual({ ...mapping.account, name: 'Haus' });
  expect(accountAfter({ ...begun, account: 'Haus', accountNumber: '123456' })).toEqual(found.account);
  expect(mergeRemembered(mapping, found, begun, begun).dateOrder).toBe('mdy');
});
