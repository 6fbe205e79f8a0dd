const HIDDEN = '[redacted]';

const SECRET_KEY =
  /(?:token|secret|password|passphrase|authorization|cookies?|credentials?|privatekey|vaultkey|accessurl|claimurl|signinlink|codeverifier)$/;

/** No match goes past a quote or backslash, because a secret may be in nested JSON. Each expression must run in linear time. */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\bpennyrow_[0-9A-Za-z]{20,}/g, `pennyrow_${HIDDEN}`],
  // user:password@ in a URL.
  [/:\/\/[^\s/?#"\\]+@/g, `://${HIDDEN}@`],
  // Claim URLs of bank services, and setup tokens, which are such URLs in base 64 ("aHR0cHM6Ly" is "https:/").
  [/\/claim\/[^\s/?#"\\]+/g, `/claim/${HIDDEN}`],
  [/\baHR0cHM6Ly[0-9A-Za-z+/=_-]{10,}/g, HIDDEN],
  [/\b1\/\/0[\w-]{10,}/g, HIDDEN],
  [/\bya29\.[\w.-]+/g, HIDDEN],
  [/\bGOCSPX-[\w-]+/g, HIDDEN],
  [/\b4\/0[\w-]{10,}/g, HIDDEN],
  [/\beyJ[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]+/g, HIDDEN],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|$)/g, HIDDEN],
  [/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [/\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']? *[:=] *\\*["']?)[^"\\\r\n]+/gi, `$1$2${HIDDEN}`],
  [
    /\b(access_token|refresh_token|id_token|client_secret|code_verifier|password|passphrase|token|secret|csrf)(\\*["']? *[:=] *\\*["']?)[^\s"'\\&,;}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [/([?&#](?:code|state|key|session|ticket)=)[^\s"'\\&]+/gi, `$1${HIDDEN}`],
  // One-time sign-in links: the secret is the next part of the path, the query or the fragment.
  [/(\/sign-in[/?#](?:\w+=)?)[^\s"'\\&]+/g, `$1${HIDDEN}`],
];

const SHORTEST_SHAPE = 'csrf=1'.length;

/** Redacts the JSON text instead of the object, because `toJSON` of a value could add secrets later. */
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
