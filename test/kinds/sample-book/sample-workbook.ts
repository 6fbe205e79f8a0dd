import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { USUAL_COLUMNS, rowOf, type Row, type RowValues } from '../../../src/core/row.ts';
import type { Layout, Revision } from '../../../src/core/snapshot.ts';
import { problem } from '../../../src/messages/problem.ts';
import { PennyrowError } from '../../../src/platform/errors.ts';
import type { Workbook } from '../../../src/workbooks/workbook.ts';

/** The content of a sample sheet: rows, and the ids of the runs that wrote them. */
interface Content {
  readonly rows: readonly RowValues[];
  readonly markers: readonly string[];
}

const LAYOUT: Layout = {
  sheets: { transactions: { name: 'Transactions', id: null }, categories: null, rules: null },
  headerRow: 1,
  columns: Object.fromEntries(
    USUAL_COLUMNS.map((column, position) => [column, { position, header: column, sample: [] }]),
  ),
};

export function openSampleWorkbook(file: string): Workbook {
  const text = (): string => {
    if (existsSync(file)) return readFileSync(file, 'utf8');
    throw new PennyrowError(problem('workbook_missing', { reason: 'other', name: file }));
  };
  const revisionOf = (content: string): Revision => createHash('sha256').update(content).digest('hex') as Revision;
  return {
    isRemote: false,
    revision: async () => revisionOf(text()),
    read: async () => {
      const { rows, markers } = JSON.parse(text()) as Content;
      const found = rows.map((values, place) => toRow(values, place + 2));
      return {
        revision: revisionOf(text()),
        rows: found,
        categories: [],
        rules: [],
        layout: LAYOUT,
        problems: [],
        markers,
      };
    },
    apply: async ({ runId, revision, appends }, { step }) => {
      const before = text();
      if (revision !== revisionOf(before))
        throw new PennyrowError(problem('workbook_changed', { during: 'other', path: null }));
      const { rows, markers } = JSON.parse(before) as Content;
      step?.('writing');
      const content = JSON.stringify({ rows: [...rows, ...appends], markers: [...markers, runId] });
      writeFileSync(file, content);
      const first = rows.length + 2;
      return {
        revision: revisionOf(content),
        layout: LAYOUT,
        appendedRows: appends.map((_, place) => first + place),
        appended: null,
        refused: [],
      };
    },
    heads: async () => [],
    occupiedColumns: async () => new Set(),
    identify: async () => {},
    close: async () => {},
  };
}

function toRow(values: RowValues, index: number): Row {
  return rowOf(values, index);
}
