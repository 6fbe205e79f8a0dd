/** Returns A, B, … Z, AA for 0, 1, … */
export function columnName(index: number): string {
  return index < 26
    ? String.fromCodePoint(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);
}

export function columnIndex(name: string): number {
  let number = 0;
  for (const letter of name.toUpperCase()) number = number * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return number - 1;
}
