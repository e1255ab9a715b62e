/** The real app over a data folder of its own, asked through the router with every answer checked. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp, type App } from '../../../src-main/app/create-app.ts';
import { createRouter, type Router } from '../../../src-main/app/calls/router.ts';
import type { CallInput, CallName, CallOutput } from '../../../src-main/contract/calls/calls.ts';
import type { AppEvent } from '../../../src-main/contract/events.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { patience, within } from '../../fixtures/within.ts';

export interface AppUnderTest {
  readonly app: App;
  readonly router: Router;
  readonly data: string;
  readonly bugs: readonly unknown[];
  /** Everything that was told since the start. */
  readonly events: readonly AppEvent[];
  ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>>>;
  /** The data of an answer that has to succeed. */
  get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  close(): Promise<void>;
}

let requests = 0;

export async function startApp(data = join(temporaryFolder(), 'data')): Promise<AppUnderTest> {
  const created = await createApp({
    dataFolder: data,
    shell: { kind: 'browser', detail: 'under test' },
    quit: () => undefined,
  });
  if (!created.ok) throw new Error(`${created.error.code}: ${created.error.message}`);
  const app = created.data;
  const bugs: unknown[] = [];
  const router = createRouter(app.handlers, {
    checkAnswers: true,
    onBug: (name, error) => {
      bugs.push(new Error(`${name}: ${String(error)}`, { cause: error }));
    },
  });
  const events: AppEvent[] = [];
  app.events.subscribe((batch) => {
    events.push(...batch);
  });
  const ask = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>>> => {
    requests += 1;
    const answer = await router.answer('test', { id: `r${requests}`, name, input });
    if (!answer.ok && answer.error.code === 'internal' && bugs.length > 0) throw bugs.at(-1) as Error;
    return answer as Result<CallOutput<Name>>;
  };
  return {
    app,
    router,
    data,
    bugs,
    events,
    ask,
    get: async (name, input) => {
      const answer = await ask(name, input);
      if (!answer.ok) throw new Error(`${name}: ${answer.error.code}: ${answer.error.message}`);
      return answer.data;
    },
    close: async () => {
      await router.close();
      await app.close();
    },
  };
}

/** Asks again and again until the answer is as wanted. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  let answer: T | undefined;
  const end = performance.now() + patience * 1000;
  while (performance.now() < end) {
    answer = await within(ask(), () => 'an answer of the app');
    if (wanted(answer)) return answer;
    await wait(50);
  }
  throw new Error(`not as wanted in ${patience} s: ${JSON.stringify(answer)}`);
}

export const firstPage = { offset: 0, limit: 100 } as const;

/** Imports a plan file as a draft and registers it. */
export async function registerPlan(app: AppUnderTest, path: string): Promise<string> {
  const { draft } = await app.get('plans.import_plan', { path });
  const { revision } = await app.get('plans.read_draft', { draft });
  const { comparison } = await app.get('plans.register_plan', { draft, revision });
  return comparison;
}
