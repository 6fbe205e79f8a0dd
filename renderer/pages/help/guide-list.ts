import type { GuidePage } from '../../guide/guide-page.ts';

interface BuiltPage {
  readonly page: GuidePage;
  /** Where each picture is, by the path that the page names. */
  readonly pictures: Readonly<Record<string, string>>;
}

const LOADED = import.meta.glob<BuiltPage>('../../../docs/guide/*.md');

/** The list of all pages. */
export const CONTENTS = 'README';

/** Gets a page of the guide by its name; null when there is none of it. */
export function loadGuide(name: string): Promise<BuiltPage> | null {
  return LOADED[`../../../docs/guide/${name}.md`]?.() ?? null;
}
