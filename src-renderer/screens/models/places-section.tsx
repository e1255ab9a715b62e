import { useRef } from 'react';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { focusRow, useRoving } from '../../components/roving.ts';
import type { ModelList } from '../../stores/models-store.ts';

/** The folders and single files that the list is made of. */
export function PlacesSection({
  list,
  onProblem,
}: {
  readonly list: ModelList;
  readonly onProblem: (problem: Failure | null) => void;
}) {
  const { models, toasts } = useStores();
  const { folders, files } = list;
  const rows = useRef<HTMLUListElement>(null);
  const places = [
    ...folders.map((path) => ({ path, kind: 'folder' as const })),
    ...files.map((path) => ({ path, kind: 'file' as const })),
  ];
  const roving = useRoving(rows, places.length);
  if (places.length === 0) return null;
  const told = (answer: Result<unknown>): boolean => {
    onProblem(answer.ok ? null : answer.error);
    return answer.ok;
  };
  const remove = async (index: number) => {
    const place = places[index];
    if (place === undefined) return;
    const { path, kind } = place;
    const answer = kind === 'folder' ? await models.removeFolder(path) : await models.removeFile(path);
    if (!told(answer)) return;
    await models.read();
    requestAnimationFrame(() => {
      if (!focusRow(rows.current, index)) document.querySelector<HTMLElement>('main h1')?.focus();
    });
    toasts.show(`Took ${path} off the list. The ${kind} stays where it is.`, async () => {
      told(kind === 'folder' ? await models.addFolder(path) : await models.addFile(path));
    });
  };
  return (
    <section aria-labelledby="places">
      <h2 id="places">Folders and files in this list</h2>
      <ul className="rows" {...roving.container} ref={rows}>
        {places.map(({ path, kind }, index) => (
          <li key={`${kind} ${path}`}>
            <span className="said mono">{path}</span>
            <Button
              small
              {...roving.cell(index)}
              aria-label={`Remove ${path}`}
              onClick={() => void remove(index)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
