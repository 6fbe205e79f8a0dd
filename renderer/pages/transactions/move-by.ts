/** Where a key moves to from row `from` of `total`; null for a key that does not move. */
export function moveBy(key: string, from: number, total: number, pageRows: number): number | null {
  const moved = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + pageRows, PageUp: from - pageRows, Home: 0, End: total - 1 }[key];
  return moved === undefined || total === 0 ? null : Math.max(0, Math.min(total - 1, moved));
}
