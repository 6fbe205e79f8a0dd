import { defineWords } from '../words/words.tsx';

export const words = defineWords({
  en: {
    loading: 'One moment…',
    again: 'Try again',
    broken: 'This did not work',
    offline: 'Pennyrow does not answer.',
    offlineRemedy: 'Check that it is running, then try again.',
    signedOut: 'You are signed out.',
    signedOutRemedy: 'Run “pennyrow dashboard” on the machine and open the link that it prints.',
    cancel: 'Cancel',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'Mark it and copy it by hand',
    close: 'Close',
  },
  de: {
    loading: 'Einen Moment …',
    again: 'Noch einmal versuchen',
    broken: 'Das hat nicht geklappt',
    offline: 'Pennyrow antwortet nicht.',
    offlineRemedy: 'Prüfen Sie, ob es läuft, und versuchen Sie es noch einmal.',
    signedOut: 'Sie sind abgemeldet.',
    signedOutRemedy: 'Führen Sie auf dem Rechner „pennyrow dashboard“ aus und öffnen Sie den Link, der dann erscheint.',
    cancel: 'Abbrechen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyByHand: 'Bitte markieren und von Hand kopieren',
    close: 'Schließen',
  },
});
