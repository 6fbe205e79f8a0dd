import type { StatusNote } from '../../contract/control/service.ts';
import { defineNativeWords, wordsFor } from '../native-words.ts';
import type { ProblemReader } from '../window/problem-words.ts';

type NeedWords = (note: StatusNote, read: ProblemReader) => string;

/** What needs a person, as one line. */
const needs = defineNativeWords<NeedWords>({
  en: ({ message }) => message,
  de: (note, read) => {
    const { about, code, message, remedy, connection, lines } = note;
    if (lines !== null)
      return lines === 1
        ? 'Eine Zeile der Tabelle braucht einen Blick.'
        : `${lines.toLocaleString('de')} Zeilen der Tabelle brauchen einen Blick.`;
    const said = read({ code, message, remedy });
    // What has no German words keeps the service's own sentence, which says whose it is.
    if (said.original === null) return message;
    if (connection !== null) return `${connection.name}: ${said.message}`;
    return about === 'run' ? `Letzter Lauf fehlgeschlagen: ${said.message}` : said.message;
  },
});

/** `locale`: BCP 47. */
export function needWords(locale: string, note: StatusNote, read: ProblemReader): string {
  return wordsFor(needs, locale)(note, read);
}
