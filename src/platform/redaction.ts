const HIDDEN = '[redacted]';

/** Fields that hold a secret whatever it looks like. Compared in lower case, without `_` and `-`. */
const SECRET_KEY =
  /(?:token|secret|password|passphrase|authorization|cookies?|credentials?|privatekey|vaultkey|accessurl|claimurl|signinlink|codeverifier)$/;

/**
 * Secrets that give themselves away by their shape, in any text: a message, a stack, a body quoted in an error.
 * A value also ends at a quote or a backslash, since the text may be JSON itself, even JSON within JSON.
 * Each shape starts at a fixed word and repeats one class of characters: linear on any input.
 */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\bpennyrow_[0-9A-Za-z]{20,}/g, `pennyrow_${HIDDEN}`],
  // user:password@ of a URL.
  [/:\/\/[^\s/?#"\\]+@/g, `://${HIDDEN}@`],
  // A claim URL, and a setup token, which is the base 64 of one ("https://" first).
  [/\/claim\/[^\s/?#"\\]+/g, `/claim/${HIDDEN}`],
  [/\baHR0cHM6Ly[0-9A-Za-z+/=_-]{10,}/g, HIDDEN],
  // OAuth: refresh token, access token, client secret, authorisation code.
  [/\b1\/\/0[\w-]{10,}/g, HIDDEN],
  [/\bya29\.[\w.-]+/g, HIDDEN],
  [/\bGOCSPX-[\w-]+/g, HIDDEN],
  [/\b4\/0[\w-]{10,}/g, HIDDEN],
  [/\beyJ[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]+/g, HIDDEN],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|$)/g, HIDDEN],
  [/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // Header lines in a text.
  [/\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']? *[:=] *\\*["']?)[^"\\\r\n]+/gi, `$1$2${HIDDEN}`],
  // Fields in JSON or a form that was logged as text, and parameters of an address.
  [
    /\b(access_token|refresh_token|id_token|client_secret|code_verifier|password|passphrase|token|secret|csrf)(\\*["']? *[:=] *\\*["']?)[^\s"'\\&,;}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [/([?&#](?:code|state|key|session|ticket)=)[^\s"'\\&]+/gi, `$1${HIDDEN}`],
  // One-time sign-in links, whether the secret is in the path, the query or the fragment.
  [/(\/sign-in[/?#](?:\w+=)?)[^\s"'\\&]+/g, `$1${HIDDEN}`],
];

/** No shape fits into less; it spares the names of fields, most of what is looked at, a dozen searches each. */
const SHORTEST_SHAPE = 'csrf=1'.length;

/**
 * Takes one serialised JSON object and gives it back with its secrets hidden, known by the name of their field or by
 * their shape. What was serialised is all there is to look at: no getter, error property or toJSON comes after it.
 */
export function redactLine(line: string): string {
  return JSON.stringify(JSON.parse(line, hide));
}

function hide(key: string, value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return value;
  if (SECRET_KEY.test(key.toLowerCase().replaceAll(/[-_]/g, ''))) return HIDDEN;
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'object' && !Array.isArray(value)) return withHiddenKeys(value);
  return value;
}

/** A map may be keyed by a secret. */
function withHiddenKeys(value: object): object {
  const isClean = Object.keys(value).every((key) => redactText(key) === key);
  return isClean ? value : Object.fromEntries(Object.entries(value).map(([key, each]) => [redactText(key), each]));
}

function redactText(text: string): string {
  if (text.length < SHORTEST_SHAPE) return text;
  let result = text;
  for (const [shape, replacement] of SECRET_SHAPES) result = result.replace(shape, replacement);
  return result;
}
