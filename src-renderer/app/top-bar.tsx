import { useStore } from 'zustand';
import { Link } from '../components/link.tsx';
import { buttonClass } from '../components/button.tsx';
import { useStores } from './app-context.tsx';
import { NetworkBadge } from './network-badge.tsx';
import type { Place, Route } from './routes.ts';
import { home, placeRoute, settingsRoute } from './routes.ts';

const places: readonly { readonly label: string; readonly route: Route; readonly also: readonly Place[] }[] =
  [
    { label: 'Comparisons', route: home, also: ['draft', 'comparison'] },
    { label: 'Item sets', route: placeRoute('item-sets'), also: [] },
    { label: 'Models', route: placeRoute('models'), also: [] },
  ];

function Brand() {
  return (
    <>
      <svg viewBox="0 0 18 18" aria-hidden="true">
        <rect x="9" y="1" width="6" height="16" fill="currentColor" opacity=".22" />
        <path d="M12 1v16" stroke="currentColor" strokeWidth="1" />
        <path d="M1 9h8" stroke="currentColor" strokeWidth="1.6" />
        <circle cx="5" cy="9" r="2.9" fill="currentColor" />
      </svg>
      Noisefloor
    </>
  );
}

/** Places at the left, network and settings at the right. First start has no places yet. */
export function TopBar() {
  const { router } = useStores();
  const place = useStore(router.store, (state) => state.route.place);
  return (
    <header className="top-bar">
      <span className="brand">
        <Brand />
      </span>
      {place === 'start' ? null : (
        <nav className="bar-links" aria-label="Places">
          {places.map(({ label, route, also }) => (
            <Link
              key={label}
              to={route}
              {...(route.place === place ? { 'aria-current': 'page' as const } : {})}
              data-within={also.includes(place)}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <span className="bar-end">
        <NetworkBadge />
        <Link
          to={settingsRoute()}
          className={buttonClass('quiet')}
          {...(place === 'settings' ? { 'aria-current': 'page' as const } : {})}
        >
          Settings
        </Link>
      </span>
    </header>
  );
}
