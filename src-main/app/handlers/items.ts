/** Item sets: what is frozen, its dev items, and the way from a file to a new version. */
import { resolve } from 'node:path';
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Item, ItemSetVersion } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { cardPathsOf } from '../../items/export/export-version.ts';
import type { AppContext } from '../context.ts';
import { trendOf } from '../trend.ts';
import { exportDevItems } from '../export-version.ts';
import { freePath } from '../free-name.ts';
import { importsOf } from '../imports.ts';
import { asked, itemView } from '../item-view.ts';
import { pageOfList } from './paging.ts';

type ItemHandlers = Pick<
  Handlers,
  | 'items.list_sets'
  | 'items.read_set'
  | 'items.list_items'
  | 'items.read_item'
  | 'items.open_import'
  | 'items.change_import'
  | 'items.list_import_problems'
  | 'items.close_import'
  | 'items.freeze_import'
  | 'items.read_difference'
  | 'items.read_trend'
  | 'items.export_set'
>;

interface SetReference {
  readonly name: string;
  readonly version: number;
}

export function itemHandlers(context: AppContext): ItemHandlers {
  const { store } = context;
  const imports = importsOf(context);

  function versionOf({ name, version }: SetReference): Result<ItemSetVersion> {
    const found = store.itemSetVersion(name, version);
    if (found) return success(found);
    return failure('item_set_unknown', `There is no item set ${name}@${version} here.`, {
      next: 'Choose one from the list.',
    });
  }

  return {
    'items.list_sets': ({ page, search }) => {
      const wanted = (search ?? '').trim().toLowerCase();
      const plans = store.plans();
      const byName = new Map<string, ItemSetVersion[]>();
      for (const version of store.itemSetVersions())
        byName.set(version.name, [...(byName.get(version.name) ?? []), version]);
      const rows = [...byName]
        .filter(([name]) => name.toLowerCase().includes(wanted))
        .map(([name, versions]) => {
          const latest = versions.reduce((one, other) => (other.version > one.version ? other : one));
          return {
            name,
            version: latest.version,
            versions: versions.length,
            items: latest.counts.items,
            dev: latest.counts.dev,
            heldOut: latest.counts.heldOut,
            strata: store.strataCounts(latest).length,
            hash: latest.hash,
            frozenAt: latest.frozenAt,
            comparisons: plans.filter(({ items }) => items.name === name).length,
          };
        });
      return Promise.resolve(success(pageOfList(rows, page)));
    },
    'items.read_set': (reference) => {
      const version = versionOf(reference);
      if (!version.ok) return Promise.resolve(version);
      return Promise.resolve(
        success({
          name: version.data.name,
          version: version.data.version,
          hash: version.data.hash,
          frozenAt: version.data.frozenAt,
          sources: [...store.itemSources(version.data)],
          items: version.data.counts.items,
          strata: [...store.strataCounts(version.data)],
          checks: [...store.checkCounts(version.data)],
          versions: store
            .itemSetVersions()
            .filter(({ name }) => name === version.data.name)
            .map((other) => ({
              version: other.version,
              frozenAt: other.frozenAt,
              items: other.counts.items,
            })),
          heldOutReadings: store.heldOutReadings(version.data).length,
          canary: version.data.canary,
        }),
      );
    },
    'items.list_items': ({ set, stratum, search, page }) => {
      const version = versionOf(set);
      if (!version.ok) return Promise.resolve(version);
      const filter = { stratum, text: (search ?? '').trim() };
      const { items, total } = store.devItemPage(version.data, filter, page);
      return Promise.resolve(success({ rows: items.map(rowView), total, offset: page.offset }));
    },
    'items.read_item': ({ set, item: id }) => {
      const version = versionOf(set);
      if (!version.ok) return Promise.resolve(version);
      const item = store.devItem(version.data, id);
      if (item) return Promise.resolve(success(itemView(item)));
      return Promise.resolve(
        failure('held_out_refused', `${id} is not among the dev items of ${set.name}@${set.version}.`, {
          next: 'Held-out items are read through a registered comparison only.',
        }),
      );
    },
    'items.open_import': async ({ path }) => {
      const opened = await imports.open(path);
      return opened.ok ? success(opened.data) : opened;
    },
    'items.change_import': async ({ importing, format, mapping, choiceBy }) =>
      imports.change(importing, {
        ...(choiceBy === undefined ? {} : { choiceBy }),
        ...(format === undefined ? {} : { shape: format }),
        ...(mapping === undefined ? {} : { mapping }),
      }),
    'items.list_import_problems': async ({ importing, page }) => {
      const problems = await imports.problems(importing);
      if (!problems.ok) return problems;
      const { read, good, kept } = problems.data;
      return success({ ...pageOfList(kept, page), read, good, problems: problems.data.problems });
    },
    'items.close_import': async ({ importing }) => {
      await imports.close(importing);
      return success({});
    },
    'items.freeze_import': async ({ importing, name, heldOut, seed, skipProblems, prepared }) => {
      const read = await imports.items(importing, { heldOut, seed, skipProblems }, prepared);
      if (!read.ok) return read;
      const { items, record, split } = read.data;
      const frozen = store.freezeItemSet(name, items, context.now(), record);
      if (!frozen.ok) return frozen;
      await imports.close(importing);
      context.hub.publish({ kind: 'store_changed', change: { of: 'items' } });
      const { version, hash, counts } = frozen.data;
      return success({ name, version, hash, items: counts.items, madeDev: split.conflicts.length });
    },
    'items.read_difference': ({ name, from, to }) => {
      for (const version of [from, to]) {
        const known = versionOf({ name, version });
        if (!known.ok) return Promise.resolve(known);
      }
      return Promise.resolve(success(store.versionDifference(name, from, to)));
    },
    'items.read_trend': ({ name }) => Promise.resolve(trendOf(store, name)),
    'items.export_set': async ({ set, format, path }) => {
      const version = versionOf(set);
      if (!version.ok) return version;
      const free = await freePath(resolve(path), cardPathsOf);
      const exported = await exportDevItems(store, version.data, free, format, context.now());
      if (!exported.ok) return exported;
      const { items, cardPaths } = exported.data;
      return success({ path: free, items, cardPaths: [...cardPaths] });
    },
  };
}

function rowView(item: Item) {
  return {
    id: item.id,
    stratum: item.stratum,
    band: item.band ?? null,
    split: item.split,
    check: item.check.kind,
    preview: asked(item.messages),
  };
}
