import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../../contract/control/bridge.ts';
import type { ControlEvent } from '../../contract/control/events.ts';
import { CHANNELS, type Asked, type ChannelMap } from './channels.ts';

// Runs in the sandboxed renderer process, isolated from the page. A page, even a malicious one, can use only the functions
// exposed here. Never expose ipcRenderer or its events, which would give the page every channel.

function ask<Name extends Asked>(
  name: Name,
  ...values: ChannelMap[Name]['values']
): Promise<ChannelMap[Name]['answer']> {
  return ipcRenderer.invoke(CHANNELS[name], ...values) as Promise<ChannelMap[Name]['answer']>;
}

function tell<Name extends 'cancel' | 'listen'>(name: Name, ...values: ChannelMap[Name]['values']): void {
  ipcRenderer.send(CHANNELS[name], ...values);
}

const listeners = new Set<(event: ControlEvent) => void>();

ipcRenderer.on(CHANNELS.event, (_sender, event: ControlEvent) => {
  for (const listener of listeners) listener(event);
});

const bridge: Bridge = {
  call: (id, name, input) => ask('call', id, name, input),
  receive: (id, name, part, isLast) => ask('receive', id, name, part, isLast),
  cancel: (id) => tell('cancel', id),
  listen: (listener) => {
    listeners.add(listener);
    if (listeners.size === 1) tell('listen', true);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) tell('listen', false);
    };
  },
};

contextBridge.exposeInMainWorld('pennyrow', bridge);
