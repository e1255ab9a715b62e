import { useStores } from '../app/app-context.tsx';
import { Button } from './button.tsx';
import type { TextTable } from './table-text.ts';
import { toMarkdown, toTsv } from './table-text.ts';

/** Two buttons that put a table on the clipboard. The toast says that they did, or why not. */
export function CopyTable({
  table,
  numeric,
  title,
}: {
  readonly table: () => TextTable;
  readonly numeric: ReadonlySet<number>;
  /** Of the table; so that the buttons can be told apart by those who listen. */
  readonly title: string;
}) {
  const copy = useCopy();
  return (
    <span className="unprinted">
      <Button
        look="quiet"
        aria-label={`Copy as TSV: ${title}`}
        onClick={() => void copy(toTsv(table()), 'the table as TSV')}
      >
        Copy as TSV
      </Button>
      <Button
        look="quiet"
        aria-label={`Copy as Markdown: ${title}`}
        onClick={() => void copy(toMarkdown(table(), numeric), 'the table as Markdown')}
      >
        Copy as Markdown
      </Button>
    </span>
  );
}

/** Copies text and says so. `what` goes on "Copied …". */
export function useCopy(): (text: string, what: string) => Promise<void> {
  const { toasts } = useStores();
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show(`Copied ${what}.`);
    } catch {
      toasts.show('Nothing was copied: the browser refuses access to the clipboard.');
    }
  };
}
