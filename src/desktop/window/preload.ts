import { contextBridge, ipcRenderer } from 'electron';
import type { Answer, Bridge } from '../../contract/control/bridge.ts';
import type { ControlEvent } from '../../contract/control/events.ts';
import { CHANNELS } from './channels.ts';

// Runs in the sandboxed renderer process, isolated from the page. A page, even a malicious one, can use only the functions
// exposed here. Never expose ipcRenderer or its events, which would give the page every channel.

const listeners = new Set<(event: ControlEvent) => void>();

ipcRenderer.on(CHANNELS.event, (_sender, event: ControlEvent) => {
  for (const listener of listeners) listener(event);
});

const bridge: Bridge = {
  call: (id, name, input) => ipcRenderer.invoke(CHANNELS.call, id, name, input) as Promise<Answer>,
  receive: (id, name, part, isLast) => ipcRenderer.invoke(CHANNELS.receive, id, name, part, isLast) as Promise<Answer>,
  cancel: (id) => ipcRenderer.send(CHANNELS.cancel, id),
  listen: (listener) => {
    listeners.add(listener);
    if (listeners.size === 1) ipcRenderer.send(CHANNELS.listen, true);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) ipcRenderer.send(CHANNELS.listen, false);
    };
  },
};

contextBridge.exposeInMainWorld('pennyrow', bridge);
