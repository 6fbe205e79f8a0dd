import { EventEmitter } from 'node:events';
import type { NativeImage, Notification as ElectronNotification, NotificationConstructorOptions } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening, type EventsOf } from './listening.ts';

export interface NoticeDouble {
  readonly title: string;
  readonly body: string;
}

/** The system's behavior with notifications. */
export interface NoticeSystem {
  /** On Linux: true if libnotify was found. */
  isSupported: boolean;
  /** The reason why a notification is not shown, as on a Mac for a program without a signature; null if it is shown. */
  refusal: string | null;
}

/**
 * Electron, shell/browser/api/electron_api_notification.cc. If notifications are not supported, `Show` silently does
 * nothing. A refusal is emitted as `failed` after `show()` has returned, on Linux without a reason
 * (shell/browser/notifications/linux/libnotify_notification.cc).
 */
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

/** Nothing draws images. */
export const IMAGES: ElectronParts['nativeImage'] = {
  createEmpty: () => IMAGE,
  createFromBuffer: () => IMAGE,
  createFromPath: () => IMAGE,
};
