import { useState } from 'react';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { Segmented } from '../../components/segmented.tsx';
import type { SetReference } from '../../stores/item-sets-store.ts';
import { exportPath } from './item-sets-words.ts';

const formats = [
  { value: 'jsonl', label: 'JSONL' },
  { value: 'parquet', label: 'Parquet' },
] as const;

/** Writes the dev items of a version to a folder on the app's machine. */
export function ExportSet({
  set,
  dev,
  heldOut,
}: {
  readonly set: SetReference;
  readonly dev: number;
  readonly heldOut: number;
}) {
  const { itemSets } = useStores();
  const [format, setFormat] = useState<'jsonl' | 'parquet'>('jsonl');
  const [choosing, setChoosing] = useState(false);
  const [written, setWritten] = useState<CallOutput<'items.export_set'> | null>(null);
  const [problem, setProblem] = useState<Failure | null>(null);
  const write = async (folder: string) => {
    const { name, version } = set;
    const answer = await itemSets.exportSet({ name, version }, format, exportPath(folder, set, format));
    setWritten(answer.ok ? answer.data : null);
    setProblem(answer.ok ? null : answer.error);
  };
  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title">Export</h2>
      <p className="muted small">
        {dev === 0
          ? 'Every item of this version is held out, and held-out items are not exported.'
          : `The ${formatCount(dev)} dev items, with a card that says what is in them${heldOut === 0 ? '.' : `. The ${formatCount(heldOut)} held-out items stay here.`}`}
      </p>
      <div className="row-of-controls">
        <Segmented label="Format of the export" options={formats} value={format} onChange={setFormat} />
        <Button
          disabled={dev === 0}
          onClick={() => {
            setChoosing(true);
          }}
        >
          Export to a folder…
        </Button>
      </div>
      {problem === null ? null : <FailureNotice failure={problem} />}
      {written === null ? null : (
        <Notice title={`${formatCount(written.items)} dev items were written.`}>
          <p>
            <code>{written.path}</code>, with its card beside it: <code>{written.cardPaths[0]}</code>
          </p>
        </Notice>
      )}
      {choosing ? (
        <PathChooser
          title="Choose a folder for the export"
          show="folders"
          action="Export here"
          onChoose={(folder) => void write(folder)}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </section>
  );
}
