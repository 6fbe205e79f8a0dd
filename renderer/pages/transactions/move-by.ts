export function moveBy(key: string, from: number, total: number, pageRows: number): number | null {
  const last = total - 1;
  const to = new Map([
    ['ArrowDown', from + 1],
    ['ArrowUp', from - 1],
    ['PageDown', from + pageRows],
    ['PageUp', from - pageRows],
    ['Home', 0],
    ['End', last],
  ]).get(key);
  return to === undefined || total === 0 ? null : Math.max(0, Math.min(last, to));
}
