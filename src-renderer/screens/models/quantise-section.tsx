import { useState } from 'react';
import { useStore } from 'zustand';
import type { Quantising } from '../../../src-main/contract/calls/model-work.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { ladderOf, quantisingWords, versionWords } from './model-work-words.ts';
import { QuantiseForm } from './quantise-form.tsx';
import './model-work.css';

interface QuantiseProps {
  readonly model: string;
  readonly onCompare: (models: readonly string[]) => void;
}

/** Versions of this model that are made here: chosen, on their way, or made. */
export function QuantiseSection({ model, onCompare }: QuantiseProps) {
  const { modelWork } = useStores();
  const { work } = useStore(modelWork.quantising);
  const [again, setAgain] = useState(false);
  const quantising = work?.quantising ?? null;
  if (work === null) return null;
  const asking = quantising === null || (again && quantising.state !== 'running');
  return (
    <section aria-labelledby="quantised-versions">
      <h3 id="quantised-versions">Quantised versions</h3>
      {quantising === null ? null : <Lot model={model} quantising={quantising} onCompare={onCompare} />}
      {asking ? (
        <QuantiseForm model={model} />
      ) : quantising.state === 'running' ? null : (
        <Button
          onClick={() => {
            setAgain(true);
          }}
        >
          Make others
        </Button>
      )}
    </section>
  );
}

function Lot({ model, quantising, onCompare }: QuantiseProps & { readonly quantising: Quantising }) {
  const { modelWork } = useStores();
  const { busy } = useStore(modelWork.quantising);
  const { state, versions, problem, folder } = quantising;
  const ladder = state === 'running' ? null : ladderOf(model, quantising);
  return (
    <div className="lot">
      <p role="status">{quantisingWords(quantising)}</p>
      <p className="small muted path">In {folder}</p>
      {problem === null ? null : <FailureNotice failure={problem} />}
      <ul className="versions" aria-label="Versions">
        {versions.map((version) => (
          <li key={version.type}>
            <span>{version.type}</span>
            {version.state === 'running' ? (
              <Meter label={version.type} done={version.done} total={1} />
            ) : (
              <span />
            )}
            <span className={version.state === 'made' ? 'state' : 'state soft'}>{versionWords(version)}</span>
            {version.problem === null ? null : <FailureNotice failure={version.problem} />}
          </li>
        ))}
      </ul>
      {state === 'running' ? (
        <Button disabled={busy} onClick={() => void modelWork.stopQuantising()}>
          Stop
        </Button>
      ) : null}
      {ladder === null ? null : (
        <Button
          onClick={() => {
            onCompare(ladder);
          }}
        >
          Compare the whole ladder…
        </Button>
      )}
    </div>
  );
}
