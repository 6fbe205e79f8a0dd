/** By code: what happened, and what to do on these pages; null where nothing is to be done. */
export type WordsByCode = Readonly<Record<string, readonly [what: string, remedy: string | null]>>;
