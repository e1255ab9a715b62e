/**
 * Which settings a server takes notice of. A setting that it does not know it ignores without a word, so each is tried
 * on a short answer. Greedy decoding, and drawing with a cut that leaves one token, must give the same text; drawing
 * with one seed twice must give the same text, and with another seed another one.
 */
import type { EndpointCandidate, Sampling } from '../../contract/candidate.ts';
import { notHonoured, notSent, type ResolvedSetting } from '../../contract/manifest.ts';
import type { Answer } from './read-answer.ts';
import { isSent, type ServerKind } from './request-body.ts';
import { answerFormSetting, hasForm, type AnswerForm } from '../answer-form.ts';
import { done, type Attempt, type Trouble } from './trouble.ts';

/** Asks the probe's prompt with other sampling. */
export type Ask = (sampling: Sampling) => Promise<Attempt<Answer>>;

export interface Probed {
  readonly settings: readonly ResolvedSetting[];
  /** The greedy answer: what comes along with it tells more of the server. */
  readonly answer: Answer;
  /** The most tokens of the probe's prompt that the server took from its cache, as it counts them; null where it does not tell. */
  readonly cachedTokens: number | null;
}

/** A few tokens that every model is sure of, and then words of which many are about as likely as each other. */
export const probeWords = 'Count from one to twenty, then write twenty unusual words in a row.';

const probeTokens = 24;

export const greedy = { temperature: 0, topK: 0, topP: 1, minP: 0 } as const;

const short: Sampling = {
  ...greedy,
  seed: 11,
  maxTokens: probeTokens,
  stops: [],
};

/**
 * Asks the probe's prompt, which does not speak of any form, with a form: an answer that has it was forced.
 *
 * @param ask greedily, within the tokens of the answers to come: one that does not end there is of no use
 */
export async function probeForm(
  form: AnswerForm,
  ask: () => Promise<Attempt<Answer>>,
): Promise<Attempt<ResolvedSetting>> {
  const { name, forced } = answerFormSetting;
  const answer = await ask();
  // A broken answer or an error of the server says nothing of forms, and the verdict is part of what the judge is.
  if (!answer.ok && !refusesRequest(answer.trouble)) return answer;
  const isForced = answer.ok && hasForm(form, withoutReasoning(answer.data.text));
  return done(setting(name, forced, isForced ? 'honoured' : 'ignored'));
}

/** A server that knows no forms, or not this schema, may refuse the request. */
function refusesRequest({ kind, status = 0 }: Trouble): boolean {
  return kind === 'item' && status >= 400 && status < 500;
}

/** Reasoning that the server took out stands before the answer. */
function withoutReasoning(text: string): string {
  const end = '</think>';
  return text.startsWith('<think>') && text.includes(end) ? text.slice(text.indexOf(end) + end.length) : text;
}

type Verdict = 'honoured' | 'ignored' | 'cannot tell';

/** An answer and what it was asked with. */
interface Known {
  readonly sampling: Sampling;
  readonly answer: Answer;
}

export async function probeSettings(
  candidate: EndpointCandidate,
  server: ServerKind,
  asking: Ask,
): Promise<Attempt<Probed>> {
  const counts: number[] = [];
  const ask: Ask = async (sent) => {
    const answer = await asking(sent);
    if (answer.ok && answer.data.cachedTokens !== null) counts.push(answer.data.cachedTokens);
    return answer;
  };
  const { sampling } = candidate;
  const first = await ask(short);
  if (!first.ok) return first;
  const expected = first.data.text;
  const draws = await drawings(ask, expected);
  if (!draws.ok) return draws;
  const { seed, other } = draws.data;
  const greedyAnswer: Known = { sampling: short, answer: first.data };
  // The longer one has more to cut; a drawn one comes again only where its seed is honoured.
  const longest =
    seed === 'honoured' && other !== null && other.answer.text.length > expected.length
      ? other
      : greedyAnswer;
  const inUse = sampling.temperature > 0;
  const restricted = (name: 'topK' | 'topP' | 'minP', value: number, cut: Partial<Sampling>) => async () => {
    if (name !== 'topP' && !isSent(server, name)) return done(unsent(name, value));
    const verdict = await restrictionVerdict(ask, expected, other, cut, seed === 'honoured');
    return verdict.ok ? done(setting(name, value, verdict.data)) : verdict;
  };
  const tries = [
    () => lengthSetting(ask, sampling.maxTokens, longest),
    ...(inUse && sampling.topK > 0 ? [restricted('topK', sampling.topK, { topK: 1 })] : []),
    ...(inUse && sampling.topP < 1 ? [restricted('topP', sampling.topP, { topP: 1e-6 })] : []),
    ...(inUse && sampling.minP > 0 ? [restricted('minP', sampling.minP, { minP: 1 })] : []),
    ...(sampling.stops.length > 0 ? [() => stopSetting(ask, sampling.stops, longest)] : []),
  ];
  const settings = [
    setting('temperature', sampling.temperature, other === null ? 'cannot tell' : 'honoured'),
    setting('seed', sampling.seed, seed),
  ];
  for (const attempt of tries) {
    const tried = await attempt();
    if (!tried.ok) return tried;
    settings.push(tried.data);
  }
  const cachedTokens = counts.length === 0 ? null : Math.max(...counts);
  return done({ settings, answer: first.data, cachedTokens });
}

