import { expect, test } from 'vitest';
import { nameHas, plainLetters } from './plain-letters.ts';

test.each([
  ['Café ZOË', 'cafe zoe'],
  ['Łódź, Ørsted, Æbler, Århus', 'lodz, orsted, aebler, arhus'],
  ['STRASSE, Straße', 'strasse, strasse'],
  ['Diyarbakır İstanbul', 'diyarbakir istanbul'],
  ['œuvre Đặng ﬁn', 'oeuvre dang fin'],
  ['REWE 123', 'rewe 123'],
  ['東京 Кафе', '東京 кафе'],
])('plainLetters normalizes “%s” to “%s”', (text, plain) => {
  expect(plainLetters(text)).toBe(plain);
});

test.each(['köln', 'koln', 'koeln', 'KÖLNB', ' Köln '])('finds “%s” in the name “Sparkasse KölnBonn”', (part) => {
  expect(nameHas('Sparkasse KölnBonn', part)).toBe(true);
  expect(nameHas('Sparkasse Koblenz', part)).toBe(false);
});
