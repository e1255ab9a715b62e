/** `window.noisefloor`: three methods by name. Nothing of Electron, no event object, reaches the page. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Bridge, CallAnswer } from '../contract/channel.ts';
import type { AppEvent } from '../contract/events.ts';
import { appChannel, eventChannel, type WindowMessage } from './channels.ts';

const ask = (message: WindowMessage): Promise<CallAnswer> =>
  ipcRenderer.invoke(appChannel, message) as Promise<CallAnswer>;

const bridge: Bridge = {
  call: (request) => ask({ kind: 'call', request }),
  abort: (id) => void ask({ kind: 'abort', id }),
  subscribe: (listener) => {
    const hear = (_event: IpcRendererEvent, events: readonly AppEvent[]): void => {
      listener(events);
    };
    ipcRenderer.on(eventChannel, hear);
    return () => {
      ipcRenderer.off(eventChannel, hear);
    };
  },
};

contextBridge.exposeInMainWorld('noisefloor', bridge);
