import { defineWords } from '../words/language.ts';

export const words = defineWords({
  en: {
    crashed:
      'This page stumbled over something that it did not expect. Nothing was changed by that, and the other pages still work.',
    crashedRemedy:
      'Try again. If it happens once more, copy the details and report them: they say where in the program it happened.',
    copyDetails: 'Copy details',
  },
  de: {
    crashed:
      'Diese Seite ist auf etwas gestoßen, womit sie nicht gerechnet hat. Geändert wurde dadurch nichts, und die anderen Seiten funktionieren weiter.',
    crashedRemedy:
      'Versuchen Sie es noch einmal. Passiert es wieder, kopieren Sie die Einzelheiten und melden Sie sie: Darin steht, wo im Programm es geschah.',
    copyDetails: 'Einzelheiten kopieren',
  },
});
