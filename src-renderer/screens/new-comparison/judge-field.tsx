import type { Draft, DraftFields, DraftJudge } from '../../../src-main/contract/calls/plans.ts';
import { judgeUseWords } from '../../../src-main/contract/presentation/draft-judge-words.ts';
import { SelectField, SentenceLine } from '../../components/sentence-field.tsx';
import { isSameAnswerer, type Choice } from './add-candidate.tsx';
import { problemOf } from './draft-problem.ts';

const nothing = '';
const ofPlan = 'of the plan';

/** Who grades, where an item needs it: any model that is no candidate. */
export function JudgeField({
  draft,
  choices,
  onChange,
}: {
  readonly draft: Draft;
  readonly choices: readonly Choice[];
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const { fields, judgeItems, planJudge } = draft;
  const { judge } = fields;
  const compares = planJudge?.compares === true;
  if (judgeItems === 0 && judge === null && !compares) return null;
  const chosen = judge === null ? undefined : choices.find(({ answerer }) => isSameAnswerer(judge, answerer));
  const offered = choices.filter(
    (choice) => choice === chosen || !fields.candidates.some((one) => isSameAnswerer(one, choice.answerer)),
  );
  // A server is asked for its models when a person connects it: until then the plan's judge is in no list.
  const isListed = (one: DraftJudge) => choices.some(({ answerer }) => isSameAnswerer(one, answerer));
  const unlisted = [judge, planJudge?.judge ?? null].find((one) => one !== null && !isListed(one)) ?? null;
  return (
    <SentenceLine>
      <span>with the judge</span>
      <SelectField
        label="Judge"
        value={judge === null ? nothing : (chosen?.id ?? ofPlan)}
        problem={problemOf(draft, 'judge')}
        options={[
          { value: nothing, label: judge === null && judgeItems > 0 ? 'choose a judge' : 'none' },
          ...(unlisted === null
            ? []
            : [{ value: ofPlan, label: unlisted.endpoint?.model ?? 'the plan’s own' }]),
          ...offered.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => {
          const other = id === ofPlan ? unlisted : offered.find((choice) => choice.id === id)?.answerer;
          onChange({ judge: other ?? null });
        }}
      />
      <span>{judgeUseWords(judgeItems, fields.split, compares)}</span>
    </SentenceLine>
  );
}