/**
 * Draws with seeds 1, 1, 2 and 2, hotter where the answers say little: a model that is sure of its words draws the
 * greedy answer with any seed.
 *
 * @returns whether seeds are honoured, and a drawn answer that is not the greedy one
 */
async function drawings(
  ask: Ask,
  expected: string,
): Promise<Attempt<{ readonly seed: Verdict; readonly other: Known | null }>> {
  let other: Known | null = null;
  let differs = false;
  for (const temperature of [1, 2]) {
    const drawn: Known[] = [];
    for (const seed of [1, 1, 2, 2]) {
      const sampling = { ...short, temperature, seed };
      const answer = await ask(sampling);
      if (!answer.ok) return answer;
      drawn.push({ sampling, answer: answer.data });
    }
    const [one, again, third, fourth] = drawn.map(({ answer }) => answer.text);
    other = drawn.find(({ answer }) => answer.text !== expected) ?? other;
    if (one !== again || third !== fourth) return done({ seed: 'ignored', other });
    differs ||= one !== third;
    if (differs && one !== expected && third !== expected) return done({ seed: 'honoured', other });
  }
  return done({ seed: differs ? 'honoured' : 'cannot tell', other });
}

/** Where each draw is another one, chance may give the greedy answer once or twice. */
const drawsWithoutSeed = 3;

/** Asks for the drawn answer again, with a cut that leaves the likeliest token alone: that is the greedy answer. */
async function restrictionVerdict(
  ask: Ask,
  expected: string,
  other: Known | null,
  cut: Partial<Sampling>,
  repeatable: boolean,
): Promise<Attempt<Verdict>> {
  if (other === null) return done('cannot tell');
  const sampling = { ...other.sampling, ...cut, ...(repeatable ? {} : { temperature: 2 }) };
  for (let times = 0; times < (repeatable ? 1 : drawsWithoutSeed); times += 1) {
    const answer = await ask(sampling);
    if (!answer.ok) return answer;
    if (answer.data.text !== expected) return done('ignored');
  }
  return done('honoured');
}

/** Half as many tokens as an answer had must end it there. */
async function lengthSetting(
  ask: Ask,
  maxTokens: number,
  { sampling, answer }: Known,
): Promise<Attempt<ResolvedSetting>> {
  const limit = Math.floor((answer.generatedTokens ?? 0) / 2);
  if (limit < 1) return done(setting('maxTokens', maxTokens, 'cannot tell'));
  const half = await ask({ ...sampling, maxTokens: limit });
  if (!half.ok) return half;
  const { generatedTokens, finish } = half.data;
  const honoured = generatedTokens === limit && finish === 'length';
  return done(setting('maxTokens', maxTokens, honoured ? 'honoured' : 'ignored'));
}

/** A piece out of an answer as its stop string must end the answer before that piece. */
async function stopSetting(
  ask: Ask,
  stops: readonly string[],
  { sampling, answer: { text } }: Known,
): Promise<Attempt<ResolvedSetting>> {
  const written = JSON.stringify(stops);
  const middle = Math.floor(text.length / 2);
  const piece = text.slice(middle, middle + 4);
  if (piece.trim() === '') return done(setting('stops', written, 'cannot tell'));
  const answer = await ask({ ...sampling, stops: [piece] });
  if (!answer.ok) return answer;
  const cut = text.slice(0, text.indexOf(piece));
  return done(setting('stops', written, answer.data.text === cut ? 'honoured' : 'ignored'));
}

function unsent(name: string, requested: number): ResolvedSetting {
  return { name, requested: String(requested), resolved: notSent, source: 'engine' };
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
