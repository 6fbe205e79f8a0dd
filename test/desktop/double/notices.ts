import { EventEmitter } from 'node:events';
import type { NativeImage, Notification as ElectronNotification, NotificationConstructorOptions } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening, type EventsOf } from './listening.ts';

export interface NoticeDouble {
  readonly title: string;
  readonly body: string;
}

/** How the system handles notifications. */
export interface NoticeSystem {
  /** On Linux, true if libnotify was found. */
  isSupported: boolean;
  /** The reason why a notification is not shown, as on a Mac for a program without a signature; null if it is shown. */
  refusal: string | null;
}

/** Like Electron's electron_api_notification.cc: `show` does nothing without support, and a refusal emits `failed` later. */
export function noticesDouble(
  requireReady: (what: string) => void,
  platform: NodeJS.Platform,
): {
  readonly Notification: ElectronParts['Notification'];
  readonly notices: NoticeDouble[];
  readonly noticeSystem: NoticeSystem;
} {
  const notices: NoticeDouble[] = [];
  const noticeSystem: NoticeSystem = { isSupported: true, refusal: null };
  class Notification {
    static isSupported(): boolean {
      return noticeSystem.isSupported;
    }
    constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
      requireReady('Notification');
      const events = new EventEmitter<EventsOf<ElectronNotification>>();
      const part: Partial<ElectronNotification> = {
        ...listening<ElectronNotification>(events),
        show: () => {
          if (!noticeSystem.isSupported) return;
          const { refusal } = noticeSystem;
          if (refusal !== null)
            return void setImmediate(() => events.emit('failed', {}, platform === 'linux' ? '' : refusal));
          notices.push({ title, body });
          setImmediate(() => events.emit('show', {}));
        },
        close: () => void setImmediate(() => events.emit('close', {})),
      };
      return part;
    }
  }
  return { Notification: Notification as unknown as ElectronParts['Notification'], notices, noticeSystem };
}

const IMAGE = { setTemplateImage: () => undefined } as unknown as NativeImage;

/** Images without content, because no test looks at them. */
export const IMAGES: ElectronParts['nativeImage'] = {
  createEmpty: () => IMAGE,
  createFromBuffer: () => IMAGE,
  createFromPath: () => IMAGE,
};
