/** The scheme of the app's own: `app://bundle/…`, and nothing beside it. */
import { protocol, type Session } from 'electron';
import { scheme } from './addresses.ts';
import { answerRequest, type Loadable } from './answer-request.ts';

/** Before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

export function serveScheme(session: Session, loadable: Loadable): void {
  session.protocol.handle(scheme, (request) => answerRequest(request, loadable));
}
