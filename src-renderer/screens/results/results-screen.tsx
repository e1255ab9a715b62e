import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { CandidateResult, ComparisonResults } from '../../../src-main/contract/calls/results.ts';
import { useStores } from '../../app/app-context.tsx';
import type { Query } from '../../app/routes.ts';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy-table.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { CostFigure, CostTable } from './cost-figure.tsx';
import { DivergenceSection } from './divergence-section.tsx';
import { ForestFigure, useShowAll } from './forest-figure.tsx';
import { JudgeNotice } from './judge-notice.tsx';
import { NumberTables } from './number-tables.tsx';
import { OutcomeLedger } from './outcome-ledger.tsx';
import {
  answerOf,
  candidatesWithDifferences,
  chosenCandidate,
  comparisonOf,
  forestView,
  headVerdict,
  measureOfResults,
} from './results-view.ts';
import { missingWords, planWords, readFlipsWords, spokenText } from './results-words.ts';
import { RemeasureNotice } from './remeasure-notice.tsx';
import { OpenSettings, SettledSettings } from './settings-notice.tsx';
import { UnfinishedRun } from './unfinished-run.tsx';
import { VerdictSaid } from './verdict-said.tsx';
import './results.css';

/** What the comparison says of each candidate: the answer first, then the plot, then its numbers. */
export function ResultsScreen({ route }: ScreenProps<'comparison'>) {
  const { results: store, router, comparisons } = useStores();
  const { comparison, query } = route;
  const asked = JSON.stringify(query);
  const peek = query['peek'] !== undefined;
  const { data, error, input, busy } = useStore(store.summary.store);
  useEffect(() => {
    void store.open({ comparison, peek });
  }, [store, comparison, peek]);
  const own = input?.comparison === comparison && input.peek === peek;
  const results = own ? data : null;
  const problem = own ? error : null;
  useTitle(peek ? 'Results, peeked' : 'Results');
  const late = useLate(results === null && problem === null && busy);

  // The run ended while it was peeked at: from here on these are the results.
  const ended = useStore(
    comparisons.head.store,
    (head) => head.input?.comparison === comparison && head.data?.state === 'finished',
  );
  useEffect(() => {
    if (!peek || !ended) return;
    const rest = Object.fromEntries(
      Object.entries(JSON.parse(asked) as Query).filter(([name]) => name !== 'peek'),
    );
    router.replace(comparisonRoute(comparison, 'results', rest));
  }, [peek, ended, router, comparison, asked]);

  const narrow = (change: Query) => {
    router.replace(comparisonRoute(comparison, 'results', { ...query, ...change }));
  };
  if (problem?.code === 'run_unfinished') {
    return (
      <UnfinishedRun
        comparison={comparison}
        failure={problem}
        onPeek={() => {
          narrow({ peek: 'yes' });
        }}
      />
    );
  }
  return (
    <div className="results">
      {problem === null ? null : (
        <FailureNotice
          failure={problem}
          actions={
            <Button disabled={busy} onClick={() => void store.refresh()}>
              Try again
            </Button>
          }
        />
      )}
      {results === null ? (
        <>
          <VerdictSaid sentence={null} why={[]} peeked={false} />
          {problem === null ? <div className="results-place">{late ? 'Reading the results' : ''}</div> : null}
        </>
      ) : (
        <Results results={results} query={query} onNarrow={narrow} />
      )}
    </div>
  );
}

