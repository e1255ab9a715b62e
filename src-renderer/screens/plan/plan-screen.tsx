import { promptFacts } from '../../../src-main/contract/presentation/composition-words.ts';
import {
  formatCount,
  formatHash,
  formatPointsSize,
} from '../../../src-main/contract/presentation/numbers.ts';
import { oftenWords } from '../../../src-main/contract/presentation/part-words.ts';
import { ruleWords } from '../../../src-main/contract/presentation/repeat-words.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy-table.tsx';
import { localTime } from '../../components/local-time.ts';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import './plan.css';

/** The plan as it was registered. It cannot be changed; duplicating the comparison makes a draft of it. */
export function PlanScreen({ route }: ScreenProps<'comparison'>) {
  useTitle('Plan');
  const { plan } = useStores();
  const copy = useCopy();
  const { data, error, busy } = useResource(plan, { comparison: route.comparison });
  const late = useLate(data === null && busy);
  if (error !== null && data === null) return <FailureNotice failure={error} />;
  if (data?.comparison !== route.comparison) return <p className="muted">{late ? 'Reading the plan' : ''}</p>;
  const { fields } = data;
  const facts: readonly (readonly [string, string])[] = [
    ['Decision', fields.decision],
    ['Baseline', `${fields.baseline ?? ''}, run ${oftenWords(fields.replicates)}`],
    [
      'Candidates',
      fields.candidates
        .map(({ name }) => name)
        .filter((name) => name !== fields.baseline)
        .join(', '),
    ],
    [
      'Items',
      fields.items === null
        ? ''
        : `${fields.items.name}@${fields.items.version}, ${fields.split === 'dev' ? 'dev' : 'held-out'}`,
    ],
    ...promptFacts(fields).map(([who, words]): readonly [string, string] => [promptLabel(who), words]),
    ['Guard rail', `${formatPointsSize(fields.margin)} points overall`],
    ['Must pass', mustPass(fields.strata)],
    ['Looks before the end', fields.looks === null ? 'counted, and cost nothing' : 'widen the intervals'],
    ...(fields.repeatRule === null ? [] : [['Simple rule', ruleWords(fields.repeatRule)] as const]),
    ['Registered', localTime(data.registeredAt, new Date())],
    ['Hash', data.hash],
    ['Readings of held-out items', formatCount(data.heldOutReadings)],
  ];
  return (
    <div className="plan">
      <PageHead title="Plan">
        <span className="muted">
          registered {localTime(data.registeredAt, new Date())}, {formatHash(data.hash)}
        </span>
        <Button onClick={() => void copy(data.text, 'the plan file')}>Copy as plan file</Button>
      </PageHead>
      <dl className="plan-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.apart.length === 0 ? null : (
        <Notice title="More than one setting differs at a time">
          {data.apart.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {data.contexts.length === 0 ? null : (
        <Notice title="A longer context than the model was trained for">
          {data.contexts.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      <h2>As a plan file</h2>
      <p className="muted">
        What the command line reads with <code>noisefloor run</code>.
      </p>
      <pre className="plan-text" tabIndex={0} role="region" aria-label="Plan file">
        {data.text}
      </pre>
    </div>
  );
}

function promptLabel(who: string): string {
  if (who === 'Every candidate') return 'Prompt';
  return who === 'Every other candidate' ? 'Prompt of every other' : `Prompt of ${who}`;
}

function mustPass(
  strata: readonly { readonly stratum: string; readonly margin: number; readonly mustPass: boolean }[],
): string {
  const gating = strata.filter((one) => one.mustPass);
  if (gating.length === 0) return 'the whole alone';
  return gating.map(({ stratum, margin }) => `${stratum} (${formatPointsSize(margin)})`).join(', ');
}
