/** A version as a file with its card beside it: `desk.jsonl`, `desk.card.md`, `desk.card.json`. */
import { writeFile } from 'node:fs/promises';
import { failure, success, type Result } from '../../contract/result.ts';
import { cardMarkdown, itemSetCard, type CardInput, type ItemSetCard } from './item-set-card.ts';
import { writeItems, type ExportFormat } from './write-items.ts';

export interface ExportedVersion {
  readonly path: string;
  readonly cardPaths: readonly string[];
  readonly card: ItemSetCard;
}

/**
 * Writes the items of `input` and no others: which splits may leave the store is decided before. Fails with
 * `file_unwritable`.
 */
export async function exportVersion(
  input: CardInput,
  path: string,
  format: ExportFormat,
): Promise<Result<ExportedVersion>> {
  const { canary } = input;
  const written = await writeItems(input.items, path, {
    format,
    ...(canary === undefined ? {} : { canary }),
  });
  if (!written.ok) return written;
  const card = itemSetCard(input);
  const stem = path.replace(/\.(jsonl|parquet)$/i, '');
  const cardPaths = [`${stem}.card.md`, `${stem}.card.json`];
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
  return success({ path, cardPaths, card });
}
