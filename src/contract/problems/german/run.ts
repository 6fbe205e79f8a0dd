import type { WordsByCode } from '../words-by-code.ts';

/** What becomes of runs. */
export const run: WordsByCode = {
  run_cancelled: [
    'Der Lauf wurde abgebrochen, bevor er etwas geschrieben hatte.',
    'Starten Sie ihn neu, wann Sie möchten.',
  ],
  run_interrupted: [
    'Pennyrow wurde beendet, bevor dieser Lauf etwas geschrieben hatte.',
    'Es wurde nichts geändert; der nächste Abgleich holt es nach.',
  ],
  run_undecided: [
    'Ob die Tabelle geschrieben wurde, ist noch nicht bekannt.',
    'Es geht nichts verloren: Pennyrow sieht nach, sobald die Tabelle wieder lesbar ist, und bevor es etwas anderes schreibt.',
  ],
  run_unrecorded: [
    'Die Tabelle wurde geschrieben, aber Pennyrow konnte es nicht vermerken.',
    'Es geht nichts verloren und nichts wird doppelt: Ist behoben, was unten genannt ist, vermerkt es der nächste Abgleich als Erstes.',
  ],
  rule_added: ['Die Regel steht jetzt im Blatt mit den Regeln.', null],
  run_rule_stays: [
    'Die Kategorien sind zurückgenommen, aber die Regel selbst bleibt im Blatt mit den Regeln.',
    'Löschen Sie dort ihre Zeile, wenn Sie sie nicht mehr möchten.',
  ],
  run_not_undoable: [
    'Dieser Lauf lässt sich nicht zurücknehmen.',
    'Welche sich zurücknehmen lassen, sehen Sie im Verlauf.',
  ],
  run_unknown: ['Diesen Lauf gibt es nicht mehr.', 'Alle Läufe stehen im Verlauf.'],
  account_plan_ended: [
    'Der Tarif dieses Kontos ist abgelaufen: Weder Zeitplan noch Skripte gleichen mehr ab.',
    'Sie selbst können weiter abgleichen und importieren; was in der Tabelle steht, bleibt.',
  ],
  account_has_data: [
    'Dieses Konto hat schon eine eigene Tabelle oder eigene Verbindungen.',
    'Legen Sie in den Einstellungen für die Demo ein weiteres Konto an.',
  ],
  account_unknown: ['Dieses Konto gibt es nicht mehr.', 'Die Konten stehen unter „Einstellungen“.'],
  connection_none: [
    'Es gibt keine Verbindung, die abzugleichen wäre.',
    'Verbinden Sie eine Bank, oder setzen Sie eine pausierte Verbindung fort. Ein Kontoauszug lässt sich auch ohne Verbindung importieren.',
  ],
  connection_unknown: ['Diese Verbindung gibt es nicht mehr.', 'Welche es gibt, sehen Sie unter „Verbindungen“.'],
  connection_fetched: ['Die Verbindung hat zuletzt Daten gebracht.', null],
  connection_answers: ['Der Zugang hat geantwortet, abgerufen wurde noch nichts.', null],
  connection_untried: [
    'Der Zugang wurde noch nicht ausprobiert.',
    'Probieren Sie ihn bei der Verbindung mit „Prüfen“ aus.',
  ],
  connection_fresh: ['Die Verbindung wurde noch nicht gefragt.', null],
  token_unknown: ['Diesen API-Schlüssel gibt es nicht mehr.', 'Welche es gibt, sehen Sie unter „API-Schlüssel“.'],
};
