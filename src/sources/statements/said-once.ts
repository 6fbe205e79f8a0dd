/**
 * Two texts of one transaction as one. Banks cut a name short and repeat it elsewhere, whole or in part: what
 * begins the other is said once.
 */
export function saidOnce(first: string, second: string): string {
  if (first === '' || startsWith(second, first)) return second;
  return second === '' || startsWith(first, second) ? first : `${first} - ${second}`;
}

function startsWith(text: string, beginning: string): boolean {
  return text.length >= beginning.length && text.slice(0, beginning.length).toLowerCase() === beginning.toLowerCase();
}
