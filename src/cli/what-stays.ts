import type { FormerPermission } from '../contract/control/accounts.ts';
import { listKinds } from '../core/kind-form.ts';
import * as WORKBOOK_KINDS from '../workbooks/kinds.ts';
import type { WorkbookKind } from '../workbooks/workbook-kind.ts';
import { text } from './speech.ts';

/** That the workbook stays, and what became of the permission for it. `kindId`: of the workbook whose permission it was. */
export function whatStays(permission: FormerPermission, kindId: string | null | undefined): string {
  const kind = listKinds<WorkbookKind>(WORKBOOK_KINDS).find(({ id }) => id === kindId);
  const { provider = text().workbook.service, permissions: page = null } = kind ?? {};
  return text().workbook.stays({ permission, provider, page });
}
