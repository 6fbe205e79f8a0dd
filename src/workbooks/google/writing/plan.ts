import { tagRemoval, identityRequests, runTag } from './identity.ts';
import type { sheets_v4 } from '@googleapis/sheets';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { columnRequests, sheetRequests, type ColumnsPrecheck } from './additions.ts';
import { rulesRange } from './moved-rules.ts';
import type { BalancesPlan } from './new-balances.ts';
import { newRowRequests } from './new-rows.ts';
import { newRuleRequests, ruleEditRequests, type RulesPrecheck } from './new-rules.ts';
import type { Precheck } from './precheck.ts';
import { readBackRanges } from './verify.ts';
import { editRequests, type RowEdits } from './row-edits.ts';
import { KEY, type Marker } from '../reading/structure.ts';

export interface WritePlan {
  readonly precheck: Precheck;
  readonly rules: RulesPrecheck | null;
  readonly edits: RowEdits;
  readonly balances: BalancesPlan | null;
}

/** `skip`: how many marker numbers other programs have taken. */
export function buildWriteRequest(
  { precheck: { located }, edits, balances, rules }: WritePlan,
  added: ColumnsPrecheck | null,
  change: WorkbookChange,
  skip: number,
) {
  const { transactions, markers } = located;
  const ruleEdits = change.ruleEdits ?? [];
  return {
    requests: [
      ...markerRequests(markers, nextMarker(markers, change.runId, skip)),
      ...identityRequests(located),
      ...editRequests(edits, transactions.sheetId, located),
      ...newRowRequests(located, change.appends),
      // New rules are inserted below edited lines, so the edits keep their row numbers.
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
  };
}

const RUNS_KEPT = 20;
/** The number of the first marker: any value below 2^31 that other programs are unlikely to use. */
const BASE = 1_348_000_000;

/** The next number. Google rejects a batch with a number in use, so of two concurrent writers only one succeeds. */
function nextMarker(markers: readonly Marker[], runId: string, skip: number): Marker {
  return { metadataId: Math.max(BASE, ...markers.map(({ metadataId }) => metadataId)) + 1 + skip, runId };
}

function markerRequests(markers: readonly Marker[], next: Marker): sheets_v4.Schema$Request[] {
  const dropped = markers.slice(0, Math.max(0, markers.length + 1 - RUNS_KEPT));
  return [runTag(KEY.run, next), ...dropped.map(({ metadataId }) => tagRemoval(metadataId))];
}

/** True if Google rejected the batch because the marker number is taken. */
export function isNumberInUse(words: string): boolean {
  return /metadata/i.test(words) && /already|exists|duplicate|in use|not unique/i.test(words);
}
