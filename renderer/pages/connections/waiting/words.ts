import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Files that wait for you',
    about:
      'They lie in a watched folder and could not be read. Nothing of them was imported; each is imported by itself once it can be read.',
    answer: 'Answer',
    named: (action: string, name: string) => `${action}: ${name}`,
    of: (connection: string) => `in the folder of ${connection}`,
    saved: (name: string) => `Thank you. ${name} is being read now.`,
  },
  de: {
    title: 'Dateien, die auf Sie warten',
    about:
      'Sie liegen in einem beobachteten Ordner und ließen sich nicht lesen. Importiert wurde davon nichts; jede wird von selbst importiert, sobald sie gelesen werden kann.',
    answer: 'Beantworten',
    named: (action: string, name: string) => `${action}: ${name}`,
    of: (connection: string) => `im Ordner von ${connection}`,
    saved: (name: string) => `Danke. ${name} wird jetzt gelesen.`,
  },
});
