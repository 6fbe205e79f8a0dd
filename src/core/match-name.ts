export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The thing with this id, or else all with this name in any case. */
export function matchName<Thing extends Named>(things: readonly Thing[], idOrName: string): readonly Thing[] {
  const exact = things.find(({ id }) => id === idOrName);
  return exact === undefined ? things.filter(({ name }) => name.toLowerCase() === idOrName.toLowerCase()) : [exact];
}
