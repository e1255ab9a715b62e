/**
 * IFEval: instructions that a program can verify. Here those are read that rules or a pattern can mark; a record
 * with any other is refused, because a check of half of its instructions would call a wrong answer right
 * (google-research, instruction_following_eval).
 */
import type { Check } from '../../../contract/item.ts';
import { success } from '../../../contract/result.ts';
import { misshapen, unsupported } from '../draft.ts';
import { fieldsIn, has, listIn, plainText, textOf, textsOf } from '../field-values.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';

interface Rules {
  readonly forbidden: string[];
  readonly required: string[];
  readonly oneOf: string[][];
  readonly patterns: string[];
}

export const ifeval: Shape = {
  name: 'ifeval',
  title: 'IFEval (prompt, instruction_id_list, kwargs)',
  recognise(head) {
    return byRecords(head, 0.98, 'a prompt and an instruction_id_list', (fields) =>
      has(fields, 'prompt', 'instruction_id_list'),
    );
  },
  map(record) {
    const { fields } = record;
    const prompt = textOf(fields, 'prompt');
    const names = textsOf(fields['instruction_id_list']);
    if (prompt === undefined || names === undefined || names.length === 0) {
      return misshapen(record, 'there is no prompt with instructions');
    }
    const given = listIn(fields['kwargs']) ?? [];
    const rules: Rules = { forbidden: [], required: [], oneOf: [], patterns: [] };
    for (const [index, name] of names.entries()) {
      if (!addInstruction(rules, name, fieldsIn(given[index]) ?? {}, prompt)) {
        return unsupported(record, `the instruction ${name} cannot be marked by rules`);
      }
    }
    const check = checkOf(rules);
    if (check === null)
      return unsupported(record, `the instructions ${names.join(', ')} cannot be marked together`);
    const id = plainText(fields['key']);
    const group = names[0]?.split(':')[0] ?? 'ifeval';
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id: `ifeval-${id}` }),
          input: prompt,
          stratum: `ifeval ${group}`,
          check,
        },
      },
    ]);
  },
};

/** False for an instruction that neither rules nor a pattern can mark. */
function addInstruction(rules: Rules, name: string, given: Fields, prompt: string): boolean {
  const list = (key: string): readonly string[] => textsOf(given[key]) ?? [];
  switch (name) {
    case 'punctuation:no_comma':
      rules.forbidden.push(',');
      return true;
    case 'keywords:forbidden_words':
      rules.forbidden.push(...list('forbidden_words'));
      return list('forbidden_words').length > 0;
    case 'keywords:existence':
      rules.required.push(...list('keywords'));
      return list('keywords').length > 0;
    case 'detectable_content:postscript': {
      const marker = textOf(given, 'postscript_marker');
      if (marker !== undefined) rules.required.push(marker);
      return marker !== undefined;
    }
    case 'startend:end_checker': {
      const phrase = textOf(given, 'end_phrase');
      if (phrase !== undefined) rules.patterns.push(`${escaped(phrase.trim())}["”']*\\s*$`);
      return phrase !== undefined;
    }
    case 'startend:quotation':
      rules.patterns.push('^\\s*"[\\s\\S]*"\\s*$');
      return true;
    case 'detectable_format:title':
      rules.patterns.push('<<[^\\n]+>>');
      return true;
    case 'detectable_format:json_format':
      return false;
    case 'detectable_format:constrained_response':
      rules.oneOf.push(['My answer is yes.', 'My answer is no.', 'My answer is maybe.']);
      return true;
    case 'combination:repeat_prompt': {
      const repeated = textOf(given, 'prompt_to_repeat') ?? prompt;
      rules.patterns.push(`^\\s*${escaped(repeated.trim())}`);
      return true;
    }
    case 'change_case:english_lowercase':
      rules.patterns.push('^[^A-Z]*$');
      return true;
    case 'change_case:english_capital':
      rules.patterns.push('^[^a-z]*$');
      return true;
    default:
      return false;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** One check is all an item has: rules, or one pattern alone. Null for a mixture. */
function checkOf(rules: Rules): Check | null {
  const { forbidden, required, oneOf, patterns } = rules;
  const asksRules = forbidden.length + required.length + oneOf.length > 0;
  const [pattern] = patterns;
  if (pattern !== undefined) return asksRules || patterns.length > 1 ? null : { kind: 'regex', pattern };
  if (oneOf.length > 1) return null;
  return {
    kind: 'rules',
    ...(forbidden.length === 0 ? {} : { must_not_contain: forbidden }),
    ...(required.length === 0 ? {} : { must_contain_all: required }),
    ...(oneOf[0] === undefined ? {} : { must_contain_one_of: oneOf[0] }),
  };
}
