/** A message as a mailbox shows it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Reads what a server took: a message of two parts, a plain one and a page. */
export function readMail(raw: string): ReadMail {
  const [, header = ''] = /^([^]*?)\r\n\r\n/.exec(raw) ?? [];
  const unfolded = header.replaceAll(/\r\n[ \t]/g, ' ');
  const [, subject = ''] = /^Subject: (.*)$/m.exec(unfolded) ?? [];
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(unfolded) ?? [];
  const part = (type: string): string => {
    const found = raw.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? '';
    const [, encoding = '', body = ''] = /Content-Transfer-Encoding: (\S+)[^]*?\r\n\r\n([^]*)$/.exec(found) ?? [];
    return decoded(encoding, body).replaceAll('\r\n', '\n');
  };
  return { subject: decodedWords(subject), text: part('text/plain'), html: part('text/html') };
}

function decoded(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? quotedPrintable(body.replaceAll('=\r\n', '')) : body;
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047; white space between two encoded words is not part of the text. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}
