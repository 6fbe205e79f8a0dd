import { loadSpeech, pickLanguage, type Speech } from '../messages/speech.ts';

/** The words of a digest, in the language that was chosen for it. */
export function speechOf(tag: string): Promise<Speech<'mail'>> {
  const language = pickLanguage([tag]);
  return loadSpeech(language, language, ['mail']);
}

/** The same at every attempt, by which mailboxes tell a message that comes twice. It names the sender's domain, as is usual. */
export function messageId(id: string, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}
