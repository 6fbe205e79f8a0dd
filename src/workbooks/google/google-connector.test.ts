import { expect, test } from 'vitest';
import { spreadsheetIdIn } from './google-connector.ts';

const ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

test.each([
  `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`,
  `https://docs.google.com/spreadsheets/d/${ID}`,
  `https://docs.google.com/spreadsheets/u/1/d/${ID}/edit?usp=sharing`,
  ` ${ID} `,
])('spreadsheetIdIn finds the id in %s', (text) => {
  expect(spreadsheetIdIn(text)).toBe(ID);
});

test.each([
  '',
  'Budget',
  'https://docs.google.com/document/d/abc/edit',
  'https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml',
  `${ID}/edit`,
])('spreadsheetIdIn finds no id in %j', (text) => {
  expect(() => spreadsheetIdIn(text)).toThrow(expect.objectContaining({ code: 'input_spreadsheet' }));
});
