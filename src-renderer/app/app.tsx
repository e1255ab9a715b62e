import type { ComponentType } from 'react';
import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Notice } from '../components/notice.tsx';
import { useStores } from './app-context.tsx';
import { ComparisonBar } from './comparison-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeyLayer } from './key-layer.tsx';
import type { Route } from './routes.ts';
import { comparisonRoute, comparisonViews, formatRoute } from './routes.ts';
import { comparisonScreens, screens } from './screens.tsx';
import { ToastPlace } from './toast.tsx';
import { TopBar } from './top-bar.tsx';
import { useAppearance } from './use-appearance.ts';
import { useKeys } from './use-keys.ts';
import { useLate } from './use-late.ts';
import './shell.css';

/** The whole page: bars, the screen of the place, the toast, the keys. */
export function App() {
  const { router } = useStores();
  const route = useStore(router.store, (state) => state.route);
  useAppearance();
  usePlace(route);
  return (
    <>
      <div className="frame">
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <TopBar />
        {route.place === 'comparison' ? <OpenComparison route={route} /> : null}
        <LostNotice />
        <main id="main">
          <ErrorBoundary resetKey={pathOf(route)}>
            <Suspense fallback={<Waiting />}>
              <Screen key={pathOf(route)} route={route} />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <ToastPlace />
      <KeyLayer />
    </>
  );
}

/** A place without what narrows it: narrowing keeps the screen as it is. */
function pathOf(route: Route): string {
  return formatRoute({ ...route, query: {} });
}

function Screen({ route }: { readonly route: Route }) {
  const Chosen = (
    route.place === 'comparison' ? comparisonScreens[route.view] : screens[route.place]
  ) as ComponentType<{ readonly route: Route }>;
  return <Chosen route={route} />;
}

function Waiting() {
  const late = useLate(true);
  return late ? <p className="waiting">Opening</p> : null;
}

/** Reads the head of the comparison for its bar, and gives the keys that lead to its views. */
function OpenComparison({ route }: { readonly route: Extract<Route, { place: 'comparison' }> }) {
  const { comparisons, router } = useStores();
  const { comparison, view } = route;
  useEffect(() => {
    void comparisons.head.read({ comparison });
  }, [comparisons, comparison]);
  const letters = {
    plan: 'p',
    run: 'r',
    results: 's',
    read: 'd',
    review: 'v',
    judge: 'j',
    report: 'e',
  } as const;
  useKeys(
    'Comparison',
    comparisonViews.map((name) => ({
      keys: `g ${letters[name]}`,
      label: `Go to ${name}`,
      run: () => {
        const known = comparisons.head.store.getState().data?.views[name];
        if (known?.available !== false) router.go(comparisonRoute(comparison, name));
      },
    })),
  );
  return <ComparisonBar comparison={comparison} view={view} />;
}

/** The app has ended or hangs: what is on the screen may be old. */
function LostNotice() {
  const connection = useStore(useStores().network.store, (state) => state.connection);
  const late = useLate(connection === 'lost');
  if (!late) return null;
  return (
    <div className="lost-notice">
      <Notice tone="fault" title="Noisefloor does not answer.">
        <p>
          What you see may be old. Look at the terminal that it was started from; if it ended, start it again
          and open the new address. This page goes on by itself when it is back.
        </p>
      </Notice>
    </div>
  );
}

/** After a change of place the window starts at the top, and the focus is on the heading. */
function usePlace(route: Route): void {
  const path = pathOf(route);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    scrollTo(0, 0);
    // The screen may still be on its way: its heading is waited for, a second at most.
    let frames = 60;
    let frame = 0;
    const find = () => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading !== null) heading.focus({ preventScroll: true });
      else if (frames-- > 0) frame = requestAnimationFrame(find);
    };
    find();
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [path]);
}
