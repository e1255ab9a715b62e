import { useState } from 'react';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import type { ModelList } from '../../stores/models-store.ts';

/** Files and folders that cannot be read: which, why, and what to do. */
export function UnreadableSection({ rows }: { readonly rows: ModelList['unreadable'] }) {
  const { models } = useStores();
  const [reading, setReading] = useState<string | null>(null);
  if (rows.length === 0) return null;
  const reload = async (path: string) => {
    setReading(path);
    await models.reload(path);
    await models.read();
    setReading(null);
  };
  return (
    <section aria-labelledby="unreadable">
      <h2 id="unreadable">Cannot be read</h2>
      <ul className="rows two-lines">
        {rows.map(({ path, size, problem }) => (
          <li key={`${path} ${problem.code}`}>
            <div className="said">
              {path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)}
              {size === null ? null : <span className="muted"> {formatBytes(size)}</span>}
              <div className="small soft">
                {problem.message} {problem.next ?? ''}
              </div>
            </div>
            <span className="unseen" role="status">
              {reading === path ? 'Reading it again' : ''}
            </span>
            <Button
              small
              aria-label={`Reload ${path}`}
              disabled={reading === path}
              onClick={() => void reload(path)}
            >
              Reload
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
