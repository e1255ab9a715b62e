import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listLayout } from '../../../../src-renderer/screens/read/list-layout.ts';

const strata = fc.array(fc.record({ stratum: fc.string(), matching: fc.nat(20), flips: fc.nat(20) }), {
  maxLength: 12,
});

test('every item has one row, in order, and every stratum with items one heading before them', () => {
  fc.assert(
    fc.property(strata, (sizes) => {
      const layout = listLayout(sizes);
      const places = Array.from({ length: layout.length }, (_, row) => layout.at(row));
      const items = places.flatMap((place) => (place.kind === 'item' ? [place.offset] : []));
      expect(items).toEqual(items.map((_, index) => index));
      expect(items).toHaveLength(sizes.reduce((sum, { matching }) => sum + matching, 0));
      const headings = places.flatMap((place) => (place.kind === 'heading' ? [place.stratum] : []));
      expect(headings).toEqual(sizes.filter(({ matching }) => matching > 0));
    }),
  );
});

test('a row and its item find each other, and a heading finds the item that follows it', () => {
  fc.assert(
    fc.property(strata, (sizes) => {
      const layout = listLayout(sizes);
      for (let row = 0; row < layout.length; row += 1) {
        const place = layout.at(row);
        if (place.kind === 'item') {
          expect(layout.rowOf(place.offset)).toBe(row);
          expect(layout.offsetAt(row)).toBe(place.offset);
        } else expect(layout.rowOf(layout.offsetAt(row))).toBe(row + 1);
      }
    }),
  );
});
