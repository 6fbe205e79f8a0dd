/** Where texts all differ, as dates with times do, remembering is in vain, and memory has an end. */
const MOST = 20_000;

/** `read` with a memory: a long statement has few different days, and each is read and kept once. */
export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (known.size < MOST) known.set(text, value);
    return value;
  };
}
