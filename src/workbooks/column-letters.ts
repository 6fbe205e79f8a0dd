export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (column % 26));
}

/** The number, from 0, of a column ("AB") or of a cell's column ("AB12"); -1 without letters. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    number = number * 26 + letter;
  }
  return number - 1;
}
