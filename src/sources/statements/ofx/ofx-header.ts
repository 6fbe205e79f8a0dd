/** What is before `<OFX>`: "OFXHEADER:100 …" lines in OFX 1, processing instructions in OFX 2. */
export interface OfxHeader {
  /** "OFX 1.02"; without a readable version just "OFX". */
  readonly format: string;
  /** The claimed encoding as a WHATWG label; null when there is none. Banks often claim a wrong one. */
  readonly encoding: string | null;
}

/** Whether a file that begins with this text is OFX, of whichever version, with or without a header. */
export function beginsLikeOfx(beginning: string): boolean {
  return /^[^<]*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i.test(beginning);
}

export function readOfxHeader(beginning: string): OfxHeader {
  const end = beginning.search(/<OFX[\s>]/i);
  const header = end === -1 ? beginning : beginning.slice(0, end);
  const version = /\bVERSION\s*[:=]\s*["']?(\d)(\d\d)\b/i.exec(header);
  return {
    format: version === null ? 'OFX' : `OFX ${version[1]}.${version[2]}`,
    encoding: /<\?(?:xml|OFX)\s/i.test(header) ? xmlEncoding(header) : sgmlEncoding(header),
  };
}

function xmlEncoding(header: string): string | null {
  return /<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(header)?.[1] ?? null;
}

/** CHARSET is "1252", "ISO-8859-1", "ISO8859_1", "8859-1" or "NONE"; the specification's default is Windows-1252. */
function sgmlEncoding(header: string): string {
  if (/\bENCODING\s*:\s*(?:UTF-?8|UNICODE)\b/i.test(header)) return 'utf-8';
  const charset = /\bCHARSET\s*:\s*([\w-]+)/i.exec(header)?.[1] ?? 'NONE';
  if (/^none$/i.test(charset)) return 'windows-1252';
  if (/^125\d$/.test(charset)) return `windows-${charset}`;
  const iso = /^(?:iso)?[-_]?8859[-_](\d+)$/i.exec(charset);
  return iso === null ? charset : `iso-8859-${iso[1]}`;
}
