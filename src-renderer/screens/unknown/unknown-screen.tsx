import { useTitle } from '../../app/use-title.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { home } from '../../app/routes.ts';

/** An address that leads nowhere, such as an old bookmark. */
export function UnknownScreen({ route }: ScreenProps<'unknown'>) {
  useTitle('Nothing here');
  return (
    <>
      <PageHead title="There is nothing at this address" />
      <p className="soft">
        <code>{route.path}</code> is no place of Noisefloor. It may be from an older version, or cut off.
      </p>
      <p>
        <Link to={home} className={buttonClass()}>
          All comparisons
        </Link>
      </p>
    </>
  );
}
