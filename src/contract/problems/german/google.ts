import type { WordsByCode } from '../words-by-code.ts';

/** What is between Pennyrow and a spreadsheet at Google. */
export const google: WordsByCode = {
  workbook_reconnect: [
    'Google lässt Pennyrow nicht mehr in diese Tabelle.',
    'Verbinden Sie sie neu; alles bleibt, wie es ist. Bis dahin warten die Abgleiche.',
  ],
  workbook_offline: [
    'Google ist nicht zu erreichen.',
    'Prüfen Sie die Internetverbindung, und versuchen Sie es dann noch einmal; ein Zeitplan macht von selbst weiter. Es geht nichts verloren.',
  ],
  workbook_quota: [
    'Google lässt gerade keine weiteren Anfragen zu: Die Grenze für eine Minute ist erreicht.',
    'Es geht nichts verloren. Versuchen Sie es in ein paar Minuten noch einmal; ein Zeitplan macht von selbst weiter. Kommt es öfter vor, lassen Sie die Abgleiche mehrerer Konten zu verschiedenen Zeiten beginnen.',
  ],
  workbook_web_page: [
    'Statt Google antwortet eine Webseite: ein Proxy, eine Firewall oder die Anmeldeseite dieses Netzes.',
    'Öffnen Sie https://docs.google.com in einem Browser auf diesem Rechner und folgen Sie der Seite; versuchen Sie es dann noch einmal. Es wurde nichts geändert.',
  ],
  workbook_no_access: [
    'Google lässt Pennyrow diese Tabelle nicht ändern.',
    'Prüfen Sie, ob Sie sie bearbeiten dürfen und ob kein Blatt geschützt ist. Bei einem Dienstkonto geben Sie die Tabelle für dessen Adresse zum Bearbeiten frei.',
  ],
  workbook_google: [
    'Google hat die Anfrage abgelehnt oder hat selbst eine Störung.',
    'Versuchen Sie es in einigen Minuten noch einmal. Bleibt es dabei, melden Sie es mit dem Wortlaut unten.',
  ],
  workbook_write_uncertain: [
    'Google hat nicht gesagt, ob die Tabelle geschrieben wurde.',
    'Es geht nichts verloren und nichts wird doppelt: Pennyrow sieht nach, bevor es wieder schreibt.',
  ],
  workbook_google_api_off: [
    'Eine Schnittstelle von Google ist für den OAuth-Client nicht eingeschaltet.',
    'Schalten Sie in der Google-Cloud-Konsole für sein Projekt die Google Sheets API und die Google Drive API ein, warten Sie einige Minuten und versuchen Sie es noch einmal.',
  ],
  workbook_google_client: [
    'Google nimmt den OAuth-Client nicht an: Seine Kennung oder sein Geheimnis ist falsch.',
    'Laden Sie seine JSON-Datei in der Google-Cloud-Konsole herunter, geben Sie sie unter „Tabelle“ ein und verbinden Sie dann noch einmal.',
  ],
  workbook_google_clock: [
    'Google nimmt die Uhr dieses Rechners nicht an.',
    'Stellen Sie Datum und Uhrzeit richtig, am besten von selbst über das Netz, und versuchen Sie es noch einmal.',
  ],
  workbook_google_no_client: [
    'Pennyrow hat keinen OAuth-Client, mit dem es Google fragen kann.',
    'Legen Sie in einigen Minuten einen eigenen an und geben Sie seine Datei unter „Tabelle“ ein; die Anleitung zu Google Sheets zeigt jeden Schritt.',
  ],
  workbook_not_google: ['Die Tabelle dieses Kontos ist keine Google-Tabelle.', 'Verbinden Sie unter „Tabelle“ eine.'],
  workbook_not_spreadsheet: [
    'Das ist keine Google-Tabelle.',
    'Öffnen Sie eine Excel-Datei in Google Tabellen, wählen Sie „Datei › Als Google-Tabelle speichern“ und wählen Sie dann die neue.',
  ],
  workbook_none_undecided: [
    'Keine Google-Tabelle dieses Kontos wartet darauf, dass Sie ihre Spalten nennen.',
    'Verbinden Sie unter „Tabelle“ eine.',
  ],
  workbook_undecided_lost: [
    'Google lässt Pennyrow nicht mehr in diese Tabelle: Die Erlaubnis wurde entzogen oder ist abgelaufen.',
    'Verbinden Sie sie unter „Tabelle“ neu.',
  ],
  workbook_consent_address: [
    'Das ist nicht die Adresse der Seite, zu der Google den Browser geschickt hat.',
    'Kopieren Sie die ganze Adresse aus der Adresszeile des Browsers: Sie beginnt mit http://127.0.0.1 und enthält „state=“.',
  ],
  workbook_consent_cancelled: [
    'Das Verbinden der Tabelle wurde abgebrochen. Es wurde nichts geändert.',
    'Beginnen Sie neu, wann Sie möchten.',
  ],
  workbook_consent_denied: [
    'Google wurde gesagt, dass Pennyrow keine Tabelle verwenden darf. Es wurde nichts geändert.',
    'War das nicht gemeint, beginnen Sie neu.',
  ],
  workbook_consent_no_refresh_token: [
    'Google hat die Erlaubnis nur für eine Stunde gegeben.',
    'Entfernen Sie den Client von Pennyrow unter https://myaccount.google.com/permissions und verbinden Sie dann noch einmal. Der OAuth-Client muss von der Art „Desktop-App“ sein.',
  ],
  workbook_consent_nothing_picked: [
    'Es wurde keine Tabelle ausgewählt.',
    'Beginnen Sie neu und wählen Sie eine auf der Seite, die nach der Frage von Google kommt, oder lassen Sie Pennyrow eine neue anlegen.',
  ],
  workbook_consent_other_picked: [
    'Es wurde eine andere Tabelle gewählt als die, die neu verbunden werden soll.',
    'Beginnen Sie neu und wählen Sie dieselbe. Für eine andere wählen Sie „Andere Tabelle verwenden“.',
  ],
  workbook_consent_over: ['Pennyrow wartet auf diese Antwort nicht mehr.', 'Beginnen Sie neu.'],
  workbook_consent_refused: ['Google hat die Erlaubnis nicht gegeben.', 'Beginnen Sie neu.'],
  workbook_consent_several_picked: [
    'Es wurden mehrere Tabellen gewählt.',
    'Beginnen Sie neu und wählen Sie eine. Jedes Konto hat eine Tabelle; für eine zweite legen Sie ein weiteres Konto an.',
  ],
  workbook_consent_state: [
    'Diese Antwort gehört nicht zu der Frage, die Pennyrow Google gerade stellt. Sie wurde nicht beachtet.',
    'Schließen Sie die Seiten früherer Versuche und verwenden Sie nur die Adresse, die zuletzt gezeigt wurde.',
  ],
  workbook_consent_timeout: [
    'Von Google kam zehn Minuten lang keine Antwort. Es wurde nichts geändert.',
    'Beginnen Sie neu. Hat Google statt der Frage einen Fehler gezeigt: Der OAuth-Client muss von der Art „Desktop-App“ sein, und im Testmodus dürfen ihn nur die Testnutzer verwenden, die in der Google-Cloud-Konsole genannt sind.',
  ],
  input_google_client: [
    'Das ist nicht die Datei eines OAuth-Clients, den Pennyrow verwenden kann.',
    'Laden Sie in der Google-Cloud-Konsole unter „Clients“ die JSON-Datei eines Clients der Art „Desktop-App“ herunter.',
  ],
  input_google_key: [
    'Das ist nicht der Schlüssel eines Dienstkontos.',
    'Öffnen Sie in der Google-Cloud-Konsole das Dienstkonto und legen Sie unter „Schlüssel“ einen als JSON an.',
  ],
  input_spreadsheet: [
    'Das ist nicht der Link zu einer Google-Tabelle.',
    'Kopieren Sie die Adresse der geöffneten Tabelle: https://docs.google.com/spreadsheets/d/…',
  ],
  config_google_client: [
    'Der OAuth-Client ist durch die Umgebung des Dienstes vorgegeben.',
    'Ändern Sie ihn dort, wo der Dienst gestartet wird: PENNYROW_GOOGLE_CLIENT_ID und PENNYROW_GOOGLE_CLIENT_SECRET.',
  ],
};
