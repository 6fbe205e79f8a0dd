/** What banks offer, and sign-in pages put, in the place of a statement that programs can read; null for none of these. */
export function otherFile(bytes: Buffer, beginning: string): 'html' | 'pdf' | 'spreadsheet' | null {
  if (beginning.startsWith('%PDF')) return 'pdf';
  if (/^[\s\ufeff]*<(?:!doctype html|html)\b/i.test(beginning)) return 'html';
  return isSpreadsheet(bytes) ? 'spreadsheet' : null;
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
