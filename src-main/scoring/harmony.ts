/**
 * The response format of gpt-oss: `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…`.
 * Analysis is reasoning, final is the answer, commentary holds tool calls and words between them.
 */
import type { Span } from '../contract/output.ts';

const channel = /<\|channel\|>\s*(analysis|commentary|final)?/giu;
const bodyStart = /^[^<]{0,200}?(?:<\|constrain\|>[^<]{0,50})?<\|message\|>/u;
const bodyEnd = /<\|(?:end|return|call|start|channel)\|>/u;
const roleHeader = /<\|start\|>[^<]{0,200}$/u;
/** Engines that drop special tokens leave the channel names glued to the text. */
const bareAnalysis = /^\s*analysis(?=[A-Z"'“*\d])/u;
const bareFinal = 'assistantfinal';

/**
 * @returns null when the text is not in this format; `open` when the analysis never ended, so that there is no
 * answer; else the stretches to read: final text, words of commentary, and tool calls with their headers
 */
export function harmonyStretches(text: string): Span[] | 'open' | null {
  if (!text.includes('<|channel|>')) return bareStretches(text);
  const stretches: Span[] = [];
  let open = false;
  let previousEnd = 0;
  for (const match of text.matchAll(channel)) {
    const before = text.slice(previousEnd, match.index);
    const role = roleHeader.exec(before);
    const headerStart = role ? previousEnd + role.index : match.index;
    if (stretches.length === 0 && previousEnd === 0) addWords(stretches, text, 0, headerStart);
    const from = match.index + match[0].length;
    const start = from + (bodyStart.exec(text.slice(from, from + 300))?.[0].length ?? 0);
    const end = bodyEnd.exec(text.slice(start));
    const stop = end ? start + end.index : text.length;
    const name = match[1]?.toLowerCase();
    const isCall = /\bto=/u.test(text.slice(headerStart, start));
    open = name === 'analysis' && !end;
    if (isCall) stretches.push({ start: headerStart, end: end ? stop + end[0].length : stop });
    else if (name !== 'analysis') addWords(stretches, text, start, stop);
    previousEnd = stop;
  }
  return open ? 'open' : stretches;
}

function bareStretches(text: string): Span[] | 'open' | null {
  if (!bareAnalysis.test(text)) return null;
  const at = text.lastIndexOf(bareFinal);
  return at < 0 ? 'open' : [{ start: at + bareFinal.length, end: text.length }];
}

function addWords(stretches: Span[], text: string, start: number, end: number): void {
  if (text.slice(start, end).trim() !== '') stretches.push({ start, end });
}
