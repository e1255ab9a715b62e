import type { Draft, DraftFields } from '../../../src-main/contract/calls/plans.ts';
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
  const { fields, judgeItems } = draft;
  const { judge } = fields;
  if (judgeItems === 0 && judge === null) return null;
  const chosen = judge === null ? undefined : choices.find(({ answerer }) => isSameAnswerer(judge, answerer));
  const offered = choices.filter(
    (choice) => choice === chosen || !fields.candidates.some((one) => isSameAnswerer(one, choice.answerer)),
  );
  return (
    <SentenceLine>
      <span>with the judge</span>
      <SelectField
        label="Judge"
        value={judge === null ? nothing : (chosen?.id ?? ofPlan)}
        problem={problemOf(draft, 'judge')}
        options={[
          { value: nothing, label: judge === null ? 'choose a judge' : 'none' },
          // A server is asked for its models when a person connects it.
          ...(judge === null || chosen !== undefined
            ? []
            : [{ value: ofPlan, label: judge.endpoint?.model ?? 'the plan’s own' }]),
          ...offered.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => {
          if (id !== ofPlan)
            onChange({ judge: offered.find((choice) => choice.id === id)?.answerer ?? null });
        }}
      />
      <span>{judgeUseWords(judgeItems, fields.split)}</span>
    </SentenceLine>
  );
}
