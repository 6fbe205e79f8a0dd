import { describe } from 'vitest';
import { additionsContract } from './workbook-additions.ts';
import { balancesContract } from './workbook-balances.ts';
import { changesContract } from './workbook-changes.ts';
import { computedColumnsContract } from './workbook-computed-columns.ts';
import { columnsContract } from './workbook-columns.ts';
import { linesBelowContract } from './workbook-lines-below.ts';
import { moneyContract } from './workbook-money.ts';
import { notesContract } from './workbook-notes.ts';
import { personContract } from './workbook-person.ts';
import { readingContract } from './workbook-reading.ts';
import { rowOrderContract } from './workbook-row-order.ts';
import { rulesContract } from './workbook-rules.ts';
import { textsContract } from './workbook-texts.ts';
import type { WorkbookUnderTest } from './workbook-session.ts';

/**
 * Tests for every kind of workbook and for every fake; `make` returns a new one each time. `isSample` leaves out most
 * of them, for a kind that passes all of them in another test.
 */
export function workbookContract(name: string, make: () => Promise<WorkbookUnderTest>, isSample = false): void {
  describe(`${name} fulfills the workbook contract`, () => {
    readingContract(make);
    personContract(make);
    changesContract(make);
    rowOrderContract(make);
    if (isSample) return;
    linesBelowContract(make);
    rulesContract(make);
    balancesContract(make);
    columnsContract(make);
    computedColumnsContract(make);
    moneyContract(make);
    notesContract(make);
    textsContract(make);
    additionsContract(make);
  });
}
