/** Where the person is. The address is the truth; this follows it. */
import { createStore } from 'zustand/vanilla';
import type { Route } from '../app/routes.ts';
import { formatRoute, parseRoute } from '../app/routes.ts';

interface RouterState {
  readonly route: Route;
}

export function createRouterStore() {
  // The token of the printed address has done its work; it is to stay neither in sight nor in the history.
  const here = new URL(location.href);
  if (here.searchParams.has('token')) {
    here.searchParams.delete('token');
    history.replaceState(null, '', here.pathname + here.search);
  }
  const read = (): RouterState => ({ route: parseRoute(location.pathname, location.search) });
  const store = createStore<RouterState>(read);
  const follow = () => {
    store.setState(read());
  };
  addEventListener('popstate', follow);
  return {
    store,
    go: (route: Route) => {
      const address = formatRoute(route);
      if (address === location.pathname + location.search) return;
      history.pushState(null, '', address);
      follow();
    },
    /** The same place, narrowed otherwise: going back does not stop here. */
    replace: (route: Route) => {
      history.replaceState(null, '', formatRoute(route));
      follow();
    },
    back: () => {
      history.back();
    },
    close: () => {
      removeEventListener('popstate', follow);
    },
  };
}
