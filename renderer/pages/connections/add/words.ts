import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Add connection',
    which: 'What shall be connected?',
    choice: { simplefin: 'Banks by SimpleFIN', statements: 'A folder of statement files', demo: 'Demo bank' },
    choiceAbout: {
      simplefin: 'Your banks’ accounts, fetched by a provider such as SimpleFIN Bridge. You need an account there.',
      statements:
        'Pennyrow watches a folder and imports the OFX, QFX, QIF, CAMT, MT940 and CSV files that come into it.',
      demo: 'Made-up transactions, to try Pennyrow out. No account needed.',
    },
    back: 'Back',
    connect: 'Connect',
    name: 'Name',
    nameAbout: 'Optional: how you want to call it.',
    token: 'Setup token',
    tokenAbout: 'A long line of letters and digits. It is shown as dots, used at once, and never kept.',
    tokenMissing: 'Paste the setup token.',
    tokenWhat:
      'A setup token lets Pennyrow read your accounts, and nothing else: it cannot move money. It works only once.',
    tokenSteps: [
      'Sign in to your SimpleFIN provider and connect your banks there.',
      'Make a new app connection there; it shows a setup token.',
      'Copy the token and paste it here.',
    ],
    provider: 'Open SimpleFIN Bridge',
    claiming:
      'The token is exchanged for an access, which is then tried. This takes a few seconds; please leave this open.',
    saveAnyway: 'Save anyway',
    folder: 'Folder',
    folderAbout:
      'Full path on the computer that Pennyrow runs on. A browser cannot show its folders, so type or paste it.',
    folderAboutHere: 'Choose it, or type its full path.',
    folderExample: '/home/me/Downloads/bank',
    folderState: {
      relative: 'Begin with the full path, such as /home/me/bank, C:\\Users\\me\\bank or ~/bank.',
      missing: 'There is no such folder yet.',
      closed: 'Pennyrow may not look into this folder. Check its permissions.',
      checking: 'One moment…',
    },
    folderFound: (path: string, files: string) => `${path}: ${files} in it.`,
    files: { one: 'statement file', other: 'statement files' },
    folderNone: 'There are no statement files in it yet; Pennyrow waits for them.',
    folderWrong: 'Choose a folder that is there.',
    afterwards: 'Once a file is imported',
    move: 'move it into a folder “imported” inside this one',
    leave: 'leave it where it is',
    save: 'Save',
    demoWhat:
      'The demo bank makes up a year of a person’s everyday life. Remove its rows at any time by undoing its syncs.',
  },
  de: {
    title: 'Verbindung anlegen',
    which: 'Was soll verbunden werden?',
    choice: { simplefin: 'Banken über SimpleFIN', statements: 'Ein Ordner mit Kontoauszügen', demo: 'Demo-Bank' },
    choiceAbout: {
      simplefin:
        'Die Konten Ihrer Banken, geholt von einem Anbieter wie SimpleFIN Bridge. Sie brauchen dort ein Konto.',
      statements:
        'Pennyrow beobachtet einen Ordner und importiert OFX-, QFX-, QIF-, CAMT-, MT940- und CSV-Dateien, die dort ankommen.',
      demo: 'Erfundene Umsätze, um Pennyrow auszuprobieren. Dafür brauchen Sie nirgends ein Konto.',
    },
    back: 'Zurück',
    connect: 'Verbinden',
    name: 'Name',
    nameAbout: 'Freiwillig: wie Sie sie nennen wollen.',
    token: 'Einrichtungscode (Setup Token)',
    tokenAbout:
      'Eine lange Zeile aus Buchstaben und Ziffern. Sie wird als Punkte gezeigt, sofort verbraucht und nie aufbewahrt.',
    tokenMissing: 'Fügen Sie den Einrichtungscode ein.',
    tokenWhat:
      'Mit dem Einrichtungscode darf Pennyrow Ihre Konten lesen, sonst nichts: Geld bewegen kann es damit nicht. Er gilt nur einmal.',
    tokenSteps: [
      'Melden Sie sich bei Ihrem SimpleFIN-Anbieter an und verbinden Sie dort Ihre Banken.',
      'Legen Sie dort eine neue App-Verbindung an; sie zeigt einen Setup Token.',
      'Kopieren Sie ihn und fügen Sie ihn hier ein.',
    ],
    provider: 'SimpleFIN Bridge öffnen',
    claiming:
      'Der Code wird gegen einen Zugang getauscht, und der wird ausprobiert. Das dauert ein paar Sekunden; bitte lassen Sie dies so lange offen.',
    saveAnyway: 'Trotzdem speichern',
    folder: 'Ordner',
    folderAbout:
      'Der volle Pfad auf dem Rechner, auf dem Pennyrow läuft. Ein Browser kann dessen Ordner nicht zeigen; bitte tippen Sie ihn ein oder fügen Sie ihn ein.',
    folderAboutHere: 'Wählen Sie ihn aus, oder tippen Sie seinen vollen Pfad ein.',
    folderExample: '/home/ich/Downloads/bank',
    folderState: {
      relative: 'Beginnen Sie mit dem vollen Pfad, etwa /home/ich/bank, C:\\Users\\ich\\bank oder ~/bank.',
      missing: 'Diesen Ordner gibt es noch nicht.',
      closed: 'Pennyrow darf nicht in diesen Ordner sehen. Prüfen Sie seine Rechte.',
      checking: 'Einen Moment …',
    },
    folderFound: (path: string, files: string) => `${path}: ${files} darin.`,
    files: { one: 'Auszugsdatei', other: 'Auszugsdateien' },
    folderNone: 'Noch liegen keine Auszugsdateien darin; Pennyrow wartet auf sie.',
    folderWrong: 'Wählen Sie einen Ordner, den es gibt.',
    afterwards: 'Sobald eine Datei importiert ist',
    move: 'in einen Ordner „imported“ darin verschieben',
    leave: 'liegen lassen, wo sie ist',
    save: 'Speichern',
    demoWhat:
      'Die Demo-Bank erfindet ein Jahr aus dem Alltag eines Menschen. Ihre Zeilen werden Sie wieder los, indem Sie die Abgleiche zurücknehmen.',
  },
});
