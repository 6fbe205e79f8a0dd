import type { WordsByCode } from '../words-by-code.ts';

const SAME_VERSION = 'Laden Sie diese Seite neu, damit sie zum laufenden Pennyrow passt.';

/** What was typed, chosen or sent, and cannot be so. */
export const input: WordsByCode = {
  input_invalid: [
    'Diese Eingabe geht so nicht.',
    'Was daran nicht stimmt, steht unten. Berichtigen Sie es und versuchen Sie es noch einmal.',
  ],
  input_backfill: ['Ab diesem Tag lässt sich nichts abfragen.', 'Wählen Sie einen Tag der letzten fünf Jahre.'],
  input_answer: [
    'Diese Antwort der Bank wird nicht mehr aufbewahrt.',
    'Was aufbewahrt ist, steht bei der Verbindung unter „Was die Bank geschickt hat“.',
  ],
  input_expiry: [
    'Der Schlüssel wäre schon abgelaufen, bevor es ihn gibt.',
    'Wählen Sie einen Tag in der Zukunft, oder keinen.',
  ],
  input_folder: [
    'Diesen Ordner gibt es nicht.',
    'Legen Sie ihn zuerst an, und geben Sie seinen vollständigen Pfad an.',
  ],
  input_mapping: [
    'Diese Zuordnung der Spalten geht nicht, oder sie ist nicht mehr gemerkt.',
    'Wählen Sie Spalten, die die Datei hat. Was gemerkt ist, steht unter „Verbindungen“.',
  ],
  input_not_deleted: [
    'Eine dieser Zeilen ist nicht gelöscht.',
    'Die gelöschten stehen im Verlauf unter „Gelöschte Zeilen“.',
  ],
  input_path: ['Das ist kein vollständiger Pfad.', 'Geben Sie den vollständigen Pfad der Datei an.'],
  input_rule: [
    'Diese Regel lässt sich so nicht verwenden.',
    'Warum, steht unten. Berichtigen Sie den Text, die Kategorie oder die Beträge.',
  ],
  input_rule_exists: [
    'Diese Regel steht schon im Blatt mit den Regeln.',
    'Ändern Sie eine der beiden, oder lassen Sie es, wie es ist.',
  ],
  input_schedule: ['So geht der Zeitplan nicht.', 'Warum, steht unten. Berichtigen Sie Beginn oder Abstand.'],
  input_setup_token: [
    'Was eingefügt wurde, ist kein Setup Token von SimpleFIN.',
    'Kopieren Sie bei Ihrem SimpleFIN-Anbieter den ganzen Setup Token und fügen Sie ihn noch einmal ein.',
  ],
  input_source: [
    'Eine Verbindung kann ihre Art nicht wechseln.',
    'Legen Sie für eine andere Quelle eine neue Verbindung an.',
  ],
  input_statement: ['Es ist nicht klar, welche Datei angesehen werden soll.', 'Wählen Sie die Datei noch einmal.'],
  input_time_zone: [
    'Diese Zeitzone gibt es nicht.',
    'Geben Sie einen Namen wie Europe/Berlin oder America/New_York an.',
  ],
  input_upload_too_large: [
    'Das ist zu groß, oder es warten zu viele Dateien.',
    'Importieren oder entfernen Sie erst, was schon da ist, laden Sie einen kürzeren Zeitraum herunter, oder legen Sie die Datei in einen beobachteten Ordner.',
  ],
  input_too_large: [
    'Das ist zu viel auf einmal.',
    'Warten Sie ab, was schon läuft, und versuchen Sie es dann noch einmal.',
  ],
  input_not_found: ['Hier gibt es nichts.', SAME_VERSION],
  input_not_json: ['Pennyrow hat diese Anfrage nicht verstanden.', SAME_VERSION],
  input_unknown_procedure: ['Das laufende Pennyrow kennt diese Anfrage nicht.', SAME_VERSION],
};
