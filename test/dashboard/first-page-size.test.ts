import { expect, test } from 'vitest';
import { firstScriptBytes } from '../support/first-script.ts';

test('the first page loads at most 160 kB of compressed scripts', () => {
  const bytes = firstScriptBytes();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(160_000);
});
