/** What the launcher starts the app with: this, `--`, and what was typed, in which Chromium then sees no switches of its own. */
export const COMMAND_LINE = '--command-line';

/** What a person typed after the name of the command; null for a start of the app itself. `argv`: of the process. */
export function typedCommand(argv: readonly string[]): readonly string[] | null {
  const end = argv.indexOf('--');
  // An AppImage puts `--no-sandbox` before it.
  return end > 0 && argv.slice(1, end).includes(COMMAND_LINE) ? argv.slice(end + 1) : null;
}
