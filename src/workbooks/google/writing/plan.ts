import type { sheets_v4 } from '@googleapis/sheets';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { columnRequests, sheetRequests, type ColumnsPrecheck } from './additions.ts';
import { identityRequests } from './identity.ts';
import { markerRequests, nextMarker } from './markers.ts';
import { rulesRange } from './moved-rules.ts';
import { planBalances, type BalancesPlan } from './new-balances.ts';
import { newRowRequests } from './new-rows.ts';
import { newRuleRequests, ruleEditRequests, type RulesPrecheck } from './new-rules.ts';
import type { Precheck } from './precheck.ts';
import { readBackRanges } from './verify.ts';
import { editRequests, planRowEdits, type RowEdits } from './row-edits.ts';

/** One batch, with what it was planned on. */
export interface WritePlan {
  readonly precheck: Precheck;
  readonly rules: RulesPrecheck | null;
  /** Of the sheet that the change is most of all about. */
  readonly title: string;
  readonly edits: RowEdits;
  readonly balances: BalancesPlan | null;
  readonly request: sheets_v4.Schema$BatchUpdateSpreadsheetRequest;
}

/** All of a change as one batch. `skip`: how many numbers of markers were found to be taken by others. */
export function planWrite(
  seen: Precheck,
  rules: RulesPrecheck | null,
  added: ColumnsPrecheck | null,
  change: WorkbookChange,
  skip: number,
): WritePlan {
  const { located, rows } = seen;
  const { transactions, markers } = located;
  const edits = planRowEdits(change, rows, located);
  const balances = planBalances(seen, change);
  const ruleEdits = change.ruleEdits ?? [];
  return {
    precheck: seen,
    rules,
    balances,
    title: rules !== null && change.appends.length === 0 ? rules.sheet.title : transactions.title,
    edits,
    request: {
      requests: [
        ...markerRequests(markers, nextMarker(markers, change.runId, skip)),
        ...identityRequests(located),
        ...editRequests(edits, transactions.sheetId, located),
        ...newRowRequests(located, change.appends),
        // The new ones go below: no line that is edited moves by them.
        ...(rules === null ? [] : ruleEditRequests(rules, ruleEdits)),
        ...(rules === null ? [] : newRuleRequests(rules, change.rules ?? [])),
        ...(balances?.requests ?? []),
        ...(added === null ? [] : columnRequests(added, located)),
        ...sheetRequests(change.additions?.sheets ?? [], change.runId),
      ],
      includeSpreadsheetInResponse: true,
      responseIncludeGridData: true,
      responseRanges: [
        ...readBackRanges(located, edits, change.appends.length),
        ...(rules === null || ruleEdits.length === 0 ? [] : [rulesRange(rules)]),
        ...(balances?.ranges ?? []),
      ],
    },
  };
}
