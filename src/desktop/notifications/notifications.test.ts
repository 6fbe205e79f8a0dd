import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StatusNote } from '../../contract/control/service.ts';
import { problem, report } from '../../messages/problem.ts';
import { createError, reportOf } from '../../platform/errors.ts';
import { GERMAN } from '../../../test/support/desktop-i18n.ts';
import { notificationScene, REAUTHORIZE } from '../../../test/support/notification-scene.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

describe('a failure that needs the user', () => {
  it('is shown once for any number of retries and restarts', async () => {
    const { state, bubbles, start, runEnds, memory } = notificationScene();
    const first = start();
    state.problem = REAUTHORIZE;
    await runEnds();
    expect(bubbles).toMatchObject([
      { title: 'City Bank needs attention (My money)', body: 'The bank no longer accepts the access. Sign in again.' },
    ]);
    state.failures = 7;
    await runEnds();
    await first.close();
    expect(bubbles).toHaveLength(1);
    const next = notificationScene(memory);
    next.state.problem = REAUTHORIZE;
    next.start();
    await next.runEnds();
    expect(next.bubbles).toEqual([]);
  });

  it('is shown again if it returns after a successful run', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    for (const problem of [REAUTHORIZE, null, REAUTHORIZE]) {
      state.problem = problem;
      await runEnds();
    }
    expect(bubbles).toHaveLength(2);
  });

  it('opens the page on which the user can fix it when clicked', async () => {
    const { state, bubbles, opened, start, runEnds } = notificationScene();
    start();
    state.problem = REAUTHORIZE;
    await runEnds();
    bubbles[0]?.click();
    expect(opened).toEqual(['a /connections']);
  });

  it('is shown at the fifth temporary failure in a row, and only once although the error code changes', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    for (const [index, code] of [
      'source_offline',
      'source_busy',
      'source_offline',
      'source_unavailable',
      'source_busy',
      'source_offline',
    ].entries()) {
      state.problem = { ...REAUTHORIZE, code };
      state.failures = index + 1;
      await runEnds();
      expect(bubbles).toHaveLength(index < 4 ? 0 : 1);
    }
  });

  it('is shown once if runs fail repeatedly with the same error code, and opens the first of them when clicked', async () => {
    const { state, bubbles, opened, start, runEnds } = notificationScene();
    start();
    const messages = [
      {
        severity: 'problem',
        code: 'workbook_open',
        message: 'The file is open in another program, since 08:01.',
        remedy: null,
        connectionId: null,
      },
      { severity: 'problem', code: REAUTHORIZE.code, message: REAUTHORIZE.message, remedy: null, connectionId: 'c' },
    ] as const;
    const fail = async (id: string, text: string): Promise<void> => {
      const own = [{ ...messages[0], message: text }, messages[1]];
      state.notes = own.map(({ code, message }) => ({
        about: 'run',
        code,
        message: `The last run failed: ${message}`,
        remedy: null,
        connection: null,
        lines: null,
      }));
      await runEnds({ id, status: 'failed', messages: own });
    };
    await fail('one', 'The file is open in another program, since 08:01.');
    await fail('two', 'The file is open in another program, since 09:17.');
    expect(bubbles.map(({ title }) => title)).toEqual(['My money needs attention']);
    bubbles[0]?.click();
    expect(opened).toEqual(['a /activity/one']);
  });

  it('is not shown again if only the numbers in the message about the workbook change', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    for (const count of [2, 3]) {
      state.notes = [
        {
          about: 'workbook',
          code: 'workbook_lines',
          message: `${count} lines of the workbook need a look.`,
          remedy: null,
          connection: null,
          lines: count,
        },
      ];
      await runEnds();
    }
    expect(bubbles).toHaveLength(1);
  });

  it('is shown once for each bank account whose balance differs, and opens the page Accounts when clicked', async () => {
    const { state, bubbles, opened, start, runEnds } = notificationScene();
    start();
    const differs = (account: string, amount: string): StatusNote => ({
      about: 'balance',
      ...report(
        problem('balance_differs', {
          account,
          since: '2026-03-03',
          sum: { amount, currency: 'EUR' },
          direction: 'more',
          cause: null,
          others: 0,
        }),
      ),
      connection: null,
      lines: null,
    });
    for (const notes of [
      [differs('Everyday ••4321', '12.50')],
      [differs('Everyday ••4321', '14.00')],
      [differs('Everyday ••4321', '14.00'), differs('Savings', '3.00')],
    ]) {
      state.notes = notes;
      await runEnds();
    }
    expect(bubbles.map(({ title }) => title)).toEqual(['My money needs attention', 'My money needs attention']);
    expect(bubbles[0]?.body).toContain('Everyday ••4321 does not add up since 3 Mar 2026');
    expect(bubbles[1]?.body).toContain('Savings does not add up');
    bubbles[0]?.click();
    expect(opened).toEqual(['a /accounts']);
  });

  it('is not shown again after a run that did not fix it', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    state.problem = REAUTHORIZE;
    await runEnds();
    state.running = true;
    await runEnds();
    state.running = false;
    await runEnds();
    expect(bubbles).toHaveLength(1);
  });

  it('is shown with the cause of the failed run, without other messages of the run', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    const messages = [
      { severity: 'problem', code: 'workbook_missing', message: 'There is no file.', remedy: null, connectionId: null },
      {
        severity: 'info',
        code: 'source_replayed',
        message: 'A response from a moment ago was used again.',
        remedy: null,
        connectionId: null,
      },
    ] as const;
    state.notes = messages.map(({ code, message }) => ({
      about: 'run',
      code,
      message: `The last run failed: ${message}`,
      remedy: null,
      connection: null,
      lines: null,
    }));
    await runEnds({ status: 'failed', messages });
    expect(bubbles.map(({ body }) => body)).toEqual(['The last run failed: There is no file.']);
  });

  it('is not shown for a connection that the user paused', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    state.isPaused = true;
    state.problem = REAUTHORIZE;
    await runEnds();
    expect(bubbles).toEqual([]);
  });

  it('is counted instead of named if more than two occur at once, and opens the overview when clicked', async () => {
    const { state, bubbles, opened, start, runEnds } = notificationScene();
    start();
    state.connections = ['City Bank', 'Credit union', 'Card'];
    state.problem = REAUTHORIZE;
    await runEnds();
    await runEnds();
    expect(bubbles.map(({ title }) => title)).toEqual(['3 problems need attention']);
    bubbles[0]?.click();
    expect(opened).toEqual(['a /']);
  });

  it('is shown once per start if the disk is too full to record it', async () => {
    const folder = temporaryFolder();
    const { state, bubbles, reported, start, runEnds } = notificationScene(join(folder, 'no-such-folder', 'told.json'));
    start();
    state.problem = REAUTHORIZE;
    await runEnds();
    await runEnds();
    expect(bubbles).toHaveLength(1);
    expect(reported).toHaveLength(1);
  });

  it('is not shown if it already existed when the user turned notifications on', async () => {
    const { state, settings, bubbles, start, runEnds } = notificationScene();
    settings.problems = false;
    start();
    state.problem = REAUTHORIZE;
    await runEnds();
    settings.problems = true;
    await runEnds();
    expect(bubbles).toEqual([]);
  });

  it("is shown in German on a German system, or with the service's English message if its code is unknown", async () => {
    const { state, bubbles, start, runEnds } = notificationScene(undefined, GERMAN);
    start();
    state.problem = reportOf(createError('update_offline', { reason: 'silent' }));
    await runEnds();
    state.problem = { code: 'source_of_tomorrow', message: 'Something new.', remedy: 'Do it.' };
    await runEnds();
    expect(bubbles).toMatchObject([
      {
        title: 'City Bank braucht Ihre Aufmerksamkeit (My money)',
        body: expect.stringMatching(/^Der Update-Server antwortet nicht mehr\. Prüfen Sie/),
      },
      { title: 'City Bank braucht Ihre Aufmerksamkeit (My money)', body: 'Something new. Do it.' },
    ]);
  });

  it('is not shown if the user turned notifications off or the system does not support them', async () => {
    const { state, settings, bubbles, start, runEnds } = notificationScene();
    settings.problems = false;
    start();
    state.problem = REAUTHORIZE;
    await runEnds();
    settings.problems = true;
    state.problem = { ...REAUTHORIZE, code: 'source_payment' };
    state.isSupported = false;
    await runEnds();
    expect(bubbles).toEqual([]);
  });

  it('is shown despite a damaged file of shown notifications and an earlier failure of the service', async () => {
    const memory = join(temporaryFolder(), 'told.json');
    writeFileSync(memory, '{"half');
    const { state, bubbles, reported, start, runEnds } = notificationScene(memory);
    start();
    state.fails = true;
    await runEnds();
    await eventually(() => expect(reported.length).toBeGreaterThan(0));
    state.fails = false;
    state.problem = REAUTHORIZE;
    await runEnds();
    expect(bubbles).toHaveLength(1);
    expect(existsSync(memory)).toBe(true);
  });
});
