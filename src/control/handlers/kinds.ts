import { basename } from 'node:path';
import type {
  RegistrationView,
  SourceKindView,
  WorkbookKindView,
  WorkbookWayView,
} from '../../contract/control/kinds.ts';
import { createError, PennyrowError } from '../../platform/errors.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import type { Registration, WorkbookKind, WorkbookWay } from '../../workbooks/workbook-kind.ts';
import { requireWorkbookKind } from '../workbook/ways.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { ListedFolder, ListOptions } from '../../platform/list-folder.ts';

const GROUPS: readonly SourceKind['group'][] = ['bank', 'files', 'trial'];

const WORKBOOK_ENDING = '.xlsx';

export interface FolderCollaborators extends Collaborators {
  /** Throws folder_home, folder_outside, folder_unreadable. */
  listFolder(options: ListOptions): Promise<ListedFolder>;
}

function rank({ group, countries, isSetInTerminal = false, takesNewUsers = true }: SourceKind): number {
  if (isSetInTerminal || !takesNewUsers) return isSetInTerminal ? GROUPS.length : GROUPS.indexOf('trial') - 0.5;
  return GROUPS.indexOf(group) + (group === 'bank' && countries === undefined ? 0.5 : 0);
}

export function kindHandlers(deps: FolderCollaborators): Handlers<'kinds'> {
  const inOrder = deps.sources.kinds.toSorted((a, b) => rank(a) - rank(b));
  const registrationOf = (id: string): Registration | null =>
    requireWorkbookKind(deps, id).connector.registration ?? null;
  return {
    'kind.list': () => ({
      sources: inOrder.map(sourceView),
      workbooks: deps.workbooks.kinds.map(({ kind }) => workbookKindView(kind)),
    }),
    'registration.get': async ({ kind }) => (await registrationOf(kind)?.find()) ?? null,
    'registration.set': async ({ kind, given }) => {
      const registration = await changeable(kind, registrationOf(kind));
      await registration.set(given);
      deps.announce('settings', null);
      return (await registration.find()) as RegistrationView;
    },
    'registration.remove': async ({ kind }) => {
      await (await changeable(kind, registrationOf(kind))).remove();
      deps.announce('settings', null);
      return null;
    },
    'folder.list': async ({ folder = null, near, shows }) => {
      const { files, ...listed } = await deps.listFolder({
        folder,
        near,
        ending: shows === 'workbooks' ? WORKBOOK_ENDING : null,
      });
      return {
        ...listed,
        files: files.map(({ changedAt, ...file }) => ({ ...file, changedAt: toInstant(changedAt) })),
      };
    },
  };
}

/** Throws if an environment variable sets the registration, because that variable would override the change. */
async function changeable(kind: string, registration: Registration | null): Promise<Registration> {
  if (registration === null) throw createError('input_invalid', { reason: 'nothing', field: kind, issues: '' });
  if ((await registration.find())?.from !== 'environment') return registration;
  throw new PennyrowError(registration.fixed);
}

function sourceView(kind: SourceKind): SourceKindView {
  const { id, group, countries, form, guideLink, helpPage, access, isSetInTerminal = false, examples } = kind;
  return {
    id,
    group,
    countries: countries ?? null,
    form,
    guideLink: guideLink ?? null,
    helpPage: helpPage === undefined ? id : basename(helpPage, '.md'),
    terminalCommand: isSetInTerminal ? examples[0] : null,
    access:
      access === null
        ? null
        : {
            reachesBack: access.reachesBack === true,
            savesAnyway: access.savesAnyway === true,
            asksInBrowser: access.ask !== undefined,
          },
  };
}

function workbookKindView(kind: WorkbookKind): WorkbookKindView {
  const { id, provider = null, permissions = null, ways, registration } = kind;
  return {
    id,
    provider,
    permissions,
    ways: ways.map(wayView),
    registration:
      registration === null
        ? null
        : { fields: registration.ways[0]?.fields ?? [], guideLink: registration.guideLink ?? null },
  };
}

function wayView({ id, fields, ...way }: WorkbookWay): WorkbookWayView {
  const { asksInBrowser = false, makesNew = false, reconnects = false } = way;
  return { id, fields, asksInBrowser, makesNew, reconnects };
}
