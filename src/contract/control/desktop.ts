import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure, type Procedure } from './procedure.ts';
import { THEMES, type Theme } from './theme.ts';
import { SHOWN } from './workbook.ts';

export interface DesktopView {
  readonly version: string;
  readonly notifications: NotificationChoice;
  readonly canNotify: boolean;
  readonly startsAtLogin: boolean | null;
  readonly looksForUpdates: boolean | null;
  readonly theme: Theme;
}

const notifications = z.strictObject({
  /** Notify once for each problem that the user must solve. */
  problems: z.boolean(),
  /** Notify about transactions that were imported automatically. */
  newTransactions: z.boolean(),
});

export type NotificationChoice = Readonly<z.infer<typeof notifications>>;

export interface CommandLineView {
  readonly path: string;
  readonly isInstalled: boolean;
  /** The reason why a new terminal does not find the command; null if it finds the command, or if no shell answers. */
  readonly hint: Report | null;
}

const CHOICE_KINDS = ['new-workbook', 'workbook', 'statement-folder'] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export interface ChosenPath {
  readonly path: string;
}

export const desktopProcedures = {
  'desktop.settings': procedure<DesktopView>()({}),
  /** Omitted settings keep their values. If one change fails, none is made. */
  'desktop.change': procedure<DesktopView>()({
    notifications: z.optional(z.partial(notifications)),
    startsAtLogin: z.optional(z.boolean()),
    looksForUpdates: z.optional(z.boolean()),
    theme: z.optional(z.enum(THEMES)),
    /** BCP 47 tag of the language of menus, messages and notifications. */
    language: z.optional(z.string().check(z.maxLength(35))),
  }),
  'desktop.commandLine': procedure<CommandLineView | null>()({}),
  'desktop.changeCommandLine': procedure<CommandLineView>()({ isInstalled: z.boolean() }),
  'desktop.openWorkbook': procedure<null>()({ accountId, shows: z.optional(z.enum(SHOWN)) }),
  'desktop.choose': procedure<ChosenPath | null>()({
    kind: z.enum(CHOICE_KINDS),
    startAt: z.optional(z.string().check(z.maxLength(4096))),
  }),
};

export type DesktopProcedureName = keyof typeof desktopProcedures;

export type DesktopInput<Name extends DesktopProcedureName> = z.infer<(typeof desktopProcedures)[Name]['input']>;

export type DesktopOutput<Name extends DesktopProcedureName> =
  (typeof desktopProcedures)[Name] extends Procedure<z.ZodMiniType, infer Result> ? Result : never;
