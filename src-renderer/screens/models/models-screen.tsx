import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { draftRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import type { ModelList } from '../../stores/models-store.ts';
import { groupsShown } from '../../stores/models-store.ts';
import { EndpointsSection } from './endpoints-section.tsx';
import { MemorySentence } from './memory-sentence.tsx';
import { ModelPanel } from './model-panel.tsx';
import { ModelTable } from './model-table.tsx';
import { comparing } from './models-words.ts';
import { PlacesSection } from './places-section.tsx';
import { UnreadableSection } from './unreadable-section.tsx';
import './models.css';

/** The GGUF files of the folders that the person named, by model, with what each needs; and endpoints. */
export function ModelsScreen({ route }: ScreenProps<'models'>) {
  useTitle('Models');
  const { models, router } = useStores();
  const { list, error } = useStore(models.store);
  const late = useLate(list === null && error === null);
  const [problem, setProblem] = useState<Failure | null>(null);
  const [choosing, setChoosing] = useState<'folder' | 'file' | null>(null);
  const [addingEndpoint, setAddingEndpoint] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    void models.read();
  }, [models]);

  const told = (answer: Result<unknown>): boolean => {
    setProblem(answer.ok ? null : answer.error);
    return answer.ok;
  };
  const add = async (path: string, kind: 'folder' | 'file') => {
    if (told(kind === 'folder' ? await models.addFolder(path) : await models.addFile(path)))
      await models.read();
  };
  const compare = async (chosen: readonly string[]) => {
    const answer = await models.compare(chosen);
    if (answer.ok) router.go(draftRoute(answer.data.draft));
    else setProblem(answer.error);
  };
  const chooseBaseline = async (group: string, model: string) => {
    if (told(await models.chooseBaseline(group, model))) await models.read();
  };
  const tick = (model: string) => {
    const next = new Set(ticked);
    if (!next.delete(model)) next.add(model);
    setTicked(next);
  };

  const groups = list?.rows ?? [];
  const shown = selectedFile(groups, route.query.model);
  const choice = comparing(groups, ticked);
  return (
    <div className="filling models">
      <div className="models-side">
        <PageHead title="Models">
          <Reading reading={list?.reading ?? null} />
          <Button
            onClick={() => {
              setAddingEndpoint(true);
            }}
          >
            Add endpoint…
          </Button>
          <Button
            onClick={() => {
              setChoosing('file');
            }}
          >
            Add file…
          </Button>
          <Button
            look="primary"
            onClick={() => {
              setChoosing('folder');
            }}
          >
            Add folder…
          </Button>
        </PageHead>
        {[problem, error].map((failure) =>
          failure === null ? null : <FailureNotice key={failure.code} failure={failure} />,
        )}
        {late ? <p className="waiting">Looking for models</p> : null}
        {groups.length > 0 ? (
          <>
            <MemorySentence />
            <ModelTable
              groups={groups}
              device={list?.device ?? null}
              selected={shown?.file.id ?? null}
              onSelect={(model) => {
                router.replace({ place: 'models', query: { ...route.query, model } });
              }}
              ticked={ticked}
              onTick={tick}
            >
              <Button
                disabled={choice.problem !== null}
                title={choice.problem ?? undefined}
                onClick={() => void compare(choice.models)}
              >
                {choice.label}
              </Button>
              <span className="small muted" role="status">
                {ticked.size === 0
                  ? 'Tick the files to compare: a click on the box, or Space on a row.'
                  : `${formatCount(ticked.size)} ticked. ${choice.problem ?? ''}`}
              </span>
            </ModelTable>
          </>
        ) : null}
        {list !== null && list.total > groupsShown ? (
          <p className="small muted">
            And {formatCount(list.total - groupsShown)} more models. Add the folders that you need, not the
            one around them.
          </p>
        ) : null}
        {list !== null && groups.length === 0 && list.reading === null ? <Nothing list={list} /> : null}
        {list === null ? null : (
          <div className="below">
            <UnreadableSection rows={list.unreadable} />
            <EndpointsSection
              endpoints={list.endpoints}
              adding={addingEndpoint}
              onAdded={() => {
                setAddingEndpoint(false);
              }}
              onProblem={setProblem}
            />
            <PlacesSection list={list} onProblem={setProblem} />
          </div>
        )}
      </div>
      {shown === null ? null : (
        <ModelPanel
          key={shown.file.id}
          {...shown}
          onCompare={(chosen) => void compare(chosen)}
          onBaseline={(group, model) => void chooseBaseline(group, model)}
        />
      )}
      {choosing === null ? null : (
        <PathChooser
          title={choosing === 'folder' ? 'Add a folder with GGUF files' : 'Add a GGUF file'}
          show={choosing === 'folder' ? 'folders' : 'models'}
          action={choosing === 'folder' ? 'Add folder' : 'Add file'}
          onChoose={(path) => void add(path, choosing)}
          onClose={() => {
            setChoosing(null);
          }}
        />
      )}
    </div>
  );
}

/** The file of the address; where it is not there the first version that has a baseline, else the first file. */
function selectedFile(groups: ModelList['rows'], model: string | undefined) {
  const rows = groups.flatMap((group) => group.files.map((file) => ({ group, file })));
  return (
    rows.find(({ file }) => file.id === model) ??
    rows.find(({ group, file }) => !file.isBaseline && group.files.some((other) => other.isBaseline)) ??
    rows[0] ??
    null
  );
}

function Reading({ reading }: { readonly reading: ModelList['reading'] }) {
  return (
    <span className="reading small soft" role="status">
      {reading === null ? null : (
        <>
          Reading {formatCount(reading.read)} of {formatCount(reading.found)} files
          <Meter label="Files read" done={reading.read} total={reading.found} />
        </>
      )}
    </span>
  );
}

function Nothing({ list }: { readonly list: ModelList }) {
  if (list.folders.length + list.files.length === 0)
    return (
      <EmptyState title="No models yet.">
        Add a folder with GGUF files. The files stay where they are.
      </EmptyState>
    );
  if (list.unreadable.length > 0) return null;
  return (
    <EmptyState title="No GGUF files in here.">
      Folders are looked through eight levels deep; hidden files and folders are left out.
    </EmptyState>
  );
}
