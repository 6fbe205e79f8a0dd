import type { SourceKindView, WorkbookKindView } from '../../../src/contract/control/kinds.ts';
import { useAnswer } from '../../base/control/use-control.tsx';
import { sourceTexts, type SourceTexts, workbookTexts, type WorkbookTexts } from '../../../src/messages/kind-texts.ts';
import { useI18n } from '../../base/words.tsx';

export function useSourceKinds(): readonly SourceKindView[] {
  return useAnswer('kind.list', {}).data?.sources ?? [];
}

export function useWorkbookKinds(): readonly WorkbookKindView[] {
  return useAnswer('kind.list', {}).data?.workbooks ?? [];
}

/** Null for an unknown kind, which a newer version of Pennyrow may have stored. */
export function useWorkbookKind(id: string | undefined): WorkbookKindView | null {
  return useWorkbookKinds().find((kind) => kind.id === id) ?? null;
}

export function useSourceTexts(): (id: string) => SourceTexts {
  const { kinds } = useI18n().texts;
  return (id) => sourceTexts(kinds, id);
}

export function useWorkbookTexts(): (id: string) => WorkbookTexts {
  const { kinds } = useI18n().texts;
  return (id) => workbookTexts(kinds, id);
}
