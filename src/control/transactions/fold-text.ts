/** Text as a search compares it: without case, accents and ligatures, so that "cafe zoe" finds "Café Zoë". */
export function foldText(text: string): string {
  return PLAIN.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replaceAll(MARKS, '').toLowerCase().replaceAll('ß', 'ss');
}

const PLAIN = /^[\0-\x7f]*$/;
const MARKS = /\p{M}/gu;
