import { useEffect, useRef } from 'react';
import type { ScreenProps } from '../../app/screens.tsx';
import { ContaminationView } from './contamination-view.tsx';
import { ImportWizard } from './import-wizard.tsx';
import { ItemBrowser } from './item-browser.tsx';
import { itemSetsView } from './item-sets-query.ts';
import { SetDetail } from './set-detail.tsx';
import { SetList } from './set-list.tsx';
import { SliceEditor } from './slice-editor.tsx';
import { StrataByHand } from './strata-by-hand.tsx';
import { TrendView } from './trend-view.tsx';
import '../../components/field.css';
import './item-sets.css';

/** Frozen item sets: all of them, one version, its dev items, and the way from a file to a new version. */
export function ItemSetsScreen({ route }: ScreenProps<'item-sets'>) {
  const at = itemSetsView(route.query);
  useHeadingFocus(JSON.stringify(at));
  switch (at.view) {
    case 'list':
      return <SetList />;
    case 'import':
      return <ImportWizard />;
    case 'slice':
      return <SliceEditor key={at.slice} slice={at.slice} freezing={at.freezing} />;
    case 'sort':
      return <StrataByHand key={JSON.stringify(at.what)} what={at.what} />;
    case 'set':
      return <SetDetail key={`${at.set.name}@${at.set.version}`} set={at.set} />;
    case 'contamination':
      return <ContaminationView key={`${at.set.name}@${at.set.version}`} set={at.set} />;
    case 'trend':
      return <TrendView key={at.set.name} set={at.set} />;
    case 'items':
      return <ItemBrowser key={`${at.set.name}@${at.set.version}`} set={at.set} />;
  }
}

/** Views of one place: what was clicked is gone in the next one, and its heading takes over the focus. */
function useHeadingFocus(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [view]);
}
