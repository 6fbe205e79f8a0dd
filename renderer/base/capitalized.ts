/** Texts that a page and a terminal share are for the middle of a line. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
