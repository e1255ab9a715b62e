/** Judge: the calibration, and the desk at which people grade answers. Whose answer it is stays on this side. */
import type { Handlers } from '../../contract/calls/calls.ts';
import type { GradingPlace } from '../../contract/calls/judging.ts';
import { longestText } from '../../contract/calls/reading.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { calibrate } from '../../experiment/judging/calibrate.ts';
import { gradingOrder, type GradingTurn } from '../../experiment/judging/grading-order.ts';
import { judgedItems, type JudgedItem } from '../../experiment/judging/judge-work.ts';
import { judgedText } from '../../scoring/judge/reading.ts';
import { gradesOf, placeOfGrade } from '../../scoring/judge/scale.ts';
import { noJudge } from '../calibrate-plan.ts';
import { hasEnded, planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { PlanItems } from '../plan-items.ts';

type JudgingHandlers = Pick<
  Handlers,
  'judging.read_calibration' | 'judging.read_next' | 'judging.grade_answer' | 'judging.undo_grade'
>;

interface Desk {
  readonly registered: RegisteredPlan;
  readonly items: ReadonlyMap<string, JudgedItem>;
  readonly order: readonly GradingTurn[];
  readonly rater: string;
}

export function judgingHandlers(context: AppContext): JudgingHandlers {
  const { store } = context;
  const planItems = new PlanItems(context);
  /** The latest desk: it is the same for every answer of a sitting. */
  let kept: {
    readonly key: string;
    readonly items: ReadonlyMap<string, unknown>;
    readonly desk: Desk;
  } | null = null;

  function opened(asked: { comparison: string; rater: string }): Result<Desk> {
    const { comparison } = asked;
    const plan = planOf(store, comparison);
    if (!plan.ok) return plan;
    if (plan.data.plan.judge === undefined) return noJudge();
    if (!hasEnded(store.runs(comparison), store.judging(comparison)) || context.runs.running(comparison))
      return failure('run_unfinished', 'Answers are graded when the run has ended.', {
        next: 'Wait for it: then every answer is there.',
      });
    const read = planItems.of(plan.data);
    if (!read.ok) return read;
    const rater = asked.rater.trim();
    const key = JSON.stringify([comparison, rater]);
    if (kept?.key !== key || kept.items !== read.data) {
      const items = judgedItems([...read.data.values()]);
      const order = gradingOrder(plan.data, [...items.keys()]);
      kept = { key, items: read.data, desk: { registered: plan.data, items, order, rater } };
    }
    return success(kept.desk);
  }

  /** Turns that the rater graded, in the order, and when. */
  function gradedTurns({ registered, order, rater }: Desk): ReadonlyMap<number, string> {
    const own = new Map(
      store
        .judgeLabels(registered.hash)
        .filter((label) => label.rater === rater && label.sample === 0 && label.key.replicate === 1)
        .map(({ itemId, key, at }) => [turnKey({ itemId, key }), at]),
    );
    return new Map(
      [...order.entries()].flatMap(([turn, of]) => {
        const at = own.get(turnKey(of));
        return at === undefined ? [] : [[turn, at] as const];
      }),
    );
  }

  /** The turn that was graded last, which need not be the last in the order; null: none was. */
  function lastGraded(desk: Desk): number | null {
    const graded = [...gradedTurns(desk)].toSorted(
      ([one, oneAt], [other, otherAt]) => Date.parse(oneAt) - Date.parse(otherAt) || one - other,
    );
    return graded.at(-1)?.[0] ?? null;
  }

  function placeOf(desk: Desk): GradingPlace {
    const graded = gradedTurns(desk);
    const { order } = desk;
    let next: GradingPlace['next'] = null;
    for (let turn = 0; turn < order.length && next === null; turn += 1)
      if (!graded.has(turn)) next = shown(desk, turn);
    return { done: graded.size, total: next === null ? graded.size : order.length, next };
  }

  /** Null where there is no answer that a judge could read. */
  function shown({ registered, items, order }: Desk, turn: number): GradingPlace['next'] {
    const at = order[turn];
    const item = at && items.get(at.itemId);
    const output = at && store.output(registered.hash, at.key, at.itemId, 0);
    if (!item || !output) return null;
    const judged = judgedText(output);
    if ('score' in judged) return null;
    return {
      turn,
      messages: [...item.messages],
      rubric: item.check.rubric,
      reference: item.check.reference ?? null,
      grades: [...gradesOf(item.check.scale)],
      text: judged.text.slice(0, longestText),
      length: judged.text.length,
    };
  }

  function put({ registered, order, rater }: Desk, turn: number, grade: string | null): Result<void> {
    const at = order[turn];
    if (!at) return failure('comparison_unknown', `There is no answer ${turn} to grade.`);
    const label = { ...at, sample: 0, rater, grade, at: context.now() };
    const written = store.putJudgeLabels(registered.hash, [label]);
    if (written.ok)
      context.hub.publish({
        kind: 'store_changed',
        change: { of: 'labels', comparison: registered.hash },
      });
    return written;
  }

  return {
    'judging.read_calibration': ({ comparison }) => {
      const plan = planOf(store, comparison);
      if (!plan.ok) return Promise.resolve(plan);
      if (plan.data.plan.judge === undefined) return Promise.resolve(success({ calibration: null }));
      const read = planItems.of(plan.data);
      if (!read.ok) return Promise.resolve(read);
      return Promise.resolve(success({ calibration: calibrate(store, plan.data, [...read.data.values()]) }));
    },
    'judging.read_next': (asked) => {
      const desk = opened(asked);
      return Promise.resolve(desk.ok ? success(placeOf(desk.data)) : desk);
    },
    'judging.grade_answer': ({ turn, grade, ...asked }) => {
      const desk = opened(asked);
      if (!desk.ok) return Promise.resolve(desk);
      const answer = shown(desk.data, turn);
      const place = answer === null ? null : placeOfGrade(grade, answer.grades);
      if (answer === null || place === null)
        return Promise.resolve(
          failure('comparison_unknown', `${grade} is no grade of the answer ${turn}.`, {
            next: 'Open the judge again.',
          }),
        );
      const written = put(desk.data, turn, answer.grades[place] ?? grade);
      return Promise.resolve(written.ok ? success(placeOf(desk.data)) : written);
    },
    'judging.undo_grade': (asked) => {
      const desk = opened(asked);
      if (!desk.ok) return Promise.resolve(desk);
      const last = lastGraded(desk.data);
      const written = last === null ? success(undefined) : put(desk.data, last, null);
      return Promise.resolve(written.ok ? success(placeOf(desk.data)) : written);
    },
  };
}

function turnKey(turn: GradingTurn): string {
  return `${turn.key.candidate}\u0000${turn.itemId}`;
}
