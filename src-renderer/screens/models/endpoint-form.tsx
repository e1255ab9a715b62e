import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Endpoint } from '../../../src-main/contract/calls/models.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SelectField } from '../../components/sentence-field.tsx';
import {
  draftOf,
  emptyDraft,
  keyPlaces,
  keyPlaceWords,
  settingsOf,
  type DraftProblem,
  type EndpointDraft,
} from './endpoint-draft.ts';

const failureWords = ({ message, next }: Failure): string => [message, next ?? ''].join(' ').trim();

/** Adds an endpoint, or changes the settings of one that is there. */
export function EndpointForm({
  endpoint,
  onDone,
}: {
  /** Null: a new one. */
  readonly endpoint: Endpoint | null;
  readonly onDone: () => void;
}) {
  const { models } = useStores();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(
    endpoint === null ? emptyDraft : draftOf(endpoint.url, endpoint.settings),
  );
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const set = (change: Partial<EndpointDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
  };
  const refuse = (found: DraftProblem) => {
    setProblem(found);
    setBusy(false);
    form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
  };
  const save = async () => {
    const settings = settingsOf(draft);
    if ('message' in settings) {
      refuse(settings);
      return;
    }
    setBusy(true);
    if (settings.key?.in === 'keyring' && draft.key !== '') {
      const put = await models.putKey(settings.key.name, draft.key);
      if (!put.ok) {
        refuse({ field: 'key', message: failureWords(put.error) });
        return;
      }
      // It is where it belongs: nothing here keeps it.
      set({ key: '' });
    }
    const answer =
      endpoint === null
        ? await models.addEndpoint(draft.address.trim(), settings)
        : await models.changeEndpoint(endpoint.id, settings);
    if (!answer.ok) {
      const field = answer.error.where?.file === undefined ? 'address' : 'tokenizer';
      refuse({ field, message: failureWords(answer.error) });
      return;
    }
    await models.read();
    onDone();
  };
  const field = (name: keyof EndpointDraft, label: string, about: string, more: object = {}) => (
    <Row label={label} about={about} problem={problem?.field === name ? problem.message : null}>
      {(described) => (
        <input
          className="field"
          name={name}
          value={draft[name]}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            set({ [name]: event.target.value });
          }}
          {...described}
          {...more}
        />
      )}
    </Row>
  );
  return (
    <form
      ref={form}
      className="endpoint-form"
      aria-label={endpoint === null ? 'New endpoint' : `Settings of ${endpoint.url}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {endpoint === null
        ? field('address', 'Address of the endpoint', 'For most servers it ends in /v1.', {
            placeholder: 'http://127.0.0.1:8000/v1',
          })
        : null}
      {endpoint !== null && problem?.field === 'address' ? (
        <Notice tone="fault" title="It was not saved.">
          <p>{problem.message}</p>
        </Notice>
      ) : null}
      <div className="endpoint-field">
        <span className="small soft">Key</span>
        <SelectField
          label="Where the key is"
          value={draft.place}
          options={keyPlaces.map((value) => ({ value, label: keyPlaceWords[value] }))}
          onChange={(place) => {
            set({ place, keyName: '', key: '' });
          }}
        />
      </div>
      {draft.place === 'environment'
        ? field(
            'keyName',
            'Name of the environment variable',
            'As it is set where Noisefloor is started. Only the name is kept.',
            { placeholder: 'VLLM_KEY' },
          )
        : null}
      {draft.place === 'keyring' ? (
        <>
          {field('keyName', 'Name of the key', 'Plans and reports name it so.', { placeholder: 'vllm-box' })}
          {field(
            'key',
            'The key',
            'Leave it empty where the keyring has it. It is kept there and nowhere else.',
            {
              type: 'password',
            },
          )}
          <KeysThere
            name={draft.keyName}
            onChoose={(keyName) => {
              set({ keyName });
            }}
          />
        </>
      ) : null}
      {field(
        'tokenizer',
        'Vocabulary, a GGUF file',
        'Optional. Prompts are then written and tokenised here; for servers that take no token ids they are counted.',
        { placeholder: '/models/m-Q4_K_M.gguf' },
      )}
      {field('timeout', 'Seconds of silence', 'After which a request is given up. Empty: 300.', {
        inputMode: 'numeric',
        placeholder: '300',
      })}
      <div className="endpoint-actions">
        <Button submit disabled={busy}>
          {endpoint === null ? 'Add' : 'Save'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Close
        </Button>
        {endpoint === null ? null : (
          <span className="small muted">Comparisons that are registered keep theirs.</span>
        )}
      </div>
    </form>
  );
}

/** A field with its label, what it is for, and what is wrong with it. */
function Row({
  label,
  about,
  problem,
  children,
}: {
  readonly label: string;
  readonly about: string;
  readonly problem: string | null;
  readonly children: (described: object) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="endpoint-field">
      <label className="small soft" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-about`,
        ...(problem === null ? {} : { 'aria-invalid': true }),
      })}
      <span className="small muted" id={`${id}-about`}>
        {problem === null ? (
          about
        ) : (
          <span className="field-problem" role="alert">
            {problem}
          </span>
        )}
      </span>
    </div>
  );
}

/** The keys in the keyring by name: chosen with a click, deleted with another. */
function KeysThere({ name, onChoose }: { readonly name: string; readonly onChoose: (name: string) => void }) {
  const { models, toasts } = useStores();
  const [names, setNames] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const list = async () => {
    const answer = await models.listKeys();
    if (answer.ok) setNames(answer.data.names);
    setProblem(answer.ok ? null : failureWords(answer.error));
  };
  useEffect(() => {
    let here = true;
    void models.listKeys().then((answer) => {
      if (!here) return;
      if (answer.ok) setNames(answer.data.names);
      else setProblem(failureWords(answer.error));
    });
    return () => {
      here = false;
    };
  }, [models]);
  const remove = async () => {
    const answer = await models.deleteKey(name);
    if (answer.ok) toasts.show(`Deleted the key ${name}.`);
    await list();
    if (!answer.ok) setProblem(failureWords(answer.error));
  };
  return (
    <div className="endpoint-field" role="status">
      <span className="small soft">In the keyring</span>
      <span className="endpoint-keys">
        {problem === null ? null : <span className="field-problem">{problem}</span>}
        {names?.length === 0 ? <span className="small muted">no keys yet</span> : null}
        {names?.map((one) => (
          <Button
            key={one}
            small
            look="quiet"
            aria-label={`Use the key ${one}`}
            onClick={() => {
              onChoose(one);
            }}
          >
            {one}
          </Button>
        ))}
        {names?.includes(name) === true ? (
          <Button small onClick={() => void remove()}>
            Delete the key {name}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
