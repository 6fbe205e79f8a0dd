import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Certificate of this machine',
    about:
      'Pennyrow answers over https with a certificate that it made itself. Your browser and your scripts trust it once you tell them to. It is good for this machine only: nobody can use it to speak for another site.',
    file: 'File',
    copyPath: 'Copy path',
    fingerprint: 'Fingerprint (SHA-256)',
    guide: 'How to trust it',
    program: 'System or program',
    steps: 'By hand',
    commands: 'Commands',
    undo: 'To take the trust back',
    copy: 'Copy commands',
    note: 'Note',
    guides: {
      curl: {
        title: 'curl',
        steps: [],
        note: 'The curl that comes with Windows also needs --ssl-no-revoke: a local authority has no revocation list.',
      },
      python: {
        title: 'Python',
        steps: [],
        note: 'The second line is for the standard library, the third for the package requests.',
      },
      node: {
        title: 'Node.js',
        steps: [],
        note: 'The variable is read when Node starts; setting it inside the script is too late.',
      },
      macos: {
        title: 'macOS: Safari, Chrome and most programs',
        steps: [],
        note: 'macOS asks for your password. It is trusted for your user alone.',
      },
      windows: {
        title: 'Windows: Edge, Chrome and most programs',
        steps: [],
        note: 'Windows asks whether to install it; compare the fingerprint. It is trusted for your user alone.',
      },
      debian: {
        title: 'Debian, Ubuntu: programs that use the list of the system',
        steps: [],
        note: 'Browsers have lists of their own.',
      },
      fedora: { title: 'Fedora, Red Hat, openSUSE: programs that use the list of the system', steps: [], note: '' },
      'chromium-linux': {
        title: 'Chrome and Chromium on Linux',
        steps: [
          'Install certutil first: the package is called libnss3-tools on Debian and Ubuntu, nss-tools on Fedora.',
        ],
        note: 'Restart the browser afterwards.',
      },
      firefox: {
        title: 'Firefox',
        steps: [
          'Open Settings, Privacy & Security, Certificates, View Certificates, Authorities, Import.',
          'Choose the file above and tick “Trust this CA to identify websites”.',
        ],
        note: 'On Windows and macOS Firefox also takes what the system trusts. To take the trust back, delete it in the same window.',
      },
    },
  },
  de: {
    title: 'Zertifikat dieses Rechners',
    about:
      'Pennyrow antwortet über https mit einem Zertifikat, das es selbst ausgestellt hat. Ihr Browser und Ihre Skripte vertrauen ihm, sobald Sie es ihnen sagen. Es gilt nur für diesen Rechner: Niemand kann damit für eine andere Website sprechen.',
    file: 'Datei',
    copyPath: 'Pfad kopieren',
    fingerprint: 'Fingerabdruck (SHA-256)',
    guide: 'So vertrauen Sie ihm',
    program: 'System oder Programm',
    steps: 'Von Hand',
    commands: 'Befehle',
    undo: 'Vertrauen zurücknehmen',
    copy: 'Befehle kopieren',
    note: 'Hinweis',
    guides: {
      curl: {
        title: 'curl',
        steps: [],
        note: 'Das curl von Windows braucht zusätzlich --ssl-no-revoke: Eine lokale Zertifizierungsstelle hat keine Sperrliste.',
      },
      python: {
        title: 'Python',
        steps: [],
        note: 'Die zweite Zeile ist für die Standardbibliothek, die dritte für das Paket requests.',
      },
      node: {
        title: 'Node.js',
        steps: [],
        note: 'Die Variable wird beim Start von Node gelesen; im Skript gesetzt kommt sie zu spät.',
      },
      macos: {
        title: 'macOS: Safari, Chrome und die meisten Programme',
        steps: [],
        note: 'macOS fragt nach Ihrem Kennwort. Vertraut wird ihm nur unter Ihrem Benutzer.',
      },
      windows: {
        title: 'Windows: Edge, Chrome und die meisten Programme',
        steps: [],
        note: 'Windows fragt, ob es installiert werden soll; vergleichen Sie den Fingerabdruck. Vertraut wird ihm nur unter Ihrem Benutzer.',
      },
      debian: {
        title: 'Debian, Ubuntu: Programme, die die Liste des Systems benutzen',
        steps: [],
        note: 'Browser haben eigene Listen.',
      },
      fedora: {
        title: 'Fedora, Red Hat, openSUSE: Programme, die die Liste des Systems benutzen',
        steps: [],
        note: '',
      },
      'chromium-linux': {
        title: 'Chrome und Chromium unter Linux',
        steps: [
          'Installieren Sie zuerst certutil: Das Paket heißt libnss3-tools unter Debian und Ubuntu, nss-tools unter Fedora.',
        ],
        note: 'Starten Sie danach den Browser neu.',
      },
      firefox: {
        title: 'Firefox',
        steps: [
          'Öffnen Sie Einstellungen, Datenschutz & Sicherheit, Zertifikate, Zertifikate anzeigen, Zertifizierungsstellen, Importieren.',
          'Wählen Sie die Datei oben und haken Sie „Dieser CA vertrauen, um Websites zu identifizieren“ an.',
        ],
        note: 'Unter Windows und macOS nimmt Firefox auch, wem das System vertraut. Um das Vertrauen zurückzunehmen, löschen Sie es im selben Fenster.',
      },
    },
  },
});
