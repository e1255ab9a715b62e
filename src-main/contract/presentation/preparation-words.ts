/** What a step of the preparation did, in one sentence: on the screen, in the terminal and on the card of an export. */
import type { StepRecord } from '../preparation.ts';
import { formatCount, formatNumber } from './numbers.ts';

/** Names of the steps, as headings. */
export const stepTitles: Readonly<Record<StepRecord['step'], string>> = {
  scrub: 'Scrubbing',
  exact_duplicates: 'Exact duplicates',
  near_duplicates: 'Near-duplicates',
  strata: 'Strata and bands',
  strata_by_hand: 'Strata by hand',
  added_by_hand: 'Items by hand',
  sample: 'Sample',
};

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Hits that a scrubbing found and left: in what names something, and in what a check works by. */
function keptSentence(kept: Readonly<Record<string, number>>): string {
  const places = Object.entries(kept).filter(([, count]) => count > 0);
  if (places.length === 0) return '';
  const total = places.reduce((sum, [, count]) => sum + count, 0);
  const each = places.map(([place, count]) => `${place} ${formatCount(count)}`).join(', ');
  return ` ${counted(total, 'hit')} found and kept, because a placeholder would change what is named or how it is checked: ${each}.`;
}

/** What was done and what came of it, without an item's text. */
export function stepSentence(record: StepRecord): string {
  switch (record.step) {
    case 'scrub': {
      const rules = counted(Object.keys(record.byRule).length, 'rule');
      const names = record.names === 0 ? '' : ` and ${counted(record.names, 'name')}`;
      const hits = Object.entries(record.byRule).filter(([, count]) => count > 0);
      const total = hits.reduce((sum, [, count]) => sum + count, 0);
      const kept = keptSentence(record.kept ?? {});
      if (total === 0)
        return `Looked for by ${rules}${names}: nothing ${kept === '' ? 'was found' : 'to replace'} in ${counted(record.before, 'item')}.${kept}`;
      const each = hits.map(([rule, count]) => `${rule} ${formatCount(count)}`).join(', ');
      return `${counted(total, 'hit')} of ${rules}${names} replaced in ${formatCount(record.changed)} of ${counted(record.before, 'item')}: ${each}.${kept}`;
    }
    case 'exact_duplicates': {
      if (record.groups === 0) return `No prompt is there twice in ${counted(record.before, 'item')}.`;
      const differ =
        record.disagreeing === 0
          ? ''
          : ` In ${counted(record.disagreeing, 'group')} the checks differ: one of them is wrong.`;
      return `${counted(record.before - record.after, 'item')} left out, one kept of each of ${counted(record.groups, 'group')}.${differ}`;
    }
    case 'near_duplicates': {
      const from = `from a similarity of ${formatNumber(record.threshold, 2)}`;
      if (record.groups === 0) return `No near-duplicates ${from} among ${counted(record.before, 'item')}.`;
      const { keep_first: first, cluster, ignore } = record.decisions;
      const parts = [
        ...(first === 0
          ? []
          : [
              `${formatCount(first)} cut down to the first item (${formatCount(record.before - record.after)} left out)`,
            ]),
        ...(cluster === 0
          ? []
          : [`${formatCount(cluster)} kept as one cluster (${counted(record.clustered, 'item')})`]),
        ...(ignore === 0 ? [] : [`${formatCount(ignore)} left as they are`]),
      ];
      return `${counted(record.groups, 'group')} ${from}, seed ${record.seed}: ${list(parts)}.`;
    }
    case 'strata': {
      const { stratumField, bandField, rules } = record;
      const sources = [
        ...(stratumField === undefined ? [] : [`strata from ${stratumField}`]),
        ...(bandField === undefined ? [] : [`bands from ${bandField}`]),
        ...(rules.length === 0 ? [] : [counted(rules.length, 'rule')]),
      ];
      const kept =
        record.untouched === 0
          ? ''
          : ` ${counted(record.untouched, 'item keeps what it had', 'items keep what they had')}.`;
      return `By ${list(sources)}: ${counted(record.strata.length, 'stratum', 'strata')}, ${counted(record.bands.length, 'band')}.${kept}`;
    }
    case 'strata_by_hand':
      return `A stratum was given to ${counted(record.strata, 'item')} and a band to ${counted(record.bands, 'item')} by hand.`;
    case 'added_by_hand':
      return `${counted(record.added, 'item')} written by hand came to the ${counted(record.before, 'item')} that were there; no step before this one was taken on ${record.added === 1 ? 'it' : 'them'}.`;
    case 'sample': {
      const how = record.overTime ? ', within each stratum evenly over weeks and weekdays' : '';
      const untimed =
        record.untimed === null || record.untimed === 0
          ? ''
          : ` ${counted(record.untimed, 'item has', 'items have')} no time and could not be drawn.`;
      return `${formatCount(record.after)} of ${counted(record.before, 'item')} drawn from ${counted(record.strata.length, 'stratum', 'strata')}${how}, seed ${record.seed}.${untimed}`;
    }
  }
}
