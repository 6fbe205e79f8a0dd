/** Long work in parts: whoever runs it may let others have their turn at each `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs it from its beginning to its end. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
