import { useRef, useState } from 'react';
import type { Endpoint } from '../../../src-main/contract/calls/models.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { localTime } from '../../components/local-time.ts';
import { settingsWords } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { endpointWords } from './models-words.ts';

/** Servers that run a model elsewhere. Nothing is sent to them before a person says so. */
export function EndpointsSection({
  endpoints,
  adding,
  onAdded,
  onProblem,
}: {
  readonly endpoints: readonly Endpoint[];
  /** The form is there, and has the focus. */
  readonly adding: boolean;
  readonly onAdded: () => void;
  readonly onProblem: (problem: Failure | null) => void;
}) {
  const { models, toasts } = useStores();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changing, setChanging] = useState<string | null>(null);
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  if (endpoints.length === 0 && !adding) return null;
  const connect = async ({ id }: Endpoint) => {
    setAsking((before) => new Set(before).add(id));
    const answer = await models.connectEndpoint(id);
    onProblem(answer.ok ? null : answer.error);
    await models.read();
    setAsking((before) => new Set([...before].filter((other) => other !== id)));
  };
  const remove = async ({ id, url, settings }: Endpoint) => {
    const answer = await models.removeEndpoint(id);
    onProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    await models.read();
    heading.current?.focus();
    toasts.show(`Removed ${url}.`, async () => {
      const again = await models.addEndpoint(url, settings);
      onProblem(again.ok ? null : again.error);
    });
  };
  return (
    <section aria-labelledby="endpoints">
      <h2 id="endpoints" tabIndex={-1} ref={heading}>
        Endpoints{' '}
        <span className="small muted">
          weights and template are as the server reports them; they cannot be checked here
        </span>
      </h2>
      {adding ? <EndpointForm endpoint={null} onDone={onAdded} /> : null}
      <ul className="rows">
        {endpoints.map((endpoint) => {
          const { id, url, contactedAt, problem, settings } = endpoint;
          const more = settingsWords(settings);
          const busy = asking.has(id);
          const words = endpointWords(
            endpoint,
            contactedAt === null ? null : localTime(contactedAt, new Date()),
          );
          return (
            <li key={id}>
              <div className="said">
                {url}{' '}
                <span className="soft" role="status">
                  {busy ? 'asking for its models' : words}
                </span>
                {more === '' ? null : <div className="small muted">{more}</div>}
                {problem?.next === undefined || busy ? null : (
                  <div className="small soft">{problem.next}</div>
                )}
              </div>
              <Button
                small
                aria-expanded={changing === id}
                aria-label={`Settings of ${url}`}
                onClick={() => {
                  setChanging(changing === id ? null : id);
                }}
              >
                Settings…
              </Button>
              <Button
                small
                disabled={busy}
                aria-label={`Connect to ${url}`}
                onClick={() => void connect(endpoint)}
              >
                Connect
              </Button>
              <Button small look="quiet" aria-label={`Remove ${url}`} onClick={() => void remove(endpoint)}>
                Remove
              </Button>
              {changing === id ? (
                <EndpointForm
                  endpoint={endpoint}
                  onDone={() => {
                    setChanging(null);
                  }}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
