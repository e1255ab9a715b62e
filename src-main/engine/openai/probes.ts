/**
 * Which settings a server takes notice of. A setting that it does not know it ignores without a word, so each is tried
 * on a short answer. Greedy decoding, and drawing with a cut that leaves one token, must give the same text; drawing
 * with one seed twice must give the same text, and with another seed another one.
 */
import type { EndpointCandidate, Sampling } from '../../contract/candidate.ts';
import { notHonoured, type ResolvedSetting } from '../../contract/manifest.ts';
import type { Answer } from './read-answer.ts';
import { done, type Attempt } from './trouble.ts';

/** Asks the probe's prompt with other sampling. */
export type Ask = (sampling: Sampling) => Promise<Attempt<Answer>>;

export interface Probed {
  readonly settings: readonly ResolvedSetting[];
  /** The greedy answer: what comes along with it tells more of the server. */
  readonly answer: Answer;
}

/** Many words are about as likely as each other after this: a seed that is honoured shows. */
export const probeWords = 'Write twenty unusual words in a row, in no order at all:';

const probeTokens = 24;

const greedy: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 11,
  maxTokens: probeTokens,
  stops: [],
};

type Verdict = 'honoured' | 'ignored' | 'cannot tell';

export async function probeSettings(candidate: EndpointCandidate, ask: Ask): Promise<Attempt<Probed>> {
  const { sampling } = candidate;
  const first = await ask(greedy);
  if (!first.ok) return first;
  const expected = first.data.text;
  const draws = await drawings(ask);
  if (!draws.ok) return draws;
  const { seed, differs, temperature } = draws.data;
  const settings = [
    setting('temperature', sampling.temperature, differs ? 'honoured' : 'cannot tell'),
    setting('seed', sampling.seed, seed),
    setting('maxTokens', sampling.maxTokens, lengthVerdict(first.data)),
  ];
  const restricted = (name: string, value: number, cut: Partial<Sampling>) => async () => {
    // Without drawings that differ, the cut has nothing to cut.
    if (!differs) return done(setting(name, value, 'cannot tell'));
    const answer = await ask({ ...greedy, temperature, ...cut });
    if (!answer.ok) return answer;
    return done(setting(name, value, answer.data.text === expected ? 'honoured' : 'ignored'));
  };
  const inUse = sampling.temperature > 0;
  const tries = [
    ...(inUse && sampling.topK > 0 ? [restricted('topK', sampling.topK, { topK: 1 })] : []),
    ...(inUse && sampling.topP < 1 ? [restricted('topP', sampling.topP, { topP: 1e-6 })] : []),
    ...(inUse && sampling.minP > 0 ? [restricted('minP', sampling.minP, { minP: 1 })] : []),
    ...(sampling.stops.length > 0 ? [() => stopSetting(ask, sampling.stops, expected)] : []),
  ];
  for (const attempt of tries) {
    const tried = await attempt();
    if (!tried.ok) return tried;
    settings.push(tried.data);
  }
  return done({ settings, answer: first.data });
}

/** Draws with seeds 1, 1 and 2; hotter where even other seeds draw the same. */
async function drawings(
  ask: Ask,
): Promise<Attempt<{ readonly seed: Verdict; readonly differs: boolean; readonly temperature: number }>> {
  for (const temperature of [1, 2]) {
    const texts: string[] = [];
    for (const seed of [1, 1, 2]) {
      const answer = await ask({ ...greedy, temperature, seed });
      if (!answer.ok) return answer;
      texts.push(answer.data.text);
    }
    const [one, again, other] = texts;
    if (one !== again) return done({ seed: 'ignored', differs: true, temperature });
    if (one !== other) return done({ seed: 'honoured', differs: true, temperature });
  }
  return done({ seed: 'cannot tell', differs: false, temperature: 1 });
}

function lengthVerdict({ generatedTokens, finish }: Answer): Verdict {
  if (generatedTokens === null || generatedTokens < probeTokens) return 'cannot tell';
  return generatedTokens === probeTokens && finish === 'length' ? 'honoured' : 'ignored';
}

/** A piece out of the greedy answer as its stop string must end the answer before that piece. */
async function stopSetting(
  ask: Ask,
  stops: readonly string[],
  expected: string,
): Promise<Attempt<ResolvedSetting>> {
  const written = JSON.stringify(stops);
  const middle = Math.floor(expected.length / 2);
  const piece = expected.slice(middle, middle + 4);
  if (piece.trim() === '') return done(setting('stops', written, 'cannot tell'));
  const answer = await ask({ ...greedy, stops: [piece] });
  if (!answer.ok) return answer;
  const cut = expected.slice(0, expected.indexOf(piece));
  return done(setting('stops', written, answer.data.text === cut ? 'honoured' : 'ignored'));
}

function setting(name: string, requested: string | number, verdict: Verdict): ResolvedSetting {
  const text = String(requested);
  return {
    name,
    requested: text,
    resolved: verdict === 'cannot tell' ? null : verdict === 'honoured' ? text : notHonoured,
    source: 'probe',
  };
}
