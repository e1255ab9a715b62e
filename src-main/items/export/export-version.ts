/** A version as a file with its card beside it: `desk.jsonl`, `desk.jsonl.card.md`, `desk.jsonl.card.json`. */
import { writeFile } from 'node:fs/promises';
import { failure, success, type Result } from '../../contract/result.ts';
import { cardMarkdown, itemSetCard, type CardInput, type ItemSetCard } from './item-set-card.ts';
import { writeItems, type ExportFormat } from './write-items.ts';

export interface ExportedVersion {
  readonly path: string;
  readonly items: number;
  readonly cardPaths: readonly string[];
  readonly card: ItemSetCard;
}

/** The files that `exportVersion` writes beside the items: of another format's export there are others. */
export function cardPathsOf(path: string): readonly [markdown: string, json: string] {
  return [`${path}.card.md`, `${path}.card.json`];
}

/**
 * Writes the items of `input` and no others: which splits may leave the store is decided before. The card stands
 * beside them, and replaces one that is there. Fails with `file_unwritable`.
 */
export async function exportVersion(
  input: CardInput,
  path: string,
  format: ExportFormat,
): Promise<Result<ExportedVersion>> {
  const written = await writeItems(input.items, path, { format, canary: input.version.canary });
  if (!written.ok) return written;
  const card = itemSetCard(input);
  const cardPaths = cardPathsOf(path);
  const texts = [cardMarkdown(card), `${JSON.stringify(card, null, 2)}\n`];
  for (const [index, cardPath] of cardPaths.entries()) {
    try {
      await writeFile(cardPath, texts[index] ?? '');
    } catch (error) {
      return failure('file_unwritable', `${cardPath}, the card of the export, cannot be written.`, {
        next: 'Free some space, or choose a place that you may write to.',
        where: { file: cardPath },
        ...(error instanceof Error ? { detail: error.message } : {}),
      });
    }
  }
  return success({ path, items: input.items.length, cardPaths, card });
}
