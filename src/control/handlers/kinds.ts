import type {
  kindProcedures,
  RegistrationView,
  SourceKindView,
  WorkbookKindView,
  WorkbookWayView,
} from '../../contract/control/kinds.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import type { Registration, RegistrationForm, WorkbookKind, WorkbookWay } from '../../workbooks/workbook-kind.ts';
import { requireWorkbookKind } from '../connecting/ways.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';

const GROUPS: readonly SourceKind['group'][] = ['bank', 'files', 'trial'];

/** What can be connected, and what some kinds have to know once for the whole install. */
export function kindHandlers(
  deps: Pick<ControlDependencies, 'sources' | 'workbooks'>,
  announce: Announce,
): Handlers<keyof typeof kindProcedures> {
  const inOrder = deps.sources.kinds.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
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
      announce('settings', null);
      return (await registration.find()) as RegistrationView;
    },
    'registration.remove': async ({ kind }) => {
      await (await changeable(kind, registrationOf(kind))).remove();
      announce('settings', null);
      return null;
    },
  };
}

/** What is set here would have no effect beside the environment's. */
async function changeable(kind: string, registration: Registration | null): Promise<Registration> {
  if (registration === null)
    throw new PennyrowError(problem('input_invalid', { reason: 'nothing', field: kind, issues: '' }));
  if ((await registration.find())?.from !== 'environment') return registration;
  throw new PennyrowError(registration.fixed);
}

function sourceView({ id, group, form, access, texts }: SourceKind): SourceKindView {
  const { name, title, about, guide, removal = null } = texts;
  return {
    id,
    group,
    name,
    title,
    about,
    guide,
    removal,
    form,
    access: access === null ? null : { reachesBack: access.reachesBack, requestsPerDay: access.allowance.perDay },
  };
}

function workbookKindView({ id, texts, ways, registration }: WorkbookKind): WorkbookKindView {
  const { title, name, provider = null, how = null, disconnecting, removing, versions = null, ending } = texts;
  return {
    id,
    title,
    name,
    provider,
    how,
    disconnecting,
    removing,
    versions,
    ending: ending?.dashboard ?? null,
    permissions: texts.permissions ?? null,
    ways: ways.map(wayView),
    registration: registration === null ? null : registrationView(registration),
  };
}

function wayView(way: WorkbookWay): WorkbookWayView {
  const { id, label, about = null, fields, submit } = way;
  const { asksInBrowser = false, makesNew = false, reconnects = false } = way;
  return { id, label, about, fields, submit, asksInBrowser, makesNew, reconnects };
}

function registrationView({ ways, guide, name, change, fromEnvironment }: RegistrationForm) {
  return { fields: ways[0]?.fields ?? [], guide, name, change, fromEnvironment };
}
