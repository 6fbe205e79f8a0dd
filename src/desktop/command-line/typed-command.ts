/** First argument from the launcher, followed by `--` and the typed arguments, so that Chromium does not take them as switches. */
export const COMMAND_LINE = '--command-line';

export function typedCommand(argv: readonly string[]): readonly string[] | null {
  const end = argv.indexOf('--');
  // An AppImage puts `--no-sandbox` before it.
  return end > 0 && argv.slice(1, end).includes(COMMAND_LINE) ? argv.slice(end + 1) : null;
}