function Results({
  results,
  query,
  onNarrow,
}: {
  readonly results: ComparisonResults;
  readonly query: Query;
  readonly onNarrow: (change: Query) => void;
}) {
  const store = useStores().results;
  const { comparison, baseline, peeked } = results;
  const { strata, errors } = useStore(store.strata.store);
  const costs = useStore(store.costs.store);
  const outcomes = useStore(store.outcomes.store);
  const run = useStore(store.run.store);
  const [showAll, setShowAll] = useShowAll();
  const chosen = chosenCandidate(results, query['candidate']);
  const name = chosen?.candidate ?? null;
  useEffect(() => {
    if (name !== null) void store.strata.ensure([name]);
  }, [store, name]);
  const actions = useActions(results, chosen);
  const differences = run.data?.comparison === comparison ? run.data.differences : [];
  const measure = measureOfResults(results);
  const answer = costs.data === null ? null : answerOf(results, costs.data.rows);
  const whole = chosen === null ? null : comparisonOf(chosen, strata);
  const { shown } = forestView(results, strata, chosen, showAll);
  return (
    <>
      <OpenSettings comparison={comparison} differences={differences} />
      {peeked ? <PeekNotice results={results} /> : null}
      {chosen === null ? (
        <VerdictSaid sentence="The plan has no candidate beside its baseline." why={[]} peeked={peeked} />
      ) : (
        <VerdictSaid
          verdict={headVerdict(chosen, strata)}
          sentence={chosen.sentences.first}
          why={[...chosen.sentences.rest, ...(answer === null ? [] : [answer])]}
          peeked={peeked}
        >
          <Button
            hint="c"
            onClick={() => {
              actions.copy(answer);
            }}
          >
            Copy sentence
          </Button>
          <Button
            look="primary"
            hint="Enter"
            onClick={() => {
              actions.read(chosen.candidate);
            }}
          >
            {readFlipsWords(chosen, measure)}
          </Button>
        </VerdictSaid>
      )}
      <ResultKeys
        onCopy={() => {
          actions.copy(answer);
        }}
        onRead={() => {
          if (name !== null) actions.read(name);
        }}
      />
      <SettledSettings differences={differences} />
      {peeked ? null : <RemeasureNotice results={results} costs={costs.data?.rows ?? []} />}
      {peeked ? null : <JudgeNotice comparison={comparison} candidate={name} />}
      <ForestFigure
        results={results}
        chosen={chosen}
        strata={strata}
        error={(name === null ? null : errors.get(name)) ?? null}
        differing={candidatesWithDifferences(differences, results)}
        showAll={showAll}
        onShowAll={setShowAll}
        onSelect={(candidate) => {
          onNarrow({ candidate });
        }}
        onOpen={actions.read}
      />
      {chosen === null || whole === null ? null : (
        <NumberTables
          result={chosen}
          comparison={{ ...whole, strata: shown }}
          baseline={baseline}
          measure={measure}
          peeked={peeked}
        />
      )}
      <div className="two">
        {costs.data === null ? (
          <div className="figure-place" />
        ) : (
          <CostFigure
            results={results}
            costs={costs.data.rows}
            wanted={query['cost']}
            onChoose={(cost) => {
              onNarrow({ cost });
            }}
          />
        )}
        {outcomes.data === null ? (
          <div className="figure-place" />
        ) : (
          <OutcomeLedger results={results} outcomes={outcomes.data} chosen={name} />
        )}
      </div>
      {costs.data === null ? null : <CostTable results={results} costs={costs.data.rows} />}
      <DivergenceSection comparison={comparison} chosen={name} />
      {[costs.error, outcomes.error, run.error].map((failure, index) =>
        failure === null ? null : (
          <FailureNotice
            key={index}
            failure={failure}
            actions={<Button onClick={() => void store.refresh()}>Try again</Button>}
          />
        ),
      )}
      <Method results={results} chosen={chosen} />
    </>
  );
}

function ResultKeys({ onCopy, onRead }: { readonly onCopy: () => void; readonly onRead: () => void }) {
  useKeys('Results', [
    { keys: 'c', label: 'Copy the sentence', run: onCopy },
    { keys: 'Enter', label: 'Read the flips of the candidate', yields: true, run: onRead },
  ]);
  return null;
}

function useActions(results: ComparisonResults, chosen: CandidateResult | null) {
  const { router } = useStores();
  const copy = useCopy();
  return {
    copy: (answer: string | null) => {
      if (chosen !== null) void copy(spokenText(chosen, answer, results.peeked), 'the sentence');
    },
    read: (candidate: string) => {
      const flips = results.candidates.find((one) => one.candidate === candidate)?.overall?.flips;
      const some = flips !== undefined && flips.losses + flips.gains > 0;
      router.go(comparisonRoute(results.comparison, 'read', { candidate, ...(some ? {} : { show: 'all' }) }));
    },
  };
}

function PeekNotice({ results }: { readonly results: ComparisonResults }) {
  const { peeks } = results;
  const paid = results.candidates.some(({ overall }) => overall?.look !== undefined);
  const store = useStores().results;
  const moved = useStore(store.moved, (state) => state.moved);
  const busy = useStore(store.summary.store, (state) => state.busy);
  return (
    <Notice
      tone="attention"
      title="This is a peek: the run has not ended."
      actions={
        <Button small disabled={busy} onClick={() => void store.refresh()}>
          Peek again
        </Button>
      }
    >
      <p>
        Every number is of the answers that are there so far and will change. A decision made now is not the
        one that the plan registered. Peek {Math.max(1, peeks)} of this comparison is counted, and the report
        names it.{' '}
        {paid ? 'By the plan’s spending rule it widens the intervals here and in all later results.' : ''}
        {moved ? ' More answers are there by now.' : ''}
      </p>
    </Notice>
  );
}

/** What has no pair, and how all of it was worked out. */
function Method({
  results,
  chosen,
}: {
  readonly results: ComparisonResults;
  readonly chosen: CandidateResult | null;
}) {
  const missing =
    chosen?.overall == null ? null : missingWords(chosen.overall, chosen.candidate, results.baseline);
  return (
    <section className="method" aria-label="Method">
      {missing === null ? null : <p>{missing}</p>}
      <p>{planWords(results)}</p>
      <details>
        <summary>How it was worked out</summary>
        {results.method.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
    </section>
  );
}
