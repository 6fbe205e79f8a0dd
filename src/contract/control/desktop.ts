import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure, type Procedure } from './procedure.ts';
import { THEMES, type Theme } from './theme.ts';
import { SHOWN } from './workbook.ts';

/** What the desktop app keeps for itself. It answers these before the service is asked; a browser's session has none of them. */
export interface DesktopView {
  /** Of the app that is installed. */
  readonly version: string;
  readonly notifications: NotificationChoice;
  /** Whether this system shows notifications at all. */
  readonly canNotify: boolean;
  /** Null where the system cannot be asked to start the app, such as for a checkout. */
  readonly startsAtLogin: boolean | null;
  /** Once a day, without being asked. Null where there are no updates to look for. */
  readonly looksForUpdates: boolean | null;
  readonly theme: Theme;
}

export interface NotificationChoice {
  /** What needs a person, once for each cause. */
  readonly problems: boolean;
  /** What came in automatically. */
  readonly newTransactions: boolean;
}

/** The command `pennyrow` that the app puts where terminals look for programs. */
export interface CommandLineView {
  /** Where it is, or would be. */
  readonly path: string;
  readonly isInstalled: boolean;
  /** What keeps a new terminal from finding it; null for nothing, while it is not installed, and where no shell answers. */
  readonly hint: Report | null;
}

/** What the pages have a path chosen for. */
const CHOICE_KINDS = ['new-workbook', 'workbook', 'statement-folder'] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** In full. */
export interface ChosenPath {
  readonly path: string;
}

export const desktopProcedures = {
  'desktop.settings': procedure<DesktopView>()(z.strictObject({})),
  /** What is left out stays. All of it is done, or none. */
  'desktop.change': procedure<DesktopView>()(
    z.strictObject({
      notifications: z.optional(
        z.strictObject({ problems: z.optional(z.boolean()), newTransactions: z.optional(z.boolean()) }),
      ),
      startsAtLogin: z.optional(z.boolean()),
      looksForUpdates: z.optional(z.boolean()),
      theme: z.optional(z.enum(THEMES)),
    }),
  ),
  /** Null for an app that is not installed, such as a checkout. */
  'desktop.commandLine': procedure<CommandLineView | null>()(z.strictObject({})),
  'desktop.changeCommandLine': procedure<CommandLineView>()(z.strictObject({ isInstalled: z.boolean() })),
  /** In the program or the browser that the system has for it; a file in its folder, where that is to be shown. */
  'desktop.openWorkbook': procedure<null>()(z.strictObject({ accountId, shows: z.optional(z.enum(SHOWN)) })),
  /**
   * By the system's own dialog, which begins at `startAt` where that leads anywhere. Null when a person chose nothing,
   * and while another dialog is open. A new workbook is only named by it, and made by the caller that gets the path.
   */
  'desktop.choose': procedure<ChosenPath | null>()(
    z.strictObject({ kind: z.enum(CHOICE_KINDS), startAt: z.optional(z.string().check(z.maxLength(4096))) }),
  ),
};

export type DesktopProcedureName = keyof typeof desktopProcedures;

export type DesktopInput<Name extends DesktopProcedureName> = z.infer<(typeof desktopProcedures)[Name]['input']>;

export type DesktopOutput<Name extends DesktopProcedureName> =
  (typeof desktopProcedures)[Name] extends Procedure<z.ZodMiniType, infer Result> ? Result : never;
