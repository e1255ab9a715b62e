import { PageHead } from '../../components/page-head.tsx';

/** Stands where a screen is still to be built. */
export function ComingScreen() {
  return (
    <>
      <PageHead title="Not built yet" />
      <p className="soft">This screen is still to come.</p>
    </>
  );
}
