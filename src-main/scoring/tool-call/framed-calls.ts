/** Calls between the marks that models put around them. */
import { nothing, type BrokenCall, type CallsRead, type FoundCall, type ReadAt } from './found-call.ts';
import { gemmaCallAt } from './gemma-calls.ts';
import { pythonCallsAt } from './python-calls.ts';
import { argumentsAt, keyValueCallAt, namedJsonAt, ownJsonAt, taggedCallAt } from './tagged-arguments.ts';

/** Marks before a call. Sources: chat templates, and the tool parsers of vLLM, SGLang and llama.cpp. */
const frames = [
  // Hermes, Qwen, Granite 4, GLM; Jamba, Hunyuan; glaive, Granite 20b; Nemotron; LongCat, Seed, MiniMax
  '<(?:[a-z]+:|longcat_|\\|DSML\\|)?(?:tool_?calls?|function_?calls?|tool_use)>',
  // Granite 3, Phi-4-mini, LFM2, Kimi K2, Apertus, DeepSeek (▁), Step
  '<\\|(?:tool_call|tool_call_start|tools_prefix|plugin|tool[▁_]calls?[▁_](?:section[▁_])?begin)\\|>',
  // Cohere, Llama 3, InternLM, Mistral, FunctionGemma, Gemma 4
  '<\\|START_ACTION\\|>|<\\|python_tag\\|>|<\\|action_start\\|>|\\[TOOL_CALLS\\]|<start_function_call>|<\\|tool_call>',
  // Firefunction, Phi-4-mini: functools[…]
  'functools(?=\\s*\\[)',
];
/** The call's own tag is the mark: Qwen3-Coder, functionary 3.1, Claude, DeepSeek 3.2, Step. */
const ownTags = [
  '<(?:\\|DSML\\||[a-z]+:)?(?:function=|(?:function|invoke|tool)\\s+name\\s*=|(?:invoke|tool_use)>\\s*<(?:tool_)?name>)',
  // functionary 3.2: >>>name, a line break, JSON
  '>>>(?!all\\b)(?=[\\p{L}_][\\p{L}\\p{N}_.]*\\s*\\{)',
  // harmony: to=functions.name … <|message|>{…}
  '\\bto=functions\\.[\\w.-]+[^{]{0,80}?<\\|message\\|>(?=\\s*\\{)',
  // node-llama-cpp: [[call: name({…})]] and ||call: name({…})
  '(?:\\[\\[|\\|\\|)call:\\s*(?=[\\p{L}_])',
];
/** DeepSeek writes the bar full-width. */
const mark = new RegExp(
  `(?<frame>${frames.join('|')})|(?<own>${ownTags.join('|')})`.replaceAll('\\|', '[|｜]'),
  'giu',
);

/** null where no mark stands in the text. */
export function framedCalls(text: string, names: ReadonlySet<string>): CallsRead | null {
  const calls: FoundCall[] = [];
  let broken: BrokenCall | null = null;
  let marks = 0;
  let readTo = 0;
  for (const match of text.matchAll(mark)) {
    if (match.index < readTo) continue;
    marks++;
    const own = match.groups?.['own'];
    const read =
      own === undefined ? bodies(text, match.index + match[0].length, names) : ownBody(text, match);
    if (read.found) {
      calls.push(...read.calls);
      readTo = read.end;
    } else if (read.broken) {
      broken ??= read.broken;
      if (read.broken.cutOff) break;
    }
  }
  return marks === 0 ? null : { calls, broken };
}

/** One call after the other, until something else comes. */
function bodies(text: string, start: number, names: ReadonlySet<string>): ReadAt {
  const calls: FoundCall[] = [];
  let at = start;
  for (;;) {
    const read = body(text, at, names);
    if (!read.found) {
      if (calls.length > 0 && !read.broken) return { found: true, calls, end: at };
      return calls.length > 0 && !read.broken?.cutOff ? { found: true, calls, end: at } : read;
    }
    calls.push(...read.calls);
    at = read.end;
    const next = /\s*[,;]?\s*/uy;
    next.lastIndex = at;
    next.test(text);
    if (next.lastIndex >= text.length || '<['.includes(text[next.lastIndex] ?? ''))
      return { found: true, calls, end: at };
    at = next.lastIndex;
  }
}

function body(text: string, start: number, names: ReadonlySet<string>): ReadAt {
  const fence = /\s*(?:```|~~~)\w*\s*/uy;
  fence.lastIndex = start;
  const from = fence.test(text) ? fence.lastIndex : start;
  let broken: BrokenCall | null = null;
  const readers = [
    () => ownJsonAt(text, from, names),
    () => gemmaCallAt(text, from),
    () => keyValueCallAt(text, from),
    () => namedJsonAt(text, from),
    () => pythonCallsAt(text, from),
  ];
  for (const reader of readers) {
    const read = reader();
    if (read.found) return read;
    broken ??= read.broken;
  }
  return broken ? { found: false, broken } : nothing;
}

function ownBody(text: string, match: RegExpExecArray): ReadAt {
  const end = match.index + match[0].length;
  if (match[0].startsWith('<')) return taggedCallAt(text, match.index);
  if (match[0].startsWith('>')) return namedJsonAt(text, end);
  if (match[0].startsWith('[') || match[0].startsWith('|')) return pythonCallsAt(text, end);
  return argumentsAt(text, end, /^to=functions\.([\w.-]+)/u.exec(match[0])?.[1] ?? '', match.index);
}
