import type { ItemDetail } from '../../../src-main/contract/calls/items.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { checkRows } from './item-sets-words.ts';

/** One item: what is asked, what it is judged by, where it comes from. */
export function ItemView({ item, split = true }: { readonly item: ItemDetail; readonly split?: boolean }) {
  const facts = [
    item.stratum,
    item.band,
    item.source,
    item.cluster === null ? null : `cluster ${item.cluster}`,
    split ? item.split : null,
  ]
    .filter((fact) => fact !== null)
    .join(', ');
  return (
    <>
      <p className="item-facts">
        <b>{visibleText(item.id)}</b> <span className="muted">{visibleText(facts)}</span>
      </p>
      <dl className="item-parts">
        {item.messages.map(({ role, content }, index) => (
          <div key={index}>
            <dt>{role}</dt>
            <dd>{visibleText(content)}</dd>
          </div>
        ))}
        <div>
          <dt>check</dt>
          <dd>{item.check.kind}</dd>
        </div>
        {checkRows(item.check).map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd className="mono">{visibleText(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
