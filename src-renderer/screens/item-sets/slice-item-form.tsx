import { useId } from 'react';
import type { CheckTrial, FormProblem, Slice, SliceItem } from '../../../src-main/contract/calls/slices.ts';
import { Button } from '../../components/button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import type { KeyedItem } from '../../stores/slice-store.ts';
import { SliceCheckForm } from './slice-check-form.tsx';
import { SliceField } from './slice-field.tsx';
import { SliceTrial } from './slice-trial.tsx';
import { nextRole, problemsOf } from './slice-words.ts';

type Turn = SliceItem['messages'][number];

const splits = [
  { value: 'held_out', label: 'held out' },
  { value: 'dev', label: 'dev' },
] as const;

const roles: readonly Turn['role'][] = ['system', 'user', 'assistant', 'tool'];

/** One item: what is asked, what judges the answer, and that judgement tried. */
export function SliceItemForm({
  id,
  item,
  items,
  problems,
  kinds,
  trial,
  onChange,
}: {
  readonly id: number;
  readonly item: SliceItem;
  readonly items: readonly KeyedItem[];
  /** As of the last saving. */
  readonly problems: readonly FormProblem[];
  readonly kinds: Slice['kinds'];
  /** Of the check as it is typed now. */
  readonly trial: CheckTrial | null;
  readonly onChange: (change: Partial<SliceItem>) => void;
}) {
  const strata = useId();
  const bands = useId();
  const clusters = useId();
  const known = (field: 'stratum' | 'band' | 'cluster') =>
    [...new Set(items.map((one) => one.item[field]))].filter((text) => text !== '');
  return (
    <div className="slice-item">
      <section aria-labelledby={`item-${id}`}>
        <h2 id={`item-${id}`}>Item</h2>
        <div className="slice-fields">
          <SliceField
            first
            word="Id"
            about="its name in lists and reports"
            value={item.id}
            problems={problemsOf(problems, 'id')}
            onChange={(text) => {
              onChange({ id: text });
            }}
          />
          <SliceField
            word="Stratum"
            about="empty: all"
            list={strata}
            value={item.stratum}
            problems={problemsOf(problems, 'stratum')}
            onChange={(stratum) => {
              onChange({ stratum });
            }}
          />
          <SliceField
            word="Band"
            about="how difficult"
            list={bands}
            value={item.band}
            problems={problemsOf(problems, 'band')}
            onChange={(band) => {
              onChange({ band });
            }}
          />
          <SliceField
            word="Cluster"
            about="shares a document"
            list={clusters}
            value={item.cluster}
            problems={problemsOf(problems, 'cluster')}
            onChange={(cluster) => {
              onChange({ cluster });
            }}
          />
          <div className="slice-split">
            <Segmented
              label="Split of the item"
              options={splits}
              value={item.split}
              onChange={(split) => {
                onChange({ split });
              }}
            />
            <span className="about">{item.split === 'dev' ? 'for tuning' : 'for the decision'}</span>
          </div>
        </div>
        <Known id={strata} texts={known('stratum')} />
        <Known id={bands} texts={known('band')} />
        <Known id={clusters} texts={known('cluster')} />
      </section>
      <Turns
        messages={item.messages}
        problems={problems}
        onChange={(messages) => {
          onChange({ messages });
        }}
      />
      <div className="check-and-trial">
        <SliceCheckForm
          check={item.check}
          kinds={kinds}
          problems={trial?.problems ?? []}
          onChange={(check) => {
            onChange({ check });
          }}
        />
        <SliceTrial
          example={item.example}
          trial={trial}
          onChange={(example) => {
            onChange({ example });
          }}
        />
      </div>
    </div>
  );
}

function Known({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

function Turns({
  messages,
  problems,
  onChange,
}: {
  readonly messages: readonly Turn[];
  readonly problems: readonly FormProblem[];
  readonly onChange: (messages: readonly Turn[]) => void;
}) {
  const heading = useId();
  const missing = problemsOf(problems, 'messages');
  const hasSystem = messages.some(({ role }) => role === 'system');
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Messages</h2>
      <ol className="slice-turns">
        {messages.map((turn, index) => (
          <li key={index}>
            <select
              className="field"
              aria-label={`Who speaks in turn ${index + 1}`}
              value={turn.role}
              onChange={(event) => {
                const role = event.target.value as Turn['role'];
                onChange(messages.with(index, { ...turn, role }));
              }}
            >
              {roles.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
            <SliceField
              word={`Text of turn ${index + 1}, ${turn.role}`}
              hidden
              rows={turn.role === 'system' ? 2 : 4}
              value={turn.content}
              problems={problemsOf(problems, `messages.${index}`)}
              onChange={(content) => {
                onChange(messages.with(index, { ...turn, content }));
              }}
            />
            <Button
              look="quiet"
              small
              disabled={messages.length === 1}
              aria-label={`Remove turn ${index + 1}`}
              onClick={() => {
                onChange(messages.toSpliced(index, 1));
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {missing.map(({ message }) => (
        <p key={message} className="muted small">
          {message}
        </p>
      ))}
      <div className="row-of-controls">
        <Button
          small
          onClick={() => {
            onChange([...messages, { role: nextRole(messages), content: '' }]);
          }}
        >
          Add a turn
        </Button>
        {hasSystem ? null : (
          <Button
            small
            onClick={() => {
              onChange([{ role: 'system', content: '' }, ...messages]);
            }}
          >
            Add a system message
          </Button>
        )}
      </div>
    </section>
  );
}
