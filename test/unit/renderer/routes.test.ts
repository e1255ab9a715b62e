import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Route } from '../../../src-renderer/app/routes.ts';
import {
  comparisonViews,
  formatRoute,
  parseRoute,
  settingSections,
} from '../../../src-renderer/app/routes.ts';

const query = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ maxLength: 20 }), {
  noNullPrototype: true,
  maxKeys: 3,
});
const name = fc.string({ minLength: 1, maxLength: 20 });
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ place: fc.constantFrom('comparisons', 'start', 'item-sets', 'models'), query }),
  fc.record({ place: fc.constant('settings'), section: fc.constantFrom(...settingSections), query }),
  fc.record({ place: fc.constant('draft'), draft: name, query }),
  fc.record({
    place: fc.constant('comparison'),
    comparison: name,
    view: fc.constantFrom(...comparisonViews),
    query,
  }),
);

function parse(address: string): Route {
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  return parseRoute(pathname, search);
}

describe('routes', () => {
  test('every place has an address that leads back to it', () => {
    fc.assert(
      fc.property(route, (one) => {
        // A browser takes "." and ".." out of a path, and no identifier is one of them.
        const segment = 'comparison' in one ? one.comparison : 'draft' in one ? one.draft : '';
        fc.pre(segment !== '.' && segment !== '..');
        expect(parse(formatRoute(one))).toEqual(one);
      }),
    );
  });

  test('any address is read, as a place or as none', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, search) => {
        expect(parseRoute(path, search).place).toBeTypeOf('string');
      }),
    );
  });

  test.each([
    '/comparisons',
    '/comparisons/a',
    '/comparisons/a/nothing',
    '/settings/a',
    '/models/1',
    '/drafts/',
    '/%ff',
    '/x',
  ])('%s is no place', (path) => {
    expect(parseRoute(path, '').place).toBe('unknown');
  });
});
