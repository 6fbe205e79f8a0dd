import { describe, expect, it } from 'vitest';
import { GERMAN } from '../../../test/support/desktop-i18n.ts';
import { notificationScene, NO_COUNTS } from '../../../test/support/notification-scene.ts';

describe('new transactions', () => {
  it('are shown if enabled, and open the run when clicked', async () => {
    const { settings, bubbles, opened, start, runEnds } = notificationScene();
    start();
    await runEnds({ counts: { ...NO_COUNTS, added: 3 } });
    expect(bubbles).toEqual([]);
    settings.newTransactions = true;
    await runEnds({ id: 'r2', counts: { ...NO_COUNTS, added: 3 } });
    await runEnds({ id: 'r3', counts: { ...NO_COUNTS, added: 1 } });
    expect(bubbles.map(({ title }) => title)).toEqual(['3 new transactions', '1 new transaction']);
    bubbles[0]?.click();
    expect(opened).toEqual(['a /activity/r2']);
  });

  it("are shown with the account's name if there are several accounts, and in the user's number format", async () => {
    const { state, settings, bubbles, start, runEnds } = notificationScene(undefined, GERMAN);
    settings.newTransactions = true;
    state.accounts = ['Haushalt', 'Verein'];
    start();
    await runEnds({ counts: { ...NO_COUNTS, added: 1234 } });
    expect(bubbles).toMatchObject([{ title: '1.234 neue Umsätze', body: 'Jetzt in der Tabelle von „Haushalt“.' }]);
  });

  it('are shown only after a scheduled run that added transactions', async () => {
    const { settings, bubbles, start, runEnds } = notificationScene();
    settings.newTransactions = true;
    start();
    await runEnds({ trigger: 'person', counts: { ...NO_COUNTS, added: 3 } });
    await runEnds();
    expect(bubbles).toEqual([]);
  });
});
