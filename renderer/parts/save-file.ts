export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts reading in the next turn; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
