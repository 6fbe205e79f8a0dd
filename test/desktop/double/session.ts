import { EventEmitter } from 'node:events';
import type { CustomScheme } from 'electron';
import type { SessionPart } from '../../../src/desktop/electron-parts.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The default session, as the windows use it. */
export interface SessionDouble {
  readonly session: SessionPart;
  readonly events: EventEmitter;
  /** The answer of an app's scheme; null for a scheme without a handler. */
  answer(request: Request): Promise<Response | null>;
  /** True if a request may be sent. As in Electron, yes unless a handler denies it. */
  isLetOut(url: string, resourceType: string): Promise<boolean>;
  /** As in Electron, yes unless a handler denies it. */
  isPermitted(permission: string, pageUrl: string): Promise<boolean>;
  readonly facts: { isSpellChecking: boolean };
  /** The files that a page wanted to save; `isSaved` if the app allowed it. */
  readonly downloads: { readonly url: string; readonly isSaved: boolean }[];
}

export function sessionDouble(schemes: () => readonly CustomScheme[]): SessionDouble {
  const handlers = new Map<string, SchemeHandler>();
  const events = new EventEmitter();
  const facts = { isSpellChecking: true };
  let onRequest: Parameters<SessionPart['webRequest']['onBeforeRequest']>[0] | null = null;
  let onPermission: Parameters<SessionPart['setPermissionRequestHandler']>[0] | null = null;
  let checkPermission: Parameters<SessionPart['setPermissionCheckHandler']>[0] | null = null;
  return {
    events,
    facts,
    downloads: [],
    session: {
      protocol: {
        handle: (scheme, handler) => {
          if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already.`);
          handlers.set(scheme, handler);
        },
        unhandle: (scheme) => void handlers.delete(scheme),
      },
      webRequest: {
        onBeforeRequest: (listener) => {
          onRequest = listener;
        },
      },
      setPermissionRequestHandler: (handler) => {
        onPermission = handler;
      },
      setPermissionCheckHandler: (handler) => {
        checkPermission = handler;
      },
      setDevicePermissionHandler: () => undefined,
      setSpellCheckerEnabled: (isOn) => {
        facts.isSpellChecking = isOn;
      },
      on: (event, listener) => events.on(event, listener),
    },
    answer: async (request) => {
      const scheme = new URL(request.url).protocol.slice(0, -1);
      // Electron's pages cannot fetch URLs of a scheme without this privilege.
      const isStandard = schemes().some(
        (each) =>
          each.scheme === scheme &&
          each.privileges?.standard === true &&
          each.privileges.secure === true &&
          each.privileges.supportFetchAPI === true,
      );
      const handler = handlers.get(scheme);
      return handler === undefined || !isStandard ? null : handler(request);
    },
    isLetOut: (url, resourceType) =>
      new Promise((resolve) => {
        if (onRequest === null) resolve(true);
        else onRequest({ url, resourceType } as never, ({ cancel }) => resolve(cancel !== true));
      }),
    isPermitted: (permission, pageUrl) =>
      new Promise((resolve) => {
        const origin = new URL(pageUrl);
        if (
          checkPermission?.(null, permission, `${origin.protocol}//${origin.host}/`) === true &&
          onPermission === null
        )
          resolve(true);
        else if (onPermission === null) resolve(checkPermission === null);
        else onPermission(null, permission, resolve, { requestingUrl: pageUrl });
      }),
  };
}
