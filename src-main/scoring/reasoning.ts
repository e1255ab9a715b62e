/**
 * Reasoning, set apart from the answer, in the spellings that models and chat templates use. Sources: the models' own
 * chat templates and the reasoning parsers of vLLM, SGLang and llama.cpp.
 */
import type { Span } from '../contract/output.ts';
import { harmonyStretches } from './harmony.ts';
import { keep, trimmed, type MappedText } from './mapped-text.ts';

/**
 * `<think>`, `<thinking>`, `<reasoning>` … and with the prefixes of Seed-OSS, MiniMax, LongCat and K2. Not `<reason>`:
 * people ask for an answer in tags, with a reason beside the label.
 */
const tag =
  '(?:seed:|mm:|longcat_|ifm\\|)?(?:think(?:ing)?|thoughts?|thought_process|reasoning|reflection|scratchpad)(?::[a-z]+|_fast[a-z]*)?(?:\\s[^<>]*)?>';
/** Names inside `<|…|>`: OpenThoughts, Cohere, Apertus and others. */
const opening =
  'think(?:ing)?|(?:think|thinking)_start|begin_of_(?:thought|thinking)|START_THINKING|inner_prefix';
const closing = '/think(?:ing)?|(?:think|thinking)_end|end_of_(?:thought|thinking)|END_THINKING|inner_suffix';

const delimiter = new RegExp(
  [
    `(?<opens><${tag}|<\\|(?:${opening})\\|>|\\[THINK\\]|◁think▷|<\\|channel>|<unused94>|\\[unused16\\]|<details\\s+type="reasoning"[^<>]*>)`,
    `(?<closes></${tag}|<\\|(?:${closing})\\|>|\\[/THINK\\]|◁/think▷|<channel\\|>|<unused95>|\\[unused17\\]|</details>|\\[BEGIN FINAL RESPONSE\\])`,
  ].join('|'),
  'giu',
);
/** Models that announce in words (Granite, Apriel): only as the very first words. */
const announced = /^\s*Here(?:'s| is| are) my (?:thought process|reasoning steps):/u;
const announcedEnd = /Here(?:'s| is) my response:|\[BEGIN FINAL RESPONSE\]/u;

/** What an engine lets slip in at the start when the template's header comes back as text. */
const header =
  /^\s*(?:<\|im_start\|>\s*assistant\s*|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>\s*)/u;
/** Where the model's turn is over. What follows, with a wrong end-of-generation token, is an invented next turn. */
const turnEnd =
  /<\|(?:im_end|im_start|eot_id|eom_id|eot|start_header_id|end_of_text|endoftext|END_OF_TURN_TOKEN|end▁of▁sentence|end|return|user|assistant_end)\|>|<(?:end|start)_of_turn>|<\/s>\s*$|<eos>\s*$|\[END FINAL RESPONSE\]/u;

/**
 * The answer without its reasoning and without what is left of the chat template.
 * @param text in compatibility form
 * @returns null when a reasoning block was opened and never closed: there is no answer
 */
export function withoutReasoning(text: MappedText): MappedText | null {
  const harmony = harmonyStretches(text.text);
  if (harmony === 'open') return null;
  if (harmony) return trimmed(keep(text, harmony));
  const turn = ownTurn(text);
  const stretches = outsideBlocks(turn.text);
  if (stretches === null) return null;
  const only = stretches[0];
  if (stretches.length === 1 && only?.start === 0 && only.end === turn.text.length) return turn;
  return trimmed(keep(turn, stretches));
}

function ownTurn(text: MappedText): MappedText {
  const start = header.exec(text.text)?.[0].length ?? 0;
  const after = turnEnd.exec(text.text.slice(start));
  if (start === 0 && !after) return text;
  return keep(text, [{ start, end: after ? start + after.index : text.text.length }]);
}

function outsideBlocks(text: string): Span[] | null {
  const blocks: Span[] = [];
  let openedAt: number | null = null;
  let inDetails = false;
  const words = announced.exec(text);
  if (words) {
    const end = announcedEnd.exec(text);
    if (!end) return null;
    blocks.push({ start: 0, end: end.index + end[0].length });
  }
  for (const match of text.matchAll(delimiter)) {
    const end = match.index + match[0].length;
    if (match.index < (blocks.at(-1)?.end ?? 0) || isQuoted(text, match.index, end)) continue;
    const details = /^<\/?details/iu.test(match[0]);
    if (match.groups?.['opens'] !== undefined) {
      if (openedAt !== null) continue;
      openedAt = match.index;
      inDetails = details;
    } else if (openedAt !== null) {
      if (details && !inDetails) continue;
      blocks.push({ start: openedAt, end });
      openedAt = null;
    } else if (!details) {
      // The template opened the block, so only its end is in the output; or blocks were nested.
      blocks.splice(0, blocks.length, { start: 0, end });
    }
  }
  if (openedAt !== null) return null;
  return between(blocks, text.length);
}

/** A delimiter that is being talked about: `<think>` in backticks or quotes. */
function isQuoted(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  return before !== undefined && '`"\''.includes(before) && text[end] === before;
}

function between(blocks: readonly Span[], length: number): Span[] {
  const stretches: Span[] = [];
  let from = 0;
  for (const block of blocks) {
    if (block.start > from) stretches.push({ start: from, end: block.start });
    from = block.end;
  }
  if (from < length) stretches.push({ start: from, end: length });
  return stretches;
}
