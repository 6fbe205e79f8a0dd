/** What a visitor meets where the dashboard is not, each with its title and what to do. Our own words, never a visitor's. */
export type MessageName = 'notBuilt' | 'nothingHere';

export type MessageLanguage = 'en' | 'de';

export interface MessageWords {
  readonly title: string;
  readonly message: string;
}

export const MESSAGES: Readonly<Record<MessageLanguage, Readonly<Record<MessageName, MessageWords>>>> = {
  en: {
    notBuilt: {
      title: 'The dashboard is not built',
      message: 'Run “npm run build” in the folder of Pennyrow, then load this page again.',
    },
    nothingHere: { title: 'There is nothing here', message: 'Go back to the dashboard.' },
  },
  de: {
    notBuilt: {
      title: 'Die Seiten sind nicht gebaut',
      message: 'Führen Sie im Ordner von Pennyrow „npm run build“ aus und laden Sie diese Seite dann neu.',
    },
    nothingHere: { title: 'Hier ist nichts', message: 'Gehen Sie zurück zu den Seiten von Pennyrow.' },
  },
};

/**
 * The one of our languages that a browser likes best, by its `Accept-Language`, whatever the country; English where it
 * likes none of them. The page itself cannot be asked here: what a person chose there is the browser's own secret.
 */
export function languageOf(acceptLanguage: string | undefined): MessageLanguage {
  const wanted = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { language: tag.split('-', 1)[0] ?? '', weight: Number(weight) };
  });
  const liked = wanted.filter(
    (each): each is { language: MessageLanguage; weight: number } =>
      Object.hasOwn(MESSAGES, each.language) && each.weight > 0,
  );
  return liked.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
}
