import { EventEmitter } from 'node:events';
import { createRequire, Module } from 'node:module';
import type { App, AutoUpdater, Net, session } from 'electron';
import type { AppState } from './app.ts';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { netDouble, type NetDouble } from './net.ts';

/** The parts of Electron that electron-updater uses, which it loads with `require('electron')`. */
interface UpdaterElectron {
  readonly app: ElectronParts['app'] & Pick<App, 'getName'>;
  readonly net: Pick<Net, 'request'>;
  readonly session: { fromPartition(...given: Parameters<typeof session.fromPartition>): object };
  readonly autoUpdater: Pick<AutoUpdater, 'on' | 'emit'>;
}

/** Makes `require('electron')` return this fake app, so that the real electron-updater uses it. Later calls replace the app. */
export function giveToUpdater(app: ElectronParts['app'], state: AppState): NetDouble {
  const net = netDouble();
  const electron: UpdaterElectron = {
    app: { ...app, getName: () => app.name },
    net: net.net,
    session: {
      fromPartition: () => {
        state.requireReady('session.fromPartition');
        return {};
      },
    },
    autoUpdater: new EventEmitter() as unknown as UpdaterElectron['autoUpdater'],
  };
  const path = createRequire(import.meta.url).resolve('electron');
  const module = new Module(path);
  module.loaded = true;
  module.exports = electron;
  createRequire(import.meta.url).cache[path] = module;
  return net;
}
