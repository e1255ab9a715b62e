/** Requests whose options are weighed: only the direct lane has the logits for it. */
import type { Output } from '../../../contract/output.ts';
import type { GenerationRequest } from '../../engine.ts';
import { beginAnswer } from './answer.ts';
import { OptionMeter } from './direct/option-meter.ts';
import type { Answered } from './generator.ts';
import type { LoadedCandidate } from './load.ts';

/** @param requests all of them with options */
export async function weighOptions(
  ready: LoadedCandidate,
  requests: readonly GenerationRequest[],
  deliver: (output: Output) => void,
  stopped: () => boolean,
): Promise<Answered> {
  const { lane } = ready;
  if (lane.name === 'direct') return new OptionMeter(ready, lane.context, stopped).answer(requests, deliver);
  const reason = `options can only be weighed where llama.cpp is called directly, and here it is not: ${lane.reason}`;
  for (const request of requests) {
    const begun = beginAnswer(ready, request);
    deliver(begun.ended ? begun.output : begun.answer.weighed({ measured: null, reason }));
  }
  return { delivered: requests.length, failure: undefined };
}
