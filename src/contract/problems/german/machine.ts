import type { WordsByCode } from '../words-by-code.ts';

const OWN_FOLDER = 'Prüfen Sie, wem die Datei oder der Ordner gehört und wer darauf zugreifen darf.';

/** What the machine, its disk, the database or the vault have. */
export const machine: WordsByCode = {
  data_disk_full: [
    'Der Datenträger ist voll.',
    'Schaffen Sie Platz und versuchen Sie es noch einmal; es wurde nichts geändert.',
  ],
  data_read_only: [
    'Dorthin darf nicht geschrieben werden.',
    'Wählen Sie einen Ordner, in den Pennyrow schreiben darf.',
  ],
  data_no_access: ['Pennyrow darf auf eine Datei oder einen Ordner nicht zugreifen.', OWN_FOLDER],
  data_missing: ['Diese Datei oder diesen Ordner gibt es nicht.', 'Prüfen Sie den Pfad.'],
  data_not_a_file: ['Das ist ein Ordner und keine Datei.', 'Prüfen Sie den Pfad.'],
  data_disk_fault: [
    'Der Datenträger lässt sich nicht lesen oder beschreiben.',
    'Prüfen Sie ihn, oder die Verbindung zu ihm, und versuchen Sie es noch einmal.',
  ],
  data_none: ['Es gibt noch keinen Datenordner.', 'Starten Sie Pennyrow; dabei wird er angelegt.'],
  data_gone: [
    'Der Datenordner wurde entfernt oder ersetzt, während Pennyrow lief.',
    'Legen Sie ihn zurück, wenn Sie ihn verschoben haben; Pennyrow macht dann weiter. Sonst beenden Sie Pennyrow und starten es neu: Es legt einen neuen Ordner an und lernt wieder aus Ihrer Tabelle.',
  ],
  data_too_many_files: [
    'Es sind zu viele Dateien auf einmal geöffnet.',
    'Schließen Sie andere Programme und versuchen Sie es noch einmal.',
  ],
  data_usable: ['Der Datenordner lässt sich lesen und beschreiben.', null],
  data_private: ['Nur Sie können den Datenordner lesen.', null],
  data_shared: [
    'Andere Benutzer dieses Rechners können in den Datenordner sehen.',
    'Nehmen Sie ihnen das Recht dazu: chmod 700 auf den Ordner, der unten genannt ist.',
  ],
  data_space: ['Es ist genug Platz frei.', null],
  data_little_space: [
    'Der Platz wird knapp.',
    'Schaffen Sie Platz: Ein Abgleich braucht Raum für eine zweite Fassung der Tabelle.',
  ],
  store_damaged: [
    'Die Datenbank von Pennyrow ist beschädigt.',
    'Ihrer Tabelle ist deswegen nichts geschehen. Beenden Sie Pennyrow und führen Sie in einem Terminal „pennyrow doctor --repair“ aus: Das bewahrt die beschädigte Datei auf und baut die Datenbank aus Ihrer Tabelle und der neuesten guten Kopie neu auf.',
  ],
  store_mirror_damaged: [
    'Was Pennyrow von den Zeilen Ihrer Tabelle aufbewahrt, ist beschädigt und ließ sich nicht neu lesen.',
    'Schließen Sie die Tabelle in anderen Programmen, oder sorgen Sie dafür, dass sie erreichbar ist, und versuchen Sie es noch einmal.',
  ],
  store_mirror_differs: [
    'Pennyrow hält einige Zeilen anders, als sie in der Tabelle stehen.',
    'Führen Sie in einem Terminal „pennyrow doctor --repair“ aus: Das liest die Tabelle neu.',
  ],
  store_mirror_equal: ['Alle Zeilen sind so aufbewahrt, wie sie in der Tabelle stehen.', null],
  store_memory: ['Was Pennyrow geschrieben hat, ist ihm bekannt.', null],
  store_copied: ['Die Datenbank wurde kopiert.', null],
  store_no_copy: [
    'Von der Datenbank gibt es noch keine Kopie; die erste entsteht, wenn Pennyrow an einem anderen Tag benutzt wird.',
    null,
  ],
  store_copy_old: [
    'Die neueste Kopie der Datenbank ist schon einige Tage alt.',
    'Sorgen Sie für freien Platz; das Protokoll sagt, warum es keine neuere gibt.',
  ],
  store_sound: ['Die Datenbank ist in Ordnung.', null],
  store_open_runs: [
    'Es sind noch Läufe offen.',
    'Das klärt sich, sobald die Tabelle lesbar ist: Schließen Sie sie in anderen Programmen und gleichen Sie dann ab.',
  ],
  vault_wrong_key: [
    'Ein gespeicherter Zugang lässt sich mit diesem Schlüssel nicht öffnen.',
    'Starten Sie Pennyrow mit dem Schlüssel, den es vorher hatte. Ist er verloren, richten Sie die Zugänge neu ein: unter „Verbindungen“ und unter „Tabelle“.',
  ],
  vault_bad_key: [
    'Der Schlüssel zu den gespeicherten Zugängen ist beschädigt.',
    'Holen Sie ihn aus einer Sicherung zurück. Gibt es keine, richten Sie die Zugänge neu ein.',
  ],
  vault_key_exposed: [
    'Andere Benutzer dieses Rechners können den Schlüssel zu Ihren Zugängen lesen.',
    'Nehmen Sie ihnen das Recht dazu (chmod 600 auf die Datei unten). Kann ihn jemand gelesen haben, erneuern Sie die Zugänge zu Bank und Google.',
  ],
  vault_in_keychain: [
    'Der Schlüssel zu Ihren Zugängen liegt im Schlüsselbund des Systems, wohin ihn die App gelegt hat.',
    'Lassen Sie die Pennyrow-App laufen.',
  ],
  internal_error: [
    'In Pennyrow ist etwas schiefgegangen.',
    'Versuchen Sie es noch einmal. Bleibt es dabei, speichern Sie unter „Einstellungen › Diagnose“ die Daten zur Fehlersuche und melden Sie es.',
  ],
  page_broken: ['Auf dieser Seite ist etwas schiefgegangen.', 'Laden Sie die Seite neu.'],
};
