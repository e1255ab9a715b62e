import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../src-main/contract/calls/models.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { localTime } from '../../components/local-time.ts';
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
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  if (endpoints.length === 0 && !adding) return null;
  const connect = async ({ id }: Endpoint) => {
    setAsking((before) => new Set(before).add(id));
    const answer = await models.connectEndpoint(id);
    onProblem(answer.ok ? null : answer.error);
    await models.read();
    setAsking((before) => new Set([...before].filter((other) => other !== id)));
  };
  const remove = async ({ id, url }: Endpoint) => {
    const answer = await models.removeEndpoint(id);
    onProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    await models.read();
    heading.current?.focus();
    toasts.show(`Removed ${url}.`, async () => {
      const again = await models.addEndpoint(url);
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
      {adding ? <EndpointForm onAdded={onAdded} /> : null}
      <ul className="rows">
        {endpoints.map((endpoint) => {
          const { id, url, contactedAt, problem } = endpoint;
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
                {problem?.next === undefined || busy ? null : (
                  <div className="small soft">{problem.next}</div>
                )}
              </div>
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
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function EndpointForm({ onAdded }: { readonly onAdded: () => void }) {
  const { models } = useStores();
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const add = async () => {
    const typed = url.trim();
    if (!/^https?:\/\/[^/\s]+/i.test(typed) || !URL.canParse(typed)) {
      setProblem('An address begins with http:// or https://, such as http://127.0.0.1:8000/v1.');
      field.current?.focus();
      return;
    }
    const answer = await models.addEndpoint(typed);
    if (!answer.ok) {
      setProblem([answer.error.message, answer.error.next ?? ''].join(' '));
      field.current?.focus();
      return;
    }
    await models.read();
    onAdded();
  };
  return (
    <form
      className="endpoint-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        className="field"
        ref={field}
        aria-label="Address of the endpoint"
        placeholder="http://127.0.0.1:8000/v1"
        value={url}
        {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'endpoint-problem' })}
        onChange={(event) => {
          setUrl(event.target.value);
        }}
      />
      <Button submit>Add</Button>
      <Button look="quiet" onClick={onAdded}>
        Close
      </Button>
      {problem === null ? null : (
        <span className="field-problem" id="endpoint-problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
