import { expect, test } from 'vitest';
import { categoryKind } from './category-kind.ts';

test.each([
  ['Savings', 'saving'],
  ['  savings: house', 'saving'],
  ['Épargne / maison', 'saving'],
  ['Rücklagen', 'saving'],
  ['Transfers', 'transfer'],
  ['Übertrag', 'transfer'],
  ['Transfer between accounts', 'transfer'],
  ['Umbuchung zwischen Konten', 'transfer'],
  ['Umbuchung – Tagesgeld', 'transfer'],
  ['Savings bank fees', 'everyday'],
  ['Transfer fees', 'everyday'],
  ['Groceries', 'everyday'],
  ['', 'everyday'],
])('%j is a category of the kind %s', (category, kind) => {
  expect(categoryKind(category)).toBe(kind);
});
