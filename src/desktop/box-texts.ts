import { defineNativeWords } from './native-words.ts';

/** What the system's own boxes say. */
export const boxTexts = defineNativeWords({
  en: {
    problem: { again: 'Try Again', folder: 'Open the Data Folder', quit: 'Quit' },
    keyFile: {
      message: 'This desktop has no keychain that is open.',
      detail:
        'Pennyrow encrypts the access to your bank and your spreadsheet. The key to that usually lies in the keychain of your desktop. ' +
        'Without one it would lie in a file in your data folder, which your user account alone can read, but every program that you start can read it too.\n\n' +
        'You can unlock or install a keychain (GNOME Keyring or KWallet) and start Pennyrow again. Or go on with the file: once there is a keychain, the key moves there by itself.',
      quit: 'Quit',
      goOn: 'Go On with the File',
    },
    keyToFile: {
      moved: (keyFile: string) => ({
        message: 'The key is in its file now, and no longer in the keychain.',
        detail: `${keyFile}\n\nYour user account alone can read it, but every program that you start can read it too. This data folder can now be used without the desktop (pennyrow serve). When you start the app again, the key moves back into the keychain.`,
      }),
      already: (keyFile: string) => ({
        message: 'The key is in its file already; nothing was to be moved.',
        detail: keyFile,
      }),
      none: (keyFile: string) => ({
        message: 'There is no key yet; nothing was to be moved.',
        detail: `Nothing has been encrypted in this data folder so far. Started without a desktop (pennyrow serve), Pennyrow makes a key in ${keyFile}; started as the app, in the keychain.`,
      }),
    },
    hung: {
      message: 'The service inside Pennyrow does not answer.',
      detail:
        'It may be busy, or it hangs. Syncs and scripts wait for it.\n\n' +
        'You can end it and start it anew. What was being written is settled then: your spreadsheet has the whole sync, or is as it was.',
      wait: 'Keep Waiting',
      end: 'Start It Anew',
    },
    ending: {
      message: 'Pennyrow has not ended yet.',
      detail:
        'Before it quits, it finishes what is under way, and that takes longer than usual.\n\n' +
        'If you end it anyway, what was being written is settled at the next start: your spreadsheet then has the whole sync, or is as it was.',
      wait: 'Keep Waiting',
      end: 'End Anyway',
    },
    leave: {
      message: 'Leave this page?',
      detail: 'What you entered here is not saved yet.',
      stay: 'Stay',
      leave: 'Leave',
    },
    broken: {
      message: 'The window of Pennyrow broke down.',
      detail: 'Syncs and scripts go on without it, and nothing in the spreadsheet is affected.',
      again: 'Open it again',
      close: 'Close',
    },
  },
  de: {
    problem: { again: 'Noch einmal versuchen', folder: 'Datenordner öffnen', quit: 'Beenden' },
    keyFile: {
      message: 'Auf diesem System ist kein Schlüsselbund offen.',
      detail:
        'Pennyrow verschlüsselt den Zugang zu Ihrer Bank und Ihrer Tabelle. Der Schlüssel dazu liegt sonst im Schlüsselbund des Systems. ' +
        'Ohne ihn läge er in einer Datei in Ihrem Datenordner, die nur Ihr Benutzerkonto lesen kann, aber auch jedes Programm, das Sie starten.\n\n' +
        'Sie können einen Schlüsselbund entsperren oder installieren (GNOME-Schlüsselbund oder KWallet) und Pennyrow neu starten. Oder machen Sie mit der Datei weiter: Sobald es einen Schlüsselbund gibt, zieht der Schlüssel von selbst dorthin um.',
      quit: 'Beenden',
      goOn: 'Mit der Datei weitermachen',
    },
    keyToFile: {
      moved: (keyFile) => ({
        message: 'Der Schlüssel liegt jetzt in seiner Datei und nicht mehr im Schlüsselbund.',
        detail: `${keyFile}\n\nNur Ihr Benutzerkonto kann sie lesen, aber auch jedes Programm, das Sie starten. Dieser Datenordner lässt sich jetzt ohne die App benutzen (pennyrow serve). Wenn Sie die App wieder starten, zieht der Schlüssel zurück in den Schlüsselbund.`,
      }),
      already: (keyFile) => ({
        message: 'Der Schlüssel liegt schon in seiner Datei; es war nichts zu verschieben.',
        detail: keyFile,
      }),
      none: (keyFile) => ({
        message: 'Es gibt noch keinen Schlüssel; es war nichts zu verschieben.',
        detail: `In diesem Datenordner wurde noch nichts verschlüsselt. Ohne Oberfläche gestartet (pennyrow serve), legt Pennyrow den Schlüssel in ${keyFile} an, als App im Schlüsselbund.`,
      }),
    },
    hung: {
      message: 'Der Dienst in Pennyrow antwortet nicht.',
      detail:
        'Vielleicht ist er nur beschäftigt, vielleicht hängt er. Abgleiche und Skripte warten auf ihn.\n\n' +
        'Sie können ihn beenden und neu starten. Was gerade geschrieben wurde, klärt er dann: In Ihrer Tabelle steht der ganze Abgleich, oder sie ist, wie sie war.',
      wait: 'Weiter warten',
      end: 'Neu starten',
    },
    ending: {
      message: 'Pennyrow ist noch nicht fertig.',
      detail:
        'Bevor es sich beendet, bringt es zu Ende, was gerade läuft, und das dauert länger als sonst.\n\n' +
        'Wenn Sie es trotzdem beenden, klärt der nächste Start, was gerade geschrieben wurde: In Ihrer Tabelle steht dann der ganze Abgleich, oder sie ist, wie sie war.',
      wait: 'Weiter warten',
      end: 'Trotzdem beenden',
    },
    leave: {
      message: 'Diese Seite verlassen?',
      detail: 'Was Sie hier eingegeben haben, ist noch nicht gespeichert.',
      stay: 'Bleiben',
      leave: 'Verlassen',
    },
    broken: {
      message: 'Das Fenster von Pennyrow ist abgestürzt.',
      detail: 'Abgleiche und Skripte laufen ohne es weiter, und in der Tabelle ist nichts passiert.',
      again: 'Neu öffnen',
      close: 'Schließen',
    },
  },
});
