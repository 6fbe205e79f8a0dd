/** Converts structured-cloneable values to text and back, because the protocol to the browser carries text. */
export interface Wire {
  /** Throws where structured clone throws: functions, promises and symbols do not cross processes. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

type Packed = string | boolean | null | number | readonly [kind: string, ...rest: unknown[]];

/**
 * Self-contained, because its source also runs in the page. Objects are numbered in order, so that a repeated one keeps
 * its identity.
 */
export function makeWire(): Wire {
  const ODD_NUMBERS = new Map([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['-0', -0],
  ]);

  function pack(value: unknown, seen: Map<object, number>): Packed {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : ['number', Object.is(value, -0) ? '-0' : String(value)];
    if (value === undefined) return ['undefined'];
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value !== 'object') throw new TypeError(`A ${typeof value} does not cross.`);
    const seenNumber = seen.get(value);
    if (seenNumber !== undefined) return ['same', seenNumber];
    seen.set(value, seen.size);
    if (Array.isArray(value)) return ['array', value.map((each) => pack(each, seen))];
    if (value instanceof Date) return ['date', value.getTime()];
    if (value instanceof Map) return ['map', [...value].map(([key, each]) => [pack(key, seen), pack(each, seen)])];
    if (value instanceof Set) return ['set', [...value].map((each) => pack(each, seen))];
    if (value instanceof Error) return ['error', value.name, value.message];
    if (value instanceof ArrayBuffer) return ['buffer', base64(new Uint8Array(value))];
    if (ArrayBuffer.isView(value))
      return ['bytes', base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
    return ['object', Object.entries(value).map(([key, each]) => [key, pack(each, seen)])];
  }

  function unpack(packed: Packed, seen: object[]): unknown {
    if (!Array.isArray(packed)) return packed;
    const [kind, first, second] = packed as unknown as readonly [string, never, never];
    if (kind === 'undefined') return undefined;
    if (kind === 'number') return ODD_NUMBERS.get(first);
    if (kind === 'bigint') return BigInt(first);
    if (kind === 'same') return seen[first];
    const keep = <Kept extends object>(made: Kept): Kept => {
      seen.push(made);
      return made;
    };
    if (kind === 'date') return keep(new Date(first));
    if (kind === 'error') return keep(Object.assign(new Error(second), { name: first }));
    if (kind === 'buffer') return keep(bytes(first).buffer);
    if (kind === 'bytes') return keep(bytes(first));
    const parts = first as readonly Packed[] & readonly (readonly [Packed, Packed])[];
    if (kind === 'array') {
      const made = keep<unknown[]>([]);
      for (const each of parts) made.push(unpack(each, seen));
      return made;
    }
    if (kind === 'set') {
      const made = keep(new Set());
      for (const each of parts) made.add(unpack(each, seen));
      return made;
    }
    if (kind === 'map') {
      const made = keep(new Map());
      for (const [key, each] of parts) made.set(unpack(key, seen), unpack(each, seen));
      return made;
    }
    const made = keep<Record<string, unknown>>({});
    // Defined instead of assigned, because a key may be `__proto__`.
    for (const [key, each] of parts)
      Object.defineProperty(made, key as string, {
        value: unpack(each, seen),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    return made;
  }

  function base64(from: Uint8Array): string {
    let text = '';
    for (const byte of from) text += String.fromCharCode(byte);
    return btoa(text);
  }

  function bytes(text: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  }

  return {
    encode: (value) => JSON.stringify(pack(structuredClone(value), new Map())),
    decode: (text) => unpack(JSON.parse(text) as Packed, []),
  };
}
