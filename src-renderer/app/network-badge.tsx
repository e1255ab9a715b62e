import { useStore } from 'zustand';
import type { NetworkUse } from '../../src-main/contract/calls/settings.ts';
import { formatCount } from '../../src-main/contract/presentation/numbers.ts';
import { Link } from '../components/link.tsx';
import { useStores } from './app-context.tsx';
import { settingsRoute } from './routes.ts';
import './network-badge.css';

/** Who is spoken to, in a word: none, the one host and port, or how many. */
export function networkWord({ inUse }: NetworkUse): string {
  const [first] = inUse;
  if (first === undefined) return 'none';
  return inUse.length === 1 ? hostOf(first.url) : `${formatCount(inUse.length)} endpoints`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** Always in view, on every screen. A ring when nobody is spoken to, filled when somebody is. */
export function NetworkBadge() {
  const use = useStore(useStores().network.store, (state) => state.use);
  const none = use.inUse.length === 0;
  const details =
    (none
      ? 'Connections to other machines: none. '
      : `In use: ${use.inUse.map(({ url }) => url).join(', ')}. `) +
    `${formatCount(use.refused)} requests refused since start.`;
  return (
    <Link to={settingsRoute('network')} className="network-badge" title={details}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle
          cx="5"
          cy="5"
          r="3.9"
          fill={none ? 'none' : 'currentColor'}
          stroke="currentColor"
          strokeWidth="1.4"
        />
      </svg>
      <span>
        Network: <b>{networkWord(use)}</b>
      </span>
    </Link>
  );
}
