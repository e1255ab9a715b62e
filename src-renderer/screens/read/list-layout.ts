/** Where headings and items stand in one list: a heading for each stratum, then its items. Pure. */

export interface StratumSize {
  readonly stratum: string;
  readonly matching: number;
  readonly flips: number;
}

export type ListPlace =
  | { readonly kind: 'heading'; readonly stratum: StratumSize }
  /** `offset`: the place among the items alone, as the pages count them. */
  | { readonly kind: 'item'; readonly offset: number };

export interface ListLayout {
  /** Rows in all, headings among them. */
  readonly length: number;
  at(row: number): ListPlace;
  /** The item at a row; at a heading the one that follows it. */
  offsetAt(row: number): number;
  /** The row of an item. */
  rowOf(offset: number): number;
}

/** Strata without a matching item have no heading. */
export function listLayout(strata: readonly StratumSize[]): ListLayout {
  const sections: { readonly stratum: StratumSize; readonly row: number; readonly offset: number }[] = [];
  let row = 0;
  let offset = 0;
  for (const stratum of strata) {
    if (stratum.matching === 0) continue;
    sections.push({ stratum, row, offset });
    row += stratum.matching + 1;
    offset += stratum.matching;
  }
  const sectionBy = (key: 'row' | 'offset', value: number) => {
    const after = sections.findIndex((section) => section[key] > value);
    return sections.at(after === -1 ? -1 : after - 1);
  };
  return {
    length: row,
    at(wanted) {
      const section = sectionBy('row', wanted);
      if (section === undefined) throw new RangeError(`row ${wanted} of an empty list`);
      return section.row === wanted
        ? { kind: 'heading', stratum: section.stratum }
        : { kind: 'item', offset: section.offset + (wanted - section.row - 1) };
    },
    offsetAt(wanted) {
      const section = sectionBy('row', wanted);
      return section === undefined ? 0 : section.offset + Math.max(0, wanted - section.row - 1);
    },
    rowOf(wanted) {
      const section = sectionBy('offset', wanted);
      return section === undefined ? 0 : section.row + 1 + (wanted - section.offset);
    },
  };
}
