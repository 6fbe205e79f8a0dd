import type { SourceKindView, WorkbookKindView } from '../../../src/contract/control/kinds.ts';
import { useAnswer } from '../../control/use-control.ts';

/** Every kind of source; none until they are known. */
export function useSourceKinds(): readonly SourceKindView[] {
  return useAnswer('kind.list', {}).data?.sources ?? [];
}

/** Null for one that only a newer Pennyrow knows. */
export function useSourceKind(id: string): SourceKindView | null {
  return useSourceKinds().find((kind) => kind.id === id) ?? null;
}

/** Every kind of workbook; none until they are known. */
export function useWorkbookKinds(): readonly WorkbookKindView[] {
  return useAnswer('kind.list', {}).data?.workbooks ?? [];
}

export function useWorkbookKind(id: string | undefined): WorkbookKindView | null {
  return useWorkbookKinds().find((kind) => kind.id === id) ?? null;
}
