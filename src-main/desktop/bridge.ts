/** Between a window and the router: who may ask, and whether what was sent is a request at all. */
import type { WebContents, WebFrameMain } from 'electron';
import { z } from 'zod';
import type { Router } from '../app/calls/router.ts';
import type { CallAnswer } from '../contract/channel.ts';
import { failure, success } from '../contract/result.ts';
import { isPage, ownOrigin } from './addresses.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    request: z.strictObject({ id: z.string().max(64), name: z.string().max(100), input: z.unknown() }),
  }),
  z.strictObject({ kind: z.literal('abort'), id: z.string().max(64) }),
]);

/** The part of Electron's event that says who sent a message. */
export interface Sender {
  readonly sender: Pick<WebContents, 'id'> & { readonly mainFrame: unknown };
  /** Null where the frame is gone already. */
  readonly senderFrame: Pick<WebFrameMain, 'url' | 'origin'> | null;
}

export interface WindowBridge {
  /** A window that may ask from now on. */
  admit(id: number): void;
  /** Its page is gone, by a reload or for good: nobody waits for its answers any longer. */
  forget(id: number): void;
  dismiss(id: number): void;
  /** Answers whatever arrives. Never throws. */
  answer(event: Sender, message: unknown): Promise<CallAnswer>;
}

export function createBridge(router: Router): WindowBridge {
  /** The pages that are open, by window; aborted when they go. */
  const pages = new Map<number, AbortController>();

  function forget(id: number): void {
    const page = pages.get(id);
    if (page === undefined) return;
    pages.set(id, new AbortController());
    page.abort();
  }

  return {
    admit: (id) => {
      pages.set(id, new AbortController());
    },
    forget,
    dismiss: (id) => {
      forget(id);
      pages.delete(id);
    },
    answer: async (event, message) => {
      const page = pages.get(event.sender.id);
      if (page === undefined || !isOwnPage(event))
        return failure('call_invalid', 'Only a window of Noisefloor may ask.');
      const read = messageSchema.safeParse(message);
      if (!read.success) return failure('call_invalid', 'The window sent something that is no request.');
      const client = `window ${event.sender.id}`;
      if (read.data.kind === 'call') return router.answer(client, read.data.request, page.signal);
      router.abort(client, read.data.id);
      return success({});
    },
  };
}

/** The window's main frame, on a page of the app; a frame inside it, such as a report's, is not. */
function isOwnPage({ sender, senderFrame }: Sender): boolean {
  return (
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === ownOrigin &&
    isPage(senderFrame.url)
  );
}
