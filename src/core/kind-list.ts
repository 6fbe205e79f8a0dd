/** The kinds that a list of kinds names, by their ids: what a module exports has no order of its own. */
export function listKinds<Kind extends { readonly id: string }>(
  named: Readonly<Record<string, Kind>>,
): readonly Kind[] {
  return Object.values(named).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
