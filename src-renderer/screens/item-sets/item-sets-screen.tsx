import type { ScreenProps } from '../../app/screens.tsx';
import { ImportWizard } from './import-wizard.tsx';
import { ItemBrowser } from './item-browser.tsx';
import { itemSetsView } from './item-sets-query.ts';
import { SetDetail } from './set-detail.tsx';
import { SetList } from './set-list.tsx';
import '../../components/field.css';
import './item-sets.css';

/** Frozen item sets: all of them, one version, its dev items, and the way from a file to a new version. */
export function ItemSetsScreen({ route }: ScreenProps<'item-sets'>) {
  const at = itemSetsView(route.query);
  switch (at.view) {
    case 'list':
      return <SetList />;
    case 'import':
      return <ImportWizard />;
    case 'set':
      return <SetDetail key={`${at.set.name}@${at.set.version}`} set={at.set} />;
    case 'items':
      return <ItemBrowser key={`${at.set.name}@${at.set.version}`} set={at.set} />;
  }
}
