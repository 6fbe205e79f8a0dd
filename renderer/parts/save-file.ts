/** Hands a text to the browser as a file; where it goes is the browser's business. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read by the next turn; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
