import { expect, test } from 'vitest';
import { GOOGLE_SENSE } from './google/reading/google-cell.ts';
import { categoriesReader, rulesReader } from './lists.ts';
import { ProblemList } from './problem-list.ts';

test('a Categories or Rules sheet without headers is reported with the names of the headers in the language of the sheet', () => {
  const problems = new ProblemList('rules');
  categoriesReader({ sense: GOOGLE_SENSE, problems }).end('Kategorien');
  rulesReader({ sense: GOOGLE_SENSE, problems }).end('Règles');
  expect(problems.all()).toMatchObject([
    { params: { headers: ['"Kategorie"'] } },
    { params: { headers: ['"Description contient"', '"Catégorie"'] } },
  ]);
});
