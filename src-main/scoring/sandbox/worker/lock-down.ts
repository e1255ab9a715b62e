/**
 * Takes from the child, once it is loaded, what a program could use if it came out of its interpreter. Making code from
 * text is switched off and the file system closed by the flags that the child is started with (child-settings.ts).
 */
import { registerHooks } from 'node:module';
import type { ParentFrame } from '../protocol.ts';

/** The only way in and out. */
export interface Channel {
  readonly send: (frame: object) => void;
  readonly receive: (take: (frame: ParentFrame) => void) => void;
}

/** Globals through which a program would reach the network, other threads or this process. */
const dangerous = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'navigator',
  'localStorage',
  'sessionStorage',
  'caches',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'Worker',
  'SharedWorker',
  'require',
  'module',
  'process',
  'global',
];

const core = '/quickjs-emscripten-core/dist/';

export function lockDown(): Channel {
  // The object itself stays out of reach: what is kept are two functions of it.
  const { process: own } = globalThis;
  const send = own.send?.bind(own);
  const on = own.on.bind(own);
  registerHooks({
    resolve(specifier, context, next) {
      // quickjs-emscripten-core asks for its own second half each time; nothing else has that parent.
      const own = /^\.\/module-\w+\.mjs$/u.test(specifier) && context.parentURL?.includes(core) === true;
      if (own) return next(specifier, context);
      throw new Error('nothing can be imported here');
    },
  });
  for (const name of dangerous) Reflect.deleteProperty(globalThis, name);
  // Node reads some of its own methods from it, so it has to stay, but not with ways out.
  for (const name of [
    'binding',
    'dlopen',
    'getBuiltinModule',
    'kill',
    '_linkedBinding',
    'send',
    'mainModule',
  ])
    Reflect.deleteProperty(own, name);
  return {
    send: (frame) => void send?.(frame),
    receive: (take) =>
      void on('message', (frame) => {
        take(frame as ParentFrame);
      }),
  };
}
