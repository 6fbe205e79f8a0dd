import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { NativeImage, Notification as ElectronNotification, NotificationConstructorOptions } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening, type EventsOf } from './listening.ts';

export interface NoticeDouble {
  readonly title: string;
  readonly body: string;
  isShown: boolean;
  click(): void;
}

/** The system's behavior with notifications. */
export interface NoticeSystem {
  /** Linux: libnotify was found. */
  isSupported: boolean;
  /** The reason why none is shown, as on a Mac for a program without a signature; null if it is shown. */
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
      const seen: NoticeDouble = { title, body, isShown: false, click: () => void events.emit('click', {}) };
      const part: Partial<ElectronNotification> = {
        ...listening<ElectronNotification>(events),
        show: () => {
          if (!noticeSystem.isSupported) return;
          const { refusal } = noticeSystem;
          if (refusal !== null)
            return void setImmediate(() => events.emit('failed', {}, platform === 'linux' ? '' : refusal));
          seen.isShown = true;
          notices.push(seen);
          setImmediate(() => events.emit('show', {}));
        },
        close: () => {
          if (!seen.isShown) return;
          seen.isShown = false;
          setImmediate(() => events.emit('close', {}));
        },
      };
      return part;
    }
  }
  return { Notification: Notification as unknown as ElectronParts['Notification'], notices, noticeSystem };
}

/** Images by their bytes; nothing renders them, and only PNG is supported. */
export function imagesDouble(): { readonly nativeImage: ElectronParts['nativeImage'] } {
  const picture = (png: Buffer): NativeImage => {
    const scales = new Set([1]);
    let isTemplate = false;
    const size =
      png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
    const unknown = (): never => {
      throw new Error('The double draws no pictures.');
    };
    return {
      addRepresentation: ({ scaleFactor = 1 }) => void scales.add(scaleFactor),
      crop: unknown,
      getAspectRatio: () => size.width / size.height,
      getBitmap: unknown,
      getNativeHandle: unknown,
      getScaleFactors: () => [...scales],
      getSize: () => size,
      isEmpty: () => png.length === 0,
      isTemplateImage: () => isTemplate,
      resize: unknown,
      setTemplateImage: (option) => {
        isTemplate = option;
      },
      toBitmap: unknown,
      toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
      toJPEG: unknown,
      toPNG: () => png,
      get isMacTemplateImage() {
        return isTemplate;
      },
    };
  };
  return {
    nativeImage: {
      createEmpty: () => picture(Buffer.alloc(0)),
      createFromBuffer: (buffer) => picture(buffer),
      // As in Electron, a missing file gives an empty image, too.
      createFromPath: (path) => {
        try {
          return picture(readFileSync(path));
        } catch {
          return picture(Buffer.alloc(0));
        }
      },
    },
  };
}
