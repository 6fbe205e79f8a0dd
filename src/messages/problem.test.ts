import { expect, test } from 'vitest';
import { report, reportWithin, problem, problemOf } from './problem.ts';
import { loadI18n } from './i18n.ts';

const INNER = problem('source_no_key', { host: 'bank.example' });
const WHOLE = problem('connection_needs_attention', {
  name: 'Bank',
  cause: INNER,
  lastSuccessAt: null,
  nextTryAt: null,
});

test('reportWithin keeps the code of a report but uses the sentence of the enclosing problem, even in the app', async () => {
  const outer = reportWithin(report(INNER), WHOLE);
  expect(outer).toEqual({
    code: 'source_no_key',
    sentence: 'connection_needs_attention',
    message: 'Bank: Pennyrow does not have the key for bank.example any more.',
    remedy:
      'Hand it over again with `pennyrow connection reauthorise NAME`. Rows and settings stay. Last successful sync: never.',
    params: WHOLE.params,
  });
  const german = await loadI18n('de', 'de-DE', []);
  expect(german.localize(problemOf(outer), 'app')).toEqual({
    what: 'Bank: Pennyrow hat den Schlüssel für bank.example nicht mehr.',
    remedy:
      'Geben Sie ihn bei der Verbindung unter „Neu verbinden“ noch einmal ein. Zeilen und Einstellungen bleiben. Letzter erfolgreicher Abgleich: noch keiner.',
  });
});

test('a report with an unknown code keeps its sentence, alone and as part of another problem', async () => {
  const old = { code: 'source_of_old', message: 'bank.example was closed.', remedy: null };
  const whole = problem('run_failed', { cause: problemOf(old) });
  expect(reportWithin(old, whole)).toEqual({
    code: 'source_of_old',
    message: 'The last run failed: bank.example was closed.',
    remedy: null,
  });
  const german = await loadI18n('de', 'de-DE', []);
  expect(german.localize(whole, 'app')).toEqual({
    what: 'Der letzte Lauf ist fehlgeschlagen: bank.example was closed.',
    remedy: null,
  });
});
