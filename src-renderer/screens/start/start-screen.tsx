import { useState } from 'react';
import type { DataFolder, Welcome } from '../../../src-main/contract/calls/settings.ts';
import {
  formatCount,
  formatDuration,
  formatNumber,
} from '../../../src-main/contract/presentation/numbers.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient, useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute, placeRoute, settingsRoute } from '../../app/routes.ts';
import { useKeys } from '../../app/use-keys.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { ExampleAnswer } from './example-answer.tsx';
import './start.css';

const backendWords = { cpu: 'CPU', cuda: 'CUDA', vulkan: 'Vulkan', metal: 'Metal' } as const;

/** What Noisefloor is for, and three ways in. */
export function StartScreen() {
  useTitle('First start');
  const { welcome, comparisons, router } = useStores();
  const { data, error } = useResource(welcome, {});
  const [problem, setProblem] = useState<Failure | null>(null);
  const [starting, setStarting] = useState(false);

  const demo = async () => {
    if (starting) return;
    setStarting(true);
    const answer = await comparisons.startDemo();
    setStarting(false);
    if (answer.ok) router.go(comparisonRoute(answer.data.comparison, 'run'));
    else setProblem(answer.error);
  };
  const go = (place: 'models' | 'item-sets') => () => {
    router.go(placeRoute(place));
  };
  useKeys('First start', [
    { keys: 'm', label: 'Compare my own models', run: go('models') },
    { keys: 'o', label: 'Open an item set', run: go('item-sets') },
  ]);

  const folder = data?.dataFolder;
  const blocked = data === null || !data.demo.available || folder?.writable === false;
  return (
    <div className="start">
      <div>
        <h1 tabIndex={-1}>Is the quantised model still good enough for your work?</h1>
        <p className="lead">
          Noisefloor runs a BF16 model and its quantised versions over the same items, and the BF16 model
          twice, to see what no change at all looks like. You say beforehand how large a drop you accept; it
          answers in one sentence, and nothing leaves this machine.
        </p>
        <div className="notices">
          {[error, problem].map((failure) =>
            failure === null ? null : <FailureNotice key={failure.code} failure={failure} />,
          )}
          {folder?.writable === false ? <FolderNotice folder={folder} onProblem={setProblem} /> : null}
        </div>
        <ExampleAnswer />
        <ul className="ways">
          <li>
            <Button look="primary" disabled={blocked || starting} onClick={() => void demo()}>
              Run the demo
            </Button>
            <p>{data === null ? '' : demoWords(data)}</p>
            <span className="muted num">
              {data?.demo.available === true && data.demo.seconds !== null
                ? `about ${formatDuration(data.demo.seconds)}`
                : ''}
            </span>
          </li>
          <li>
            <Button onClick={go('models')}>Compare my own models</Button>
            <p>Choose a folder with GGUF files. The files stay where they are.</p>
            <KeyHint keys="m" />
          </li>
          <li>
            <Button onClick={go('item-sets')}>Open an item set</Button>
            <p>JSONL, CSV or Parquet: prompts, and how to check the answers.</p>
            <KeyHint keys="o" />
          </li>
        </ul>
        {data === null ? null : <Here welcome={data} />}
      </div>
    </div>
  );
}

/** "A small model that comes with the app: BF16 twice, Q8_0, Q4_K_M and Q2_K over 600 items." */
function demoWords({ demo }: Welcome): string {
  if (demo.problem !== null) return [demo.problem.message, demo.problem.next].join(' ');
  const runs = listWords([`${demo.baseline} twice`, ...demo.candidates]);
  return `A small model that comes with the app: ${runs} over ${formatCount(demo.items)} items.`;
}

function Here({ welcome }: { readonly welcome: Welcome }) {
  const { machine, dataFolder } = welcome;
  const gigabytes = (bytes: number | null) => formatNumber(bytes === null ? null : bytes / 1e9, 1);
  const memory =
    machine.memoryTotal === null
      ? machine.device
      : `${machine.device}, ${gigabytes(machine.memoryFree)} of ${gigabytes(machine.memoryTotal)} GB free`;
  return (
    <p className="here">
      <span>{memory}</span>
      <span>{machine.backends.map((backend) => backendWords[backend]).join(', ')}</span>
      <span>Data folder {dataFolder.path}</span>
      <Link to={settingsRoute()} className="link">
        Change
      </Link>
    </p>
  );
}

/** The data folder cannot be written: which one, why, and another that can be. */
function FolderNotice({
  folder,
  onProblem,
}: {
  readonly folder: DataFolder;
  readonly onProblem: (problem: Failure) => void;
}) {
  const client = useClient();
  const { welcome } = useStores();
  const { alternative, problem } = folder;
  if (problem === null) return null;
  const choose = async () => {
    if (alternative === null) return;
    const answer = await client.call('settings.choose_data_folder', { path: alternative });
    if (answer.ok) await welcome.refresh();
    else onProblem(answer.error);
  };
  return (
    <FailureNotice
      failure={problem}
      actions={
        alternative === null ? undefined : <Button onClick={() => void choose()}>Use {alternative}</Button>
      }
    />
  );
}
