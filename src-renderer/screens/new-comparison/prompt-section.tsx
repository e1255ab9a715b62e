import { useState } from 'react';
import type { Draft, DraftFields } from '../../../src-main/contract/calls/plans.ts';
import { promptFacts } from '../../../src-main/contract/presentation/composition-words.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/sentence-field.tsx';
import { FewShotFields } from './few-shot-fields.tsx';
import { PromptPreview } from './prompt-preview.tsx';
import {
  compositionOf,
  everyCandidate,
  problemField,
  withComposition,
  withoutOwnPrompt,
} from './prompt-words.ts';
import { TextArea } from './text-area.tsx';

/** What is put around each item: exemplars and a template, shared or a candidate's own, and how an item looks with it. */
export function PromptSection({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const [editing, setEditing] = useState(false);
  const { fields } = draft;
  return (
    <section aria-labelledby="prompt-title" className="prompt-section">
      <div className="table-caption">
        <h2 id="prompt-title" className="grow">
          Around each item
        </h2>
        <Button
          look="quiet"
          aria-expanded={editing}
          onClick={() => {
            setEditing(!editing);
          }}
        >
          {editing ? 'Done' : 'Change…'}
        </Button>
      </div>
      {editing ? (
        <PromptEditor draft={draft} onChange={onChange} />
      ) : (
        <dl className="setting-facts">
          {promptFacts(fields).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function PromptEditor({
  draft: { fields, problems },
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const [chosen, setChosen] = useState(everyCandidate);
  // A candidate that was taken out in the meantime has no prompt.
  const candidate = fields.candidates.find(({ name }) => name === chosen);
  const of = candidate === undefined ? everyCandidate : chosen;
  const composition = compositionOf(fields, of);
  const problem = problems.find(({ field }) => field === problemField(fields, of))?.message;
  const shared = candidate?.ownPrompt === null;
  const set = (change: Parameters<typeof withComposition>[2]) => {
    onChange(withComposition(fields, of, change));
  };
  return (
    <div className="prompt-editor">
      <div className="row-of-controls">
        <label>
          <span>Prompt of</span>
          <SelectField
            label="Whose prompt is changed"
            value={of}
            options={[
              { value: everyCandidate, label: 'every candidate' },
              ...fields.candidates.map(({ name, ownPrompt }) => ({
                value: name,
                label: ownPrompt === null ? name : `${name}, its own`,
              })),
            ]}
            onChange={setChosen}
          />
        </label>
        {candidate === undefined ? null : (
          <label className="check">
            <input
              type="checkbox"
              checked={!shared}
              onChange={(event) => {
                onChange(
                  event.target.checked ? withComposition(fields, of, {}) : withoutOwnPrompt(fields, of),
                );
              }}
            />
            <span>Has a prompt of its own</span>
          </label>
        )}
        {candidate?.ownPrompt == null ? null : (
          <label className="check">
            <input
              type="checkbox"
              checked={candidate.ownPrompt.accepted}
              onChange={(event) => {
                set({ accepted: event.target.checked });
              }}
            />
            <span>Compare it all the same: the prompts are meant to differ</span>
          </label>
        )}
      </div>
      {problem === undefined ? null : (
        <p className="field-problem" role="status">
          {problem}
        </p>
      )}
      {shared ? (
        <p className="muted">It has the prompt of every candidate.</p>
      ) : (
        <div key={of} className="prompt-fields">
          <FewShotFields
            value={composition.fewShot}
            onChange={(fewShot) => {
              set({ fewShot });
            }}
          />
          <label>
            <span>Prompt template (Jinja), in place of the last user message</span>
            <TextArea
              className="mono"
              rows={5}
              value={composition.promptTemplate ?? ''}
              onCommit={(text) => {
                set({ promptTemplate: text === '' ? null : text });
              }}
            />
          </label>
          <p className="muted">
            It can read <code>input</code>, <code>system</code>, <code>messages</code>, <code>exemplars</code>{' '}
            (each with <code>input</code> and <code>answer</code>), <code>options</code>, <code>id</code>,{' '}
            <code>stratum</code> and <code>band</code>. Without a template exemplars are turns before the
            question.
          </p>
        </div>
      )}
      <PromptPreview fields={fields} composition={composition} />
    </div>
  );
}
