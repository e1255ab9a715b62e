import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ModelFile, ModelGroup } from '../../../src-main/contract/calls/models.ts';
import { formatHash } from '../../../src-main/contract/presentation/numbers.ts';
import { canBeQuantised } from '../../../src-main/contract/quantisation.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { localTime } from '../../components/local-time.ts';
import { useCopy } from '../../components/copy-table.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table } from '../../components/table.tsx';
import { MemoryPlot } from './memory-plot.tsx';
import { ShareBar } from './model-bars.tsx';
import { comparingOne, inkOf, inUnit, namesOfFiles, sizeUnit, wholePercent } from './models-words.ts';
import { madeHereWords } from './model-work-words.ts';
import { NoiseSection } from './noise-section.tsx';
import { QuantiseSection } from './quantise-section.tsx';
import { useHashing } from './use-hashing.ts';
import './model-panel.css';

interface PanelProps {
  readonly group: ModelGroup;
  readonly file: ModelFile;
  readonly onCompare: (models: readonly string[]) => void;
  readonly onBaseline: (group: string, model: string) => void;
}

/** One file: what it takes, what it is made of, and what it is by its hashes. */
export function ModelPanel({ group, file, onCompare, onBaseline }: PanelProps) {
  const { models } = useStores();
  const { memory, list } = useStore(models.store);
  const name = namesOfFiles(group.files).get(file.id);
  const title = [name?.name ?? file.fileName, name?.apart ?? ''].join(' ').trim();
  const [showing, setShowing] = useState(false);
  const work = useWork(file.id);
  const quantisable = canBeQuantised(file.quantisation ?? '');
  const choice = comparingOne(group, file);
  return (
    <aside className="model-panel" aria-label={`${title}, details`}>
      <h2>{title}</h2>
      <p className="small muted mono path">{file.path}</p>
      {file.parts === 1 ? null : <p className="small muted">and {file.parts - 1} more parts beside it</p>}
      <h3>Memory on this machine</h3>
      <p className="small muted">{list?.device?.name ?? ''}</p>
      <MemoryPlot file={file} device={list?.device ?? null} settings={memory} />
      <h3>Tensor types</h3>
      <TypeTable types={file.tensorTypes} />
      <h3>Identity</h3>
      <Identity file={file} />
      <div className="actions">
        <Button
          disabled={choice.problem !== null}
          title={choice.problem ?? undefined}
          onClick={() => {
            onCompare(choice.models);
          }}
        >
          {choice.label}
        </Button>
        {file.isBaseline ? null : (
          <Button
            look="quiet"
            onClick={() => {
              onBaseline(group.id, file.id);
            }}
          >
            Make it the baseline
          </Button>
        )}
        {file.template === 'none' ? null : (
          <Button
            look="quiet"
            aria-expanded={showing}
            onClick={() => {
              setShowing(!showing);
            }}
          >
            {showing ? 'Hide template' : 'Show template'}
          </Button>
        )}
        {quantisable ? (
          <Button look="quiet" aria-expanded={work.quantising} onClick={work.toggleQuantising}>
            Make quantised versions
          </Button>
        ) : null}
        <Button look="quiet" aria-expanded={work.noise} onClick={work.toggleNoise}>
          Measure noise
        </Button>
      </div>
      {work.quantising ? <QuantiseSection model={file.id} onCompare={onCompare} /> : null}
      {work.noise ? <NoiseSection model={file.id} /> : null}
      {showing && file.template !== 'none' ? <TemplateText model={file.id} /> : null}
    </aside>
  );
}

/** Follows the work on a file. What goes on, or was begun in this sitting, is in sight unless it is folded away. */
function useWork(model: string) {
  const { modelWork } = useStores();
  const begunLot = useStore(modelWork.quantising, ({ work }) => work?.quantising != null);
  const begunNoise = useStore(modelWork.noise, ({ work }) => work?.measuring != null);
  const [quantising, setQuantising] = useState<boolean | null>(null);
  const [noise, setNoise] = useState<boolean | null>(null);
  useEffect(() => {
    void modelWork.look(model);
    return modelWork.leave;
  }, [modelWork, model]);
  return {
    quantising: quantising ?? begunLot,
    noise: noise ?? begunNoise,
    toggleQuantising: () => {
      setQuantising(!(quantising ?? begunLot));
    },
    toggleNoise: () => {
      setNoise(!(noise ?? begunNoise));
    },
  };
}

