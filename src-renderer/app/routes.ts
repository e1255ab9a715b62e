/** The places of the app and their addresses. Pure: the history is the router's business. */

export const comparisonViews = ['plan', 'run', 'results', 'read', 'review', 'judge', 'report'] as const;
export type ComparisonViewName = (typeof comparisonViews)[number];

export const settingSections = ['general', 'machine', 'network', 'licences'] as const;
export type SettingSection = (typeof settingSections)[number];

/** What narrows a place: the candidate chosen, a filter. Kept in the address, so that going back finds it again. */
export type Query = Readonly<Record<string, string>>;

export type Route =
  | { readonly place: 'comparisons'; readonly query: Query }
  | { readonly place: 'start'; readonly query: Query }
  | { readonly place: 'item-sets'; readonly query: Query }
  | { readonly place: 'models'; readonly query: Query }
  | { readonly place: 'settings'; readonly section: SettingSection; readonly query: Query }
  /** A comparison that is still a draft. */
  | { readonly place: 'draft'; readonly draft: string; readonly query: Query }
  | {
      readonly place: 'comparison';
      readonly comparison: string;
      readonly view: ComparisonViewName;
      readonly query: Query;
    }
  | { readonly place: 'unknown'; readonly path: string; readonly query: Query };
export type Place = Route['place'];

const none: Query = {};

export const home: Route = { place: 'comparisons', query: none };

export function comparisonRoute(comparison: string, view: ComparisonViewName, query: Query = none): Route {
  return { place: 'comparison', comparison, view, query };
}

export function draftRoute(draft: string): Route {
  return { place: 'draft', draft, query: none };
}

export function settingsRoute(section: SettingSection = 'general'): Route {
  return { place: 'settings', section, query: none };
}

export function placeRoute(place: 'comparisons' | 'start' | 'item-sets' | 'models'): Route {
  return { place, query: none };
}

function readQuery(search: string): Query {
  return Object.fromEntries(new URLSearchParams(search));
}

/** A segment as the app wrote it; null for one that it cannot have written. */
function segment(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function includes<Name extends string>(names: readonly Name[], text: string): text is Name {
  return (names as readonly string[]).includes(text);
}

/** Reads `path` (`/comparisons/a1/results`) and `search` (`?candidate=Q4_K_M`) of an address. */
export function parseRoute(path: string, search: string): Route {
  const query = readQuery(search);
  const unknown: Route = { place: 'unknown', path, query };
  const parts = path.split('/').slice(1).map(segment);
  const [first = '', second = '', third = ''] = parts;
  if (parts.includes(null) || first === null || second === null || third === null) return unknown;
  switch (first) {
    case '':
      return parts.length === 1 ? { place: 'comparisons', query } : unknown;
    case 'start':
    case 'item-sets':
    case 'models':
      return parts.length === 1 ? { place: first, query } : unknown;
    case 'settings':
      if (parts.length === 1) return { place: 'settings', section: 'general', query };
      return parts.length === 2 && includes(settingSections, second)
        ? { place: 'settings', section: second, query }
        : unknown;
    case 'drafts':
      return parts.length === 2 && second !== '' ? { place: 'draft', draft: second, query } : unknown;
    case 'comparisons':
      return parts.length === 3 && second !== '' && includes(comparisonViews, third)
        ? { place: 'comparison', comparison: second, view: third, query }
        : unknown;
    default:
      return unknown;
  }
}

/** The address of a route. */
export function formatRoute(route: Route): string {
  const search = new URLSearchParams(route.query).toString();
  return pathOf(route) + (search === '' ? '' : `?${search}`);
}

function pathOf(route: Route): string {
  switch (route.place) {
    case 'comparisons':
      return '/';
    case 'start':
    case 'item-sets':
    case 'models':
      return `/${route.place}`;
    case 'settings':
      return route.section === 'general' ? '/settings' : `/settings/${route.section}`;
    case 'draft':
      return `/drafts/${encodeURIComponent(route.draft)}`;
    case 'comparison':
      return `/comparisons/${encodeURIComponent(route.comparison)}/${route.view}`;
    case 'unknown':
      return route.path;
  }
}
