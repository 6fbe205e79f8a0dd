/** What a file is that people take for a statement, in words for a message; null for none of these. */
export interface OtherFile {
  /** "this is a PDF, …" */
  readonly what: string;
  /** What to do instead; null when only the known formats help. */
  readonly remedy: string | null;
}

/** What banks offer, and sign-in pages put, in the place of a statement that programs can read. */
export function otherFile(bytes: Buffer, beginning: string): OtherFile | null {
  if (beginning.startsWith('%PDF')) return { what: 'this is a PDF, which is made for people to read.', remedy: null };
  if (/^[\s\ufeff]*<(?:!doctype html|html)\b/i.test(beginning))
    return { what: 'this is a web page, such as a sign-in that has ended.', remedy: null };
  if (!isSpreadsheet(bytes)) return null;
  return {
    what: 'this is a spreadsheet, such as Excel has it.',
    remedy:
      'Download another format from your bank, best OFX, CAMT or MT940, or CSV. If there is none, open it in a spreadsheet program and save it as CSV.',
  };
}

/** Excel's old format, or a zip file that holds a workbook of Excel or of OpenDocument. */
function isSpreadsheet(bytes: Buffer): boolean {
  if (bytes.subarray(0, 4).equals(OLD_EXCEL)) return true;
  if (bytes.toString('latin1', 0, 2) !== 'PK') return false;
  if (bytes.toString('latin1', 0, 200).includes('mimetypeapplication/vnd.oasis.opendocument')) return true;
  // The names of its parts stand at the end.
  return bytes.subarray(-DIRECTORY_BYTES).includes('xl/workbook');
}

const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const DIRECTORY_BYTES = 64 * 1024;
