/** What stands around a preload script in a page: the part of `electron` that a sandboxed one gets. */

/** Names that the page has for the stand-in's own traffic. */
export const invokeBinding = '__standinInvoke';
export const hearFunction = '__standinHear';

/** @param preload the built script, CommonJS, as Electron would load it */
export function preloadFrame(preload: string): string {
  return `(() => {
  // Electron runs preload scripts in the main frame alone.
  if (window !== window.top) return;
  const listeners = new Map();
  window.${hearFunction} = (channel, args) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }),
    },
    ipcRenderer: {
      // Looked up at each call: a test may stand in between.
      invoke: (channel, ...args) => window.${invokeBinding}(channel, args),
      on: (channel, listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      off: (channel, listener) => {
        listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener));
      },
    },
  };
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('a sandboxed preload script cannot load ' + name);
  };
  const module = { exports: {} };
  ((require, module, exports) => {
${preload}
  })(require, module, module.exports);
})();`;
}