type TypeRow = ModelFile['tensorTypes'][number];

function TypeTable({ types }: { readonly types: ModelFile['tensorTypes'] }) {
  const unit = sizeUnit(types.map(({ bytes }) => bytes));
  const columns: readonly Column<TypeRow>[] = [
    { key: 'type', head: 'Type', text: ({ type }) => type },
    {
      key: 'share',
      head: 'Share of weights',
      width: '40%',
      text: ({ share }) => wholePercent(share),
      draw: ({ share, bitsPerWeight }) => (
        <span className="share">
          <ShareBar share={share} ink={inkOf(bitsPerWeight)} />
          <span>{wholePercent(share)}</span>
        </span>
      ),
    },
    { key: 'tensors', head: 'Tensors', numeric: true, text: ({ tensors }) => String(tensors) },
    { key: 'bytes', head: unit.name, numeric: true, text: ({ bytes }) => inUnit(bytes, unit) },
  ];
  return <Table label="Tensor types" dense columns={columns} rows={types} rowKey={({ type }) => type} />;
}

function Identity({ file }: { readonly file: ModelFile }) {
  const { models } = useStores();
  const { memory } = useStore(models.store);
  const { data, error } = useResource(models.detail, { model: file.id, memory });
  const hashing = useHashing(file.id);
  const identity = data?.file.id === file.id ? data.identity : null;
  if (error !== null && identity === null) return <FailureNotice failure={error} />;
  const sameTokenizer = file.isBaseline ? null : (identity?.sameTokenizerAsBaseline ?? null);
  return (
    <>
      <dl className="facts identity">
        {(identity?.weightsHashes ?? [null]).map((hash, index, all) => (
          <div key={hash ?? 'none'}>
            <dt>{all.length === 1 ? 'Weights sha256' : `Part ${index + 1} sha256`}</dt>
            <dd>
              {hash === null ? (
                <HashButton known={identity !== null} hashing={hashing} />
              ) : (
                <HashText hash={hash} what="the sha256 of the weights" />
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>Template sha256</dt>
          <dd>
            {identity?.templateHash == null ? (
              identity === null ? (
                ''
              ) : (
                'no template'
              )
            ) : (
              <HashText hash={identity.templateHash} what="the sha256 of the template" />
            )}
          </dd>
        </div>
        <div>
          <dt>Tokenizer</dt>
          <dd>
            {identity?.tokenizer ?? ''}
            {sameTokenizer === null ? null : sameTokenizer ? (
              ', as the baseline’s'
            ) : (
              <b>, not as the baseline’s</b>
            )}
          </dd>
        </div>
        <div>
          <dt>Quantised by</dt>
          <dd>{identity === null ? '' : (identity.quantisedBy ?? 'not said')}</dd>
        </div>
        {identity?.madeHere == null ? null : (
          <div>
            <dt>Made here</dt>
            <dd title={identity.madeHere.from}>
              {madeHereWords(identity.madeHere, localTime(identity.madeHere.at, new Date()))}
            </dd>
          </div>
        )}
      </dl>
      {hashing.problem === null ? null : <FailureNotice failure={hashing.problem} />}
    </>
  );
}

function HashButton({
  known,
  hashing,
}: {
  readonly known: boolean;
  readonly hashing: ReturnType<typeof useHashing>;
}) {
  if (!known) return null;
  return hashing.running ? (
    <span className="hashing" role="status">
      reading the file{' '}
      <Button small onClick={hashing.stop}>
        Stop
      </Button>
    </span>
  ) : (
    <Button small onClick={hashing.start}>
      Work it out
    </Button>
  );
}

function HashText({ hash, what }: { readonly hash: string; readonly what: string }) {
  const copy = useCopy();
  return (
    <Button small look="quiet" title={hash} onClick={() => void copy(hash, what)}>
      <span className="unseen">Copy {what}: </span>
      <span className="mono">{formatHash(hash)}</span>
    </Button>
  );
}

function TemplateText({ model }: { readonly model: string }) {
  const { models } = useStores();
  const { data, error } = useResource(models.template, { model });
  const copy = useCopy();
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return null;
  return (
    <>
      <pre className="template-text" tabIndex={0} role="region" aria-label="Chat template">
        {data.text}
      </pre>
      {data.cut ? <p className="small muted">The first 100,000 characters of {data.length}.</p> : null}
      <Button look="quiet" onClick={() => void copy(data.text, 'the template')}>
        Copy template
      </Button>
    </>
  );
}
