import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../renderer');

/** The only files that may contain colors. */
const NAMES_COLORS = new Set(['tokens.css', 'shell/app.tsx']);

/** A color value, or a shade of a palette, which differs in dark mode. */
const COLOR =
  /#(?:[\da-f]{3,4}){1,2}\b(?!['"]?\/)|\b(?:rgba?|hsla?|oklch|color-mix)\(|mantine-color-[a-z]+-(?:\d|light)\b/gi;

test('only the tokens and the Mantine theme contain colors', () => {
  const files = globSync('**/*.{css,ts,tsx}', { cwd: RENDERER });
  expect(files.length).toBeGreaterThan(140);
  const found = files
    .filter((file) => !NAMES_COLORS.has(file))
    .flatMap((file) =>
      (readFileSync(join(RENDERER, file), 'utf8').match(COLOR) ?? []).map((color) => `${file}: ${color}`),
    );
  expect(found).toEqual([]);
});

test.each([
  'fill="#0b7285"',
  'color: #fff;',
  'rgb(0 0 0 / 14%)',
  'var(--mantine-color-orange-6)',
  'var(--mantine-color-teal-light)',
])('%j is detected as a color', (text) => {
  expect(text.match(COLOR)).toHaveLength(1);
});
