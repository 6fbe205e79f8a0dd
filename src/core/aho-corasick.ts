/** Searches only this many leading characters of each word, to limit the size of the table. */
const SEARCHED_LENGTH = 24;

/** Compares only the lower 7 bits of each code unit, so that the table stays small. Some hits are therefore false. */
const FOLD = 0x7f;

/** An Aho-Corasick automaton as one table: a row per state, a column per letter in use. Words must not be empty. */
export function compileWordFinder(words: readonly string[]) {
  const keys = words.map((word) => word.slice(0, SEARCHED_LENGTH));
  const columns = numberLetters(keys);
  const width = Math.max(...columns) + 1;
  // A state is the offset of its row in the table, so that a step is one addition and one lookup.
  const table = new Int32Array(width * (1 + keys.reduce((sum, key) => sum + key.length, 0)));
  const wordsAt: number[][] = [[]];
  for (const [position, key] of keys.entries()) {
    let state = 0;
    for (let index = 0; index < key.length; index++) {
      const cell = state + columnOf(columns, key, index);
      if (table[cell] === 0) table[cell] = wordsAt.push([]) * width - width;
      state = table[cell] as number;
    }
    wordsAt[state / width]?.push(position);
  }
  linkSuffixes(table, width, wordsAt);

  const lastFoundIn = new Uint32Array(words.length);
  let search = 0;
  return {
    /** Appends the index of each word that the text may contain. There are false positives, so check each hit. */
    find(text: string, found: number[]): void {
      search += 1;
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        state = table[state + columnOf(columns, text, index)] as number;
        for (const position of wordsAt[state / width] as number[]) {
          if (lastFoundIn[position] === search) continue;
          lastFoundIn[position] = search;
          found.push(position);
        }
      }
    },
  };
}

/** Column 0 is for letters that no word contains: it leads back to the start state. */
function numberLetters(words: readonly string[]): Uint8Array {
  const columns = new Uint8Array(FOLD + 1);
  let last = 0;
  for (const word of words) {
    for (let index = 0; index < word.length; index++) {
      const letter = word.charCodeAt(index) & FOLD;
      if (columns[letter] === 0) columns[letter] = ++last;
    }
  }
  return columns;
}

function columnOf(columns: Uint8Array, text: string, index: number): number {
  return columns[text.charCodeAt(index) & FOLD] as number;
}

/** Copies missing transitions of a state from its suffix state, whose text is the longest one with which the state's text ends. */
function linkSuffixes(table: Int32Array, width: number, wordsAt: number[][]): void {
  const suffixOf = new Int32Array(wordsAt.length);
  const queue = [0];
  for (const state of queue) {
    const suffix = suffixOf[state / width] as number;
    if (state !== 0) wordsAt[state / width]?.push(...(wordsAt[suffix / width] as number[]));
    for (let column = 1; column < width; column++) {
      const next = table[state + column] as number;
      const onward = state === 0 ? 0 : (table[suffix + column] as number);
      if (next === 0) {
        table[state + column] = onward;
      } else {
        suffixOf[next / width] = onward;
        queue.push(next);
      }
    }
  }
}
