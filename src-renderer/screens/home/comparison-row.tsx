import type { ComparisonSummary } from '../../../src-main/contract/calls/comparisons.ts';
import type { Axis } from '../../../src-main/contract/presentation/axis.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Menu } from '../../components/menu.tsx';
import type { Roving } from '../../components/roving.ts';
import { CandidateLines } from './candidate-lines.tsx';
import { aboutWords, nextStep, stateWords } from './home-words.ts';

export interface RowActions {
  readonly open: (comparison: ComparisonSummary) => void;
  readonly duplicate: (comparison: ComparisonSummary) => void;
  readonly remove: (comparison: ComparisonSummary) => void;
  readonly showFile: (comparison: ComparisonSummary) => void;
}

export function ComparisonRow({
  comparison,
  axis,
  index,
  roving,
  actions,
}: {
  readonly comparison: ComparisonSummary;
  readonly axis: Axis;
  readonly index: number;
  readonly roving: Roving;
  readonly actions: RowActions;
}) {
  const title = comparison.decision === '' ? 'Without a decision yet' : comparison.decision;
  const next = nextStep(comparison);
  const state = stateWords(comparison, new Date());
  const about = aboutWords(comparison);
  return (
    <tr>
      <th scope="row">
        {next === null ? (
          <span className="decision-link">{title}</span>
        ) : (
          <Link
            to={next.route}
            className="decision-link"
            {...roving.cell(index, 0)}
            onClick={(event) => {
              if (!next.resumes || event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              actions.open(comparison);
            }}
          >
            {title}
          </Link>
        )}
        {comparison.sentence === null ? null : <p className="sentence-read">{comparison.sentence}</p>}
        {about === '' ? null : <p className="about">{about}</p>}
      </th>
      <td className="candidates">
        <CandidateLines comparison={comparison} axis={axis} />
      </td>
      <td>
        {state.strong ? <b>{state.word}</b> : state.word}
        <span className="state-more">{state.more}</span>
      </td>
      <td className="row-actions">
        {next === null ? (
          <Button
            {...roving.cell(index, 0)}
            aria-label={`Show file: ${title}`}
            onClick={() => {
              actions.showFile(comparison);
            }}
          >
            Show file
          </Button>
        ) : (
          <Button
            {...roving.cell(index, 1)}
            aria-label={`${next.label}: ${title}`}
            onClick={() => {
              actions.open(comparison);
            }}
          >
            {next.label}
          </Button>
        )}
        <Menu
          label={`More for: ${title}`}
          buttonProps={roving.cell(index, next === null ? 1 : 2)}
          entries={[
            ...(next === null
              ? []
              : [
                  {
                    label: 'Duplicate',
                    run: () => {
                      actions.duplicate(comparison);
                    },
                  },
                ]),
            {
              label: 'Delete',
              hint: 'Delete',
              run: () => {
                actions.remove(comparison);
              },
            },
          ]}
        />
      </td>
    </tr>
  );
}
