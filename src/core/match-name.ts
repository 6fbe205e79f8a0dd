export interface Named {
  readonly id: string;
  readonly name: string;
}

export function matchName<Thing extends Named>(things: readonly Thing[], idOrName: string): readonly Thing[] {
  const exact = things.find(({ id }) => id === idOrName);
  return exact === undefined ? things.filter(({ name }) => name.toLowerCase() === idOrName.toLowerCase()) : [exact];
}
