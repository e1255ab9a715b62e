/** Where an output says that its answer comes: `Answer:`, `####`, `\boxed{}`, `<answer>`, in many languages. */
import type { Span } from '../contract/output.ts';

export interface MarkedPlace extends Span {
  /**
   * `after`: the answer follows, up to the end of the line. `inside`: the answer is the whole stretch (a box, a tag).
   * `line`: the answer is a line of its own. `before`: the answer came right before ("42 is the answer").
   */
  readonly where: 'after' | 'inside' | 'line' | 'before';
}

const letter = '\\p{L}\\p{N}\\p{M}';
const decoration = '[*_`"\'\\])}\\s]*';
/** The word for answer in the languages that multilingual benchmarks use. */
const otherAnswers =
  'ans|antwort|lösung|réponse|reponse|respuesta|risposta|resposta|antwoord|odpowiedź|odpověď|svaret|svar|vastaus|cevap|răspuns|ответ|відповідь|απάντηση|תשובה|الإجابة|الاجابة|الجواب|उत्तर|উত্তর|jawaban|jibu|đáp án|trả lời|คำตอบ|答案|回答|答え|正解|答|정답|답';
const otherIs = 'ist|lautet|est|es|è|é|jest|är|er|on|adalah|là|ni';
const isIt = 'is|are|was|equals|becomes|should be|would be|will be|comes (?:out )?to';
const detour = '(?:\\s+(?:to|for)\\s+[^.:\\n]{1,80}?|,[^.,:\\n]{1,20},|\\s*\\([^)\\n]{1,40}\\))?';

const spoken = new RegExp(
  `(?<![${letter}])(?:answer${detour}${decoration}(?:(?:${isIt})(?![${letter}])${decoration}[:=]?|[:=|→–—]|-+>|-(?=\\s))` +
    `|(?:${otherAnswers})${decoration}(?:(?:(?:${otherIs})(?![${letter}])|是|为|為|は|은|는|คือ)${decoration}:?|[:=|→–—]|-(?=\\s)))`,
  'giu',
);
/** A heading or a line that says only "Answer". */
const heading = /^[#>*_ \t]*(?:the |my )?(?:final |correct )?answer[*_: \t]*$/gimu;
const hashes = /^[ \t]*####(?!#)[ \t]*/gmu;
const box = /\\(?:boxed|fbox|framebox)\s*/gu;
const tag = /<(answer|final_answer)>/giu;
const backward = new RegExp(
  `(?<![${letter}])is\\s+(?:the|my|our)\\s+(?:final\\s+|correct\\s+|right\\s+)?answer(?![${letter}])`,
  'giu',
);

/** How many characters away an answer may be. Bounds the work on endless lines of markers, as looping models write. */
const reach = { after: 400, inside: 2000, before: 200 };
const placeLimit = 50;

/** The last places, in the order of the text. */
export function markedPlaces(text: string): MarkedPlace[] {
  const places: MarkedPlace[] = [];
  for (const match of text.matchAll(spoken)) {
    places.push({ where: 'after', ...lineFrom(text, match.index + match[0].length) });
  }
  for (const match of text.matchAll(heading)) {
    places.push({ where: 'after', ...lineFrom(text, match.index + match[0].length) });
  }
  for (const match of text.matchAll(hashes)) {
    const start = match.index + match[0].length;
    places.push({ where: 'line', start, end: lineEnd(text, start) });
  }
  for (const match of text.matchAll(box)) {
    const inside = insideBox(text, match.index + match[0].length);
    if (inside) places.push({ where: 'inside', ...inside });
  }
  for (const match of text.matchAll(tag)) {
    const start = match.index + match[0].length;
    const close = text.slice(start, start + reach.inside).indexOf('</');
    places.push({ where: 'inside', start, end: close < 0 ? text.length : start + close });
  }
  for (const match of text.matchAll(backward)) {
    const from = Math.max(0, match.index - reach.before);
    const lineStart = from + text.slice(from, match.index).lastIndexOf('\n') + 1;
    places.push({ where: 'before', start: lineStart, end: match.index });
  }
  return places.sort((one, other) => one.start - other.start || one.end - other.end).slice(-placeLimit);
}

/** Few-shot and base models answer and then ask themselves the next question. */
const nextQuestion = /^[ \t]*(?:#+\s*|\*\*)?(?:Question|Problem|Q)[ \t]*\d*[ \t]*\**[:.]/gimu;

/** The text up to a question that the model put to itself after it had said something; null where there is none. */
export function beforeNextQuestion(text: string): string | null {
  for (const match of text.matchAll(nextQuestion)) {
    const before = text.slice(0, match.index);
    if (before.trim() !== '') return before;
  }
  return null;
}

/** The rest of the line, or the next lines where the rest is empty or only opens a formula or a fence. */
function lineFrom(text: string, from: number): Span {
  let start = from;
  for (let lines = 0; lines < 4; lines++) {
    const end = lineEnd(text, start);
    if (!/^[\s*_:$`[\]\\#>]*$/u.test(text.slice(start, end)) || end === text.length) return { start, end };
    start = end + 1;
  }
  return { start, end: lineEnd(text, start) };
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from, from + reach.after).indexOf('\n');
  return end < 0 ? Math.min(text.length, from + reach.after) : from + end;
}

/** `{…}` with braces counted, or a single token after `\boxed `. A box that is cut off reaches to the end. */
function insideBox(text: string, from: number): Span | null {
  if (text[from] !== '{') {
    const bare = /^[^\s${}\\]+/u.exec(text.slice(from, from + 50));
    return bare ? { start: from, end: from + bare[0].length } : null;
  }
  let depth = 0;
  for (let at = from; at < text.length && at < from + reach.inside; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return { start: from + 1, end: at };
  }
  return null;
}
