import { useState } from 'react';
import { useStore } from 'zustand';
import type { Variation } from '../../../src-main/contract/presentation/variations.ts';
import type { DraftFields } from '../../../src-main/contract/calls/plans.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute, draftRoute, home } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { localClock } from '../../components/local-time.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { PlanSentence } from './plan-sentence.tsx';
import { PromptSection } from './prompt-section.tsx';
import { RunRules } from './run-rules.tsx';
import { SharedSettingsSection } from './shared-settings.tsx';
import { SizePanel } from './size-panel.tsx';
import { StrataTable } from './strata-table.tsx';
import '../../components/table.css';
import './new-comparison.css';

/** A plan before it is registered: a sentence with gaps, and beside it whether its items suffice. */
export function NewComparisonScreen({ route }: ScreenProps<'draft'>) {
  useTitle('New comparison');
  const { newComparison, router, toasts, comparisons } = useStores();
  const { data: draft, error, busy } = useResource(newComparison.draft, { draft: route.draft });
  const sizing = useStore(newComparison.sizing.store, (state) => state.data);
  const [problem, setProblem] = useState<Failure | null>(null);
  const [registering, setRegistering] = useState(false);
  const [importing, setImporting] = useState(false);
  const late = useLate(draft === null && busy);

  if (error !== null && draft === null)
    return (
      <>
        <PageHead title="New comparison" />
        <FailureNotice
          failure={error}
          actions={
            <Button
              onClick={() => {
                router.go(home);
              }}
            >
              Go to the comparisons
            </Button>
          }
        />
      </>
    );
  if (draft?.draft !== route.draft) return <p className="muted">{late ? 'Reading the draft' : ''}</p>;

  const change = (fields: Partial<DraftFields>) => {
    void newComparison.change(fields).then((answer) => {
      setProblem(answer.ok ? null : answer.error);
    });
  };
  const register = async () => {
    setRegistering(true);
    const answer = await newComparison.registerAndRun();
    setRegistering(false);
    if (answer.ok) router.go(comparisonRoute(answer.data, 'run'));
    else setProblem(answer.error);
  };
  const discard = async () => {
    const answer = await newComparison.discard(draft.draft);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    router.go(home);
    toasts.show('Discarded the draft.', async () => {
      const restored = await comparisons.restore(draft.draft);
      if (restored.ok) router.go(draftRoute(draft.draft));
    });
  };
  const vary = (candidate: string, variation: Variation) => {
    void newComparison.vary(candidate, variation).then((answer) => {
      setProblem(answer.ok ? null : answer.error);
    });
  };
  const importPlan = async (path: string) => {
    setImporting(false);
    const answer = await newComparison.importPlan(path);
    if (answer.ok) router.go(draftRoute(answer.data.draft));
    else setProblem(answer.error);
  };

  return (
    <div className="new-comparison filling">
      <div className="plan-side">
        <div className="draft-head">
          <h1 tabIndex={-1}>New comparison</h1>
          <span className="muted">draft, saved {localClock(draft.savedAt)}</span>
          <span className="grow" />
          <Button
            look="quiet"
            onClick={() => {
              setImporting(true);
            }}
          >
            Import plan…
          </Button>
          <Button look="quiet" onClick={() => void discard()}>
            Discard
          </Button>
        </div>
        {problem === null ? null : <FailureNotice failure={problem} />}
        <PlanSentence draft={draft} onChange={change} onVary={vary} />
        <StrataTable draft={draft} sizing={sizing} onChange={change} />
        <RunRules draft={draft} onChange={change} />
        <PromptSection draft={draft} onChange={change} />
        <SharedSettingsSection fields={draft.fields} onChange={change} />
      </div>
      <SizePanel
        draft={draft}
        onChange={change}
        onRegister={() => void register()}
        registering={registering}
      />
      {importing ? (
        <PathChooser
          title="Import a plan"
          show="plans"
          action="Import"
          onChoose={(path) => void importPlan(path)}
          onClose={() => {
            setImporting(false);
          }}
        />
      ) : null}
    </div>
  );
}
