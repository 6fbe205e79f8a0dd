/** Below this a secret is a word like "demo", and hiding it would damage what the bank sent. */
const SHORTEST_SECRET = 12;

/** The text without the secrets that it sends back; short ones are left in, unless `shortest` says otherwise. */
export function redactSecrets(text: string, secrets: readonly string[], shortest: number = SHORTEST_SECRET): string {
  return secrets
    .filter((secret) => secret.length >= shortest)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}
