import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useStores } from '../app/app-context.tsx';
import type { Route } from '../app/routes.ts';
import { formatRoute } from '../app/routes.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: Route;
  readonly children: ReactNode;
}

/** A link to a place of the app: the page stays, and a new tab or window still opens as with any link. */
export function Link({ to, children, onClick, ...rest }: LinkProps) {
  const { router } = useStores();
  return (
    <a
      href={formatRoute(to)}
      onClick={(event) => {
        onClick?.(event);
        const plain =
          event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (event.defaultPrevented || !plain) return;
        event.preventDefault();
        router.go(to);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
