import type { Language } from '../../../../src/messages/speech.ts';

/** The service gives its reasons in English; these are the same in German. One that is not here is shown as it came. */
const GERMAN: Readonly<Record<string, string>> = {
  'its title says that it is the day of booking': 'ihr Titel den Buchungstag nennt',
  'its title says so': 'ihr Titel es sagt',
  'its title says so, and there is no day of booking': 'ihr Titel es sagt und es keinen Buchungstag gibt',
  'its title says so, and there is no other day': 'ihr Titel es sagt und es keinen anderen Tag gibt',
  'no other column holds a date in every line': 'keine andere Spalte in jeder Zeile ein Datum enthält',
  'every other order gives a day that is not on the calendar': 'jede andere Reihenfolge Tage ergäbe, die es nicht gibt',
  'every order gives the same days': 'jede Reihenfolge dieselben Tage ergibt',
  'dates with dots are written day first': 'bei Punkten der Tag vorn steht',
  'in every other order the days of one line are weeks apart':
    'in jeder anderen Reihenfolge die Tage einer Zeile Wochen auseinanderlägen',
  'so the running balance fits': 'so der laufende Saldo stimmt',
  'then the running balance fits': 'so der laufende Saldo stimmt',
  'the running balance beside it fits': 'der laufende Saldo daneben dazu passt',
  'every amount has a minus': 'jeder Betrag ein Minus hat',
  'most amounts have a minus, and more goes out than comes in':
    'die meisten Beträge ein Minus haben und mehr hinausgeht als hereinkommt',
  'the amounts allow no other': 'die Beträge nichts anderes zulassen',
  'it has a currency in every line': 'sie in jeder Zeile eine Währung enthält',
  'the file names it, and no other': 'die Datei sie nennt und keine andere',
  'its title says that it is your own account': 'ihr Titel Ihr eigenes Konto nennt',
  'there is only one': 'es nur eine gibt',
  'their titles say so': 'ihre Titel es sagen',
  'it has the longest texts': 'sie die längsten Texte enthält',
  'every line has one, and no two are the same': 'jede Zeile eine hat und keine zweimal vorkommt',
  'its words are known': 'ihre Wörter bekannt sind',
  'no other column holds an amount in every line': 'keine andere Spalte in jeder Zeile einen Betrag enthält',
  'it is what is left after the fees': 'sie zeigt, was nach den Gebühren bleibt',
  'their titles say so, and a line fills one of them': 'ihre Titel es sagen und jede Zeile eine davon füllt',
  'it says of each line whether money went out or came in':
    'sie bei jeder Zeile sagt, ob Geld hinausging oder hereinkam',
  'so it is remembered': 'es so gemerkt ist',
};

export function reasonIn(language: Language, reason: string): string {
  return language === 'de' ? (GERMAN[reason] ?? reason) : reason;
}
