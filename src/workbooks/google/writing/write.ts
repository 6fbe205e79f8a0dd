import type { sheets_v4 } from '@googleapis/sheets';
import type { Applied } from '../../../core/workbook-change.ts';
import { createError, hasCode } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { GoogleRefusal, uncertain } from '../api/google-errors.ts';
import { precheckColumns } from './additions.ts';
import { changedRules, finishWrite, WAITS_MS, type ApplyChange } from './finish-write.ts';
import { planBalances } from './new-balances.ts';
import { precheckWrite, type Precheck } from './precheck.ts';
import { isNumberInUse, buildWriteRequest, type WritePlan } from './plan.ts';
import { createEditsPlanner } from './row-edits.ts';
import { precheckRules } from './new-rules.ts';
import { READ_BACK_FIELDS } from './verify.ts';
import { tooManyCells } from '../reading/structure.ts';
import { changedMeanwhile } from '../../workbook.ts';

/** A write is retried only within this time, because a user is waiting. */
const RESENT_FOR_MS = 35_000;

/** Extra time for a running write after the user cancels or the service stops. */
const GRACE_PERIOD_MS = 5000;

const TRUNCATED = {
  status: null,
  reason: 'truncated',
  message: 'The answer broke off.',
  retryAfterMs: null,
  neverSent: false,
  isPage: false,
};
const CALLED_OFF = { ...TRUNCATED, reason: 'cancelled', message: 'The answer was not waited for any longer.' };

/** One atomic batch; see `Workbook.apply`. Also throws `workbook_protected`, `workbook_cells`, `workbook_write_uncertain`. */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { api, spreadsheetId, base, change, sleep, signal, step } = apply;
  let seen = await firstPrecheck(apply);
  signal?.throwIfAborted();
  const startedAt = performance.now();
  for (let [attempt, skip] = [0, 0]; ; attempt += 1) {
    const columns = await precheckColumns(apply, seen.located, change);
    const planEdits = createEditsPlanner(apply);
    const plan: WritePlan = {
      precheck: seen,
      edits: await planEdits(change, seen.located, seen.rows),
      balances: await planBalances(seen, change, planEdits),
      rules: changedRules(change) === 0 ? null : await precheckRules(apply, base, change),
    };
    const request = buildWriteRequest(plan, columns, change, skip);
    const main = plan.rules !== null && change.appends.length === 0 ? plan.rules.sheet : seen.located.transactions;
    let written: sheets_v4.Schema$Spreadsheet;
    step?.('writing');
    // Waits a little longer for the response after the caller canceled, because Google may still execute the request.
    const gracePeriod = beginGracePeriod(signal, sleep);
    try {
      const { updatedSpreadsheet } = await api.write(
        spreadsheetId,
        request,
        `updatedSpreadsheet(${READ_BACK_FIELDS})`,
        gracePeriod.signal,
      );
      if (updatedSpreadsheet === undefined) throw uncertain(TRUNCATED);
      written = updatedSpreadsheet;
    } catch (thrown) {
      const wait = WAITS_MS[attempt];
      const isCollision = thrown instanceof GoogleRefusal && isNumberInUse(thrown.words);
      if (wait === undefined || !(isCollision || hasCode(thrown, 'workbook_write_uncertain')))
        throw explained(thrown, main.title);
      if (!isCollision) await sleepOrThrow(apply, wait, thrown);
      seen = await recheck(apply, isCollision ? changedMeanwhile(null, thrown) : thrown);
      if (!seen.isWritten) {
        if (performance.now() - startedAt > RESENT_FOR_MS) throw explained(thrown, main.title);
        // Pennyrow's other markers are unchanged, so another program uses this number for a marker.
        if (isCollision) skip += 1;
        continue;
      }
      written = await readBackNow(apply, request.responseRanges);
    } finally {
      gracePeriod.close();
    }
    step?.('checking');
    return finishWrite(apply, plan, written);
  }
}

async function sleepOrThrow({ sleep, signal }: ApplyChange, milliseconds: number, cause: unknown): Promise<void> {
  try {
    await sleep(milliseconds, signal);
  } catch {
    throw cause;
  }
}

async function recheck(apply: ApplyChange, cause: unknown): Promise<Precheck> {
  try {
    return await precheckWrite(apply, apply.base, apply.change);
  } catch (thrown) {
    const isConclusive = hasCode(thrown, 'workbook_changed') && !(thrown.cause instanceof GoogleRefusal);
    throw isConclusive ? thrown : cause;
  }
}

/** Adding rows needs no check after a recent read. Cells to overwrite are read again right before the write. */
async function firstPrecheck({ base, seen, change, ...call }: ApplyChange): Promise<Precheck> {
  if (seen !== null) return seen;
  const isPlain = change.updates.length + change.removals.length + (change.balances?.removals.length ?? 0) === 0;
  // In an anchored sheet, the first row is not inserted but exists already: the user may have typed into it.
  const isInserted = base.located?.isAnchored !== true && base.located?.balances?.isAnchored !== true;
  if (base.located !== null && isPlain && isInserted)
    return { located: base.located, rows: new Map(), balanceRows: new Map(), isWritten: false };
  return precheckWrite(call, base, change);
}

async function readBackNow(
  { api, spreadsheetId, signal }: ApplyChange,
  ranges: readonly string[],
): Promise<sheets_v4.Schema$Spreadsheet> {
  return ranges.length === 0 ? {} : api.get(spreadsheetId, ranges, READ_BACK_FIELDS, signal);
}

/** A signal that aborts `GRACE_PERIOD_MS` after the given signal. Call `close` to release the timer. */
function beginGracePeriod(signal: AbortSignal | undefined, sleep: Sleep) {
  const [late, closed] = [new AbortController(), new AbortController()];
  const begin = (): void => {
    sleep(GRACE_PERIOD_MS, closed.signal).then(
      () => late.abort(uncertain(CALLED_OFF)),
      () => undefined,
    );
  };
  if (signal?.aborted === true) begin();
  else signal?.addEventListener('abort', begin, { once: true, signal: closed.signal });
  return { signal: late.signal, close: () => closed.abort() };
}

function explained(thrown: unknown, sheet: string): unknown {
  if (!(thrown instanceof GoogleRefusal)) return thrown;
  const { words } = thrown;
  if (/protected/i.test(words))
    return createError('workbook_protected', { reason: 'refused', path: null, sheet }, { cause: thrown });
  if (/10,?000,?000|number of cells/i.test(words)) return tooManyCells(thrown);
  // The sheet, row or column does not exist any more.
  if (
    /No (?:grid|table|named range) with id|Unable to parse range|beyond the last|after last (?:row|column)|exceeds grid limits/i.test(
      words,
    )
  )
    return changedMeanwhile(null, thrown);
  return thrown;
}
