/** What a right answer is, in words, from an item's check. */
import type { Check, CheckOf } from '../contract/item.ts';

export function expectedWords(check: Check): string {
  const { kind, ...rest } = check;
  switch (check.kind) {
    case 'choice': {
      const option = check.options[check.answer.charCodeAt(0) - 'A'.charCodeAt(0)];
      return option === undefined ? check.answer : `${check.answer}: ${option}`;
    }
    case 'numeric':
      return String(check.answer);
    case 'tool_call':
      return check.calls
        .map(({ name, arguments: values }) => {
          const list = Object.entries(values).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
          return `${name}(${list.join(', ')})`;
        })
        .join('\n');
    case 'judge':
      return check.reference ?? `${check.rubric} (${gradeWords(check.scale)})`;
    case 'json_equal':
      return JSON.stringify(check.answer);
    default:
      if ('answer' in rest && rest.answer !== undefined) return answerWords(rest.answer);
      return `${kind}: ${JSON.stringify(rest)}`;
  }
}

function gradeWords(scale: CheckOf<'judge'>['scale']): string {
  return Array.isArray(scale) ? scale.join(', ') : `${scale.min} to ${scale.max}`;
}

function answerWords(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  return Array.isArray(answer) && answer.every((one) => typeof one === 'string')
    ? answer.join(' or ')
    : JSON.stringify(answer);
}
