import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';

/**
 * Where a link of the dashboard may lead: what the kinds name, such as a spreadsheet and its consent, and the pages where
 * a bank is connected. A link says no more than its host: what is on the list is opened by the system's browser, with
 * nothing of ours, and anything else is not opened at all.
 */
const HOSTS: ReadonlySet<string> = new Set(
  [...Object.values<SourceKind>(SOURCE_KINDS), ...Object.values<WorkbookKind>(WORKBOOK_KINDS)].flatMap(
    ({ links }) => links,
  ),
);

/** `ownUrl`: where the API is served, whose description has a link too; null while it is not. */
export function isOpenable(text: string, ownUrl: string | null): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (HOSTS.has(url.hostname)) return url.port === '';
  return (
    ownUrl !== null && isLocal(url.hostname) && url.port === new URL(ownUrl).port && url.pathname.startsWith('/api/')
  );
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
