/** By code: what happened, and what to do in the dashboard; null where nothing is to be done. */
export type WordsByCode = Readonly<Record<string, readonly [what: string, remedy: string | null]>>;
