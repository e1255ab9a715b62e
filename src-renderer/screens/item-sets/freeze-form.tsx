import { useState } from 'react';
import type { ImportPreview } from '../../../src-main/contract/calls/items.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { NumberField, Sentence, SentenceLine, TextField } from '../../components/sentence-field.tsx';
import type { ImportProblems, ImportStore } from '../../stores/import-store.ts';
import { setRoute } from './item-sets-query.ts';
import { brokenRecords, nameFromFile } from './item-sets-words.ts';

const policies = [
  { value: 'refuse', label: 'refuse the import' },
  { value: 'skip', label: 'leave them out' },
] as const;

/** What the person chose on the way to the version, kept while they go to and fro. */
export interface FreezeChoices {
  /** Null: the file's. */
  readonly name: string | null;
  /** Percent. */
  readonly heldOut: number;
  readonly seed: number;
  readonly policy: (typeof policies)[number]['value'];
}

export const firstFreezeChoices: FreezeChoices = { name: null, heldOut: 75, seed: 1, policy: 'refuse' };

/** Whether broken records refuse the import as it is. */
function refuses({ policy }: FreezeChoices, problems: ImportProblems | null): boolean {
  return policy === 'refuse' && brokenRecords(problems?.rows ?? []) > 0;
}

/** Name, split and what to do about broken records; then the version is made. */
export function FreezeForm({
  importing,
  preview,
  problems,
  choices,
  onChoices,
  prepared = null,
  onPrepare,
}: {
  readonly importing: ImportStore;
  readonly preview: ImportPreview;
  /** Null while the whole file is still being read. */
  readonly problems: ImportProblems | null;
  readonly choices: FreezeChoices;
  readonly onChoices: (choices: FreezeChoices) => void;
  /** Items that preparing left; null where nothing was prepared. */
  readonly prepared?: number | null;
  /** Goes to the steps that come before freezing; absent there. */
  readonly onPrepare?: () => void;
}) {
  const { router, toasts } = useStores();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  const { heldOut, seed, policy } = choices;
  const name = choices.name ?? nameFromFile(preview.fileName);
  const unnamed = name.trim() === '';
  const refused = refuses(choices, problems);
  const count = prepared ?? problems?.good;
  const freeze = async () => {
    setBusy(true);
    const answer = await importing.freeze({
      name: name.trim(),
      heldOut: heldOut / 100,
      seed,
      skipProblems: policy === 'skip',
      prepared: prepared !== null,
    });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    const { items, version, madeDev } = answer.data;
    const divided =
      madeDev === 0
        ? ''
        : ` The file gives both splits to ${madeDev === 1 ? 'a cluster' : `${formatCount(madeDev)} clusters`}: dev as a whole now.`;
    toasts.show(`Froze ${formatCount(items)} items as ${answer.data.name}@${version}.${divided}`);
    router.replace(setRoute(answer.data));
  };
  return (
    <section aria-labelledby="import-freeze">
      <h2 id="import-freeze">Freeze</h2>
      <Sentence>
        <SentenceLine>
          Freeze the items as the next version of
          <TextField
            label="Name of the set"
            value={name}
            problem={unnamed ? 'A set needs a name.' : undefined}
            onCommit={(typed) => {
              onChoices({ ...choices, name: typed });
            }}
          />
        </SentenceLine>
        <SentenceLine>
          and hold out
          <NumberField
            label="Held-out share, percent"
            value={heldOut}
            min={0}
            max={100}
            onCommit={(share) => {
              onChoices({ ...choices, heldOut: share });
            }}
          />
          % of each stratum, drawn with the seed
          <NumberField
            label="Seed of the draw"
            value={seed}
            min={0}
            max={4_294_967_295}
            width={7}
            onCommit={(drawn) => {
              onChoices({ ...choices, seed: drawn });
            }}
          />
        </SentenceLine>
        {onPrepare === undefined ? null : (
          <SentenceLine>
            Where records are broken or there twice,
            <Segmented
              label="Broken records"
              options={policies}
              value={policy}
              onChange={(chosen) => {
                onChoices({ ...choices, policy: chosen });
              }}
            />
          </SentenceLine>
        )}
      </Sentence>
      <p className="muted small">
        Items of one cluster stay on one side. Where the file names the split, it is kept. Records without a
        right answer are left out either way.
      </p>
      {refused ? (
        <Notice tone="attention" title="As it is, the import is refused: records are broken or there twice.">
          <p>Mend them in the file and choose it again, or leave them out.</p>
        </Notice>
      ) : null}
      {problem === null ? null : <FailureNotice failure={problem} />}
      <div className="row-of-controls">
        <Button look="primary" disabled={busy || unnamed || refused} onClick={() => void freeze()}>
          {count === undefined ? 'Freeze' : `Freeze ${formatCount(count)} items`}
        </Button>
        {onPrepare === undefined ? null : (
          <Button disabled={busy || refused || problems === null} onClick={onPrepare}>
            Prepare them first
          </Button>
        )}
        {onPrepare === undefined ? null : (
          <span className="muted">Scrub, drop duplicates, sort into strata, draw a sample.</span>
        )}
        <span className="muted" role="status">
          {busy ? 'Reading the whole file and freezing it' : ''}
        </span>
      </div>
    </section>
  );
}
