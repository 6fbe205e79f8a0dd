import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { desk, NO_COUNTS, REAUTHORISE } from '../../test/support/notification-desk.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

describe('a failure that needs a person', () => {
  it('is told once, however often it is tried again and Pennyrow is started', async () => {
    const { state, bubbles, start, runEnds, memory } = desk();
    const first = start();
    state.problem = REAUTHORISE;
    await runEnds();
    expect(bubbles).toMatchObject([{ title: 'City Bank needs you (My money)', body: 'The bank takes the access no more. Sign in again.' }]);
    state.failures = 7;
    await runEnds();
    await first.close();
    expect(bubbles).toHaveLength(1);
    const next = desk(memory);
    next.state.problem = REAUTHORISE;
    next.start();
    await next.runEnds();
    expect(next.bubbles).toEqual([]);
  });

  it('is told again when it went away and came back', async () => {
    const { state, bubbles, start, runEnds } = desk();
    start();
    for (const problem of [REAUTHORISE, null, REAUTHORISE]) {
      state.problem = problem;
      await runEnds();
    }
    expect(bubbles).toHaveLength(2);
  });

  it('leads to where it is put right', async () => {
    const { state, bubbles, opened, start, runEnds } = desk();
    start();
    state.problem = REAUTHORISE;
    await runEnds();
    bubbles[0]?.click();
    expect(opened).toEqual(['a /connections']);
  });

  it('is not told while it may mend itself, and is one cause whatever each attempt ran into', async () => {
    const { state, bubbles, start, runEnds } = desk();
    start();
    for (const [index, code] of ['source_offline', 'source_timeout', 'source_offline', 'source_unavailable', 'source_timeout', 'source_offline'].entries()) {
      state.problem = { ...REAUTHORISE, code };
      state.failures = index + 1;
      await runEnds();
      expect(bubbles).toHaveLength(index < 4 ? 0 : 1);
    }
  });

  it('of a run is told by its code, with a click to the run, and not again for what a connection had', async () => {
    const { state, bubbles, opened, start, runEnds } = desk();
    start();
    const messages = [
      { severity: 'problem', code: 'workbook_open', message: 'The file is open in another program, since 08:01.', remedy: null, connectionId: null },
      { severity: 'problem', code: REAUTHORISE.code, message: REAUTHORISE.message, remedy: null, connectionId: 'c' },
    ] as const;
    const fail = async (id: string, text: string): Promise<void> => {
      const own = [{ ...messages[0], message: text }, messages[1]];
      state.notes = own.map(({ code, message }) => ({ about: 'run', code, message: `The last run failed: ${message}`, remedy: null, connection: null, lines: null }));
      await runEnds({ id, status: 'failed', messages: own });
    };
    await fail('one', 'The file is open in another program, since 08:01.');
    await fail('two', 'The file is open in another program, since 09:17.');
    expect(bubbles.map(({ title }) => title)).toEqual(['My money needs you']);
    bubbles[0]?.click();
    expect(opened).toEqual(['a /activity/one']);
  });

  it('of the workbook is the same whatever numbers are in it', async () => {
    const { state, bubbles, start, runEnds } = desk();
    start();
    for (const count of [2, 3]) {
      state.notes = [{ about: 'workbook', code: 'workbook_lines', message: `${count} lines of the workbook need a look.`, remedy: null, connection: null, lines: count }];
      await runEnds();
    }
    expect(bubbles).toHaveLength(1);
  });

  it('stays told while a run is under way, which may have put it right or not', async () => {
    const { state, bubbles, start, runEnds } = desk();
    start();
    state.problem = REAUTHORISE;
    await runEnds();
    state.running = true;
    await runEnds();
    state.running = false;
    await runEnds();
    expect(bubbles).toHaveLength(1);
  });

  it('is not told to who does not want it, nor where the system shows none', async () => {
    const { state, wanted, bubbles, start, runEnds } = desk();
    wanted.failures = false;
    start();
    state.problem = REAUTHORISE;
    await runEnds();
    wanted.failures = true;
    state.problem = { ...REAUTHORISE, code: 'source_payment' };
    state.isSupported = false;
    await runEnds();
    expect(bubbles).toEqual([]);
  });

  it('survives a memory that is damaged and a service that does not answer', async () => {
    const memory = join(temporaryFolder(), 'told.json');
    writeFileSync(memory, '{"half');
    const { state, bubbles, reported, start, runEnds } = desk(memory);
    start();
    state.fails = true;
    await runEnds();
    await vi.waitFor(() => expect(reported.length).toBeGreaterThan(0));
    state.fails = false;
    state.problem = REAUTHORISE;
    await runEnds();
    expect(bubbles).toHaveLength(1);
    expect(existsSync(memory)).toBe(true);
  });
});

describe('new transactions', () => {
  it('are told if wanted, with a click to what came', async () => {
    const { wanted, bubbles, opened, start, runEnds } = desk();
    start();
    await runEnds({ counts: { ...NO_COUNTS, added: 3 } });
    expect(bubbles).toEqual([]);
    wanted.transactions = true;
    await runEnds({ id: 'r2', counts: { ...NO_COUNTS, added: 3 } });
    await runEnds({ id: 'r3', counts: { ...NO_COUNTS, added: 1 } });
    expect(bubbles.map(({ title }) => title)).toEqual(['3 new transactions', 'One new transaction']);
    bubbles[0]?.click();
    expect(opened).toEqual(['a /activity/r2']);
  });

  it('are not told to a person who asked for them, and never when there are none', async () => {
    const { wanted, bubbles, start, runEnds } = desk();
    wanted.transactions = true;
    start();
    await runEnds({ trigger: 'person', counts: { ...NO_COUNTS, added: 3 } });
    await runEnds();
    expect(bubbles).toEqual([]);
  });
});
