export interface Money {
  readonly amount: string;
  readonly currency: string;
}

export type ProblemOf<Parameters> = {
  readonly [Code in keyof Parameters]: { readonly code: Code; readonly params: Parameters[Code] };
}[keyof Parameters];
