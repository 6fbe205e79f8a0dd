export function moveBy(key: string, from: number, total: number, pageRows: number): number | null {
  const moved = destination(key, from, total, pageRows);
  return moved === null || total === 0 ? null : Math.max(0, Math.min(total - 1, moved));
}

function destination(key: string, from: number, total: number, pageRows: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'PageDown':
      return from + pageRows;
    case 'PageUp':
      return from - pageRows;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
