import type { FormValues, WorkbookKindView } from '../../src/contract/control/kinds.ts';

interface FilledWay {
  readonly kind: string;
  readonly way: string;
  readonly settings: FormValues;
}

/** How a workbook file that is there is connected; null until the kinds are known. */
export function fileWay(kinds: readonly WorkbookKindView[], path: string): FilledWay | null {
  for (const { id, ways } of kinds) {
    for (const way of ways) {
      const field = way.fields.find(({ type }) => type === 'path');
      if (field !== undefined && !way.makesNew) return { kind: id, way: way.id, settings: { [field.id]: path } };
    }
  }
  return null;
}
