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
type Policy = (typeof policies)[number]['value'];

/** Name, split and what to do about broken records; then the version is made. */
export function FreezeForm({
  importing,
  preview,
  problems,
}: {
  readonly importing: ImportStore;
  readonly preview: ImportPreview;
  /** Null while the whole file is still being read. */
  readonly problems: ImportProblems | null;
}) {
  const { router, toasts } = useStores();
  const [name, setName] = useState(nameFromFile(preview.fileName));
  const [heldOut, setHeldOut] = useState(75);
  const [seed, setSeed] = useState(1);
  const [policy, setPolicy] = useState<Policy>('refuse');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  const unnamed = name.trim() === '';
  const broken = brokenRecords(problems?.rows ?? []);
  const refused = policy === 'refuse' && broken > 0;
  const freeze = async () => {
    setBusy(true);
    const answer = await importing.freeze({
      name: name.trim(),
      heldOut: heldOut / 100,
      seed,
      skipProblems: policy === 'skip',
    });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    const { items, version } = answer.data;
    toasts.show(`Froze ${formatCount(items)} items as ${answer.data.name}@${version}.`);
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
            onCommit={setName}
          />
        </SentenceLine>
        <SentenceLine>
          and hold out
          <NumberField
            label="Held-out share, percent"
            value={heldOut}
            min={0}
            max={100}
            onCommit={setHeldOut}
          />
          % of each stratum, drawn with the seed
          <NumberField
            label="Seed of the draw"
            value={seed}
            min={0}
            max={4_294_967_295}
            width={7}
            onCommit={setSeed}
          />
        </SentenceLine>
        <SentenceLine>
          Where records are broken or there twice,
          <Segmented label="Broken records" options={policies} value={policy} onChange={setPolicy} />
        </SentenceLine>
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
          {problems === null ? 'Freeze' : `Freeze ${formatCount(problems.good)} items`}
        </Button>
        <span className="muted" role="status">
          {busy ? 'Reading the whole file and freezing it' : ''}
        </span>
      </div>
    </section>
  );
}
