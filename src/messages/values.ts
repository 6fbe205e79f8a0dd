/** A decimal string with its ISO 4217 currency. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Any of these codes with its parameters. */
export type ProblemOf<Parameters> = {
  readonly [Code in keyof Parameters]: { readonly code: Code; readonly params: Parameters[Code] };
}[keyof Parameters];
