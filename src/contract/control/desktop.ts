import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure, type Procedure } from './procedure.ts';
import { THEMES, type Theme } from './theme.ts';
import { SHOWN } from './workbook.ts';

/** Procedures that the desktop app answers, not the service. A browser's session has none of them. */
export interface DesktopView {
  /** Of the app that is installed. */
  readonly version: string;
  readonly notifications: NotificationChoice;
  /** True if this system shows notifications at all. */
  readonly canNotify: boolean;
  /** Null where the system cannot be asked to start the app, such as for a checkout. */
  readonly startsAtLogin: boolean | null;
  /** Once a day, without being asked. Null where there are no updates to look for. */
  readonly looksForUpdates: boolean | null;
  readonly theme: Theme;
}

export interface NotificationChoice {
  /** Notify about problems that need the user, once for each cause. */
  readonly problems: boolean;
  /** Notify about transactions that were imported automatically. */
  readonly newTransactions: boolean;
}

/** The command `pennyrow` that the app puts where terminals look for programs. */
export interface CommandLineView {
  /** Its path, or its future path. */
  readonly path: string;
  readonly isInstalled: boolean;
  /** The reason why a new terminal does not find it; null if it does, if it is not installed, and if no shell answers. */
  readonly hint: Report | null;
}

/** Purposes of choosing a path. */
const CHOICE_KINDS = ['new-workbook', 'workbook', 'statement-folder'] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** In full. */
export interface ChosenPath {
  readonly path: string;
}

export const desktopProcedures = {
  'desktop.settings': procedure<DesktopView>()(z.strictObject({})),
  /** Omitted choices stay. Either all changes succeed or none. */
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
