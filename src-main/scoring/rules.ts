/** Phrases that an answer must and must not contain, whatever stands around them. */
import type { CheckOf } from '../contract/item.ts';
import { failure, success } from '../contract/result.ts';
import { inCompatibilityForm } from './compatibility-form.ts';
import { fold, foldMapped } from './folding.ts';
import { storedSpan } from './prepare.ts';
import { quoted, unread, verdict, type Scorer } from './scorer.ts';

type Check = CheckOf<'rules'>;

export const rules: Scorer<'rules'> = {
  kind: 'rules',
  version: 1,
  validate(check) {
    const asks = [check.must_not_contain, check.must_contain_all, check.must_contain_one_of];
    if (asks.every((list) => list === undefined || list.length === 0)) {
      return failure('item_broken', 'The rules ask for nothing: every list is empty.', {
        next: 'Name at least one phrase.',
        where: { field: 'check' },
      });
    }
    if (rules.reference(check) !== null) return success(undefined);
    return failure(
      'item_broken',
      'No answer can keep these rules: a phrase that must be there is forbidden.',
      {
        next: 'Take the phrase out of must_not_contain, or out of the other list.',
        where: { field: 'check.must_not_contain' },
      },
    );
  },
  reference(check) {
    const all = (check.must_contain_all ?? []).join('; ');
    const endings = check.must_contain_one_of ?? (all === '' ? ['Yes', 'No', 'OK', '1', '–', '?'] : ['']);
    const texts = endings.map((ending) => [all, ending].filter((part) => part !== '').join('; '));
    return texts.find((text) => firstForbidden(check, inFolds(text)) === null) ?? null;
  },
  score(check, { answer, finish }) {
    const text = foldMapped(answer);
    if (text.text.trim() === '') return unread(finish, 'the output is empty');
    const forbidden = firstForbidden(check, text.text);
    if (forbidden !== null) {
      const at = text.text.indexOf(inFolds(forbidden));
      const span = storedSpan(text, at, at + inFolds(forbidden).length);
      return verdict(false, `contains ${quoted(forbidden)}, which is forbidden`, span);
    }
    const missing = (check.must_contain_all ?? []).find((phrase) => !text.text.includes(inFolds(phrase)));
    if (missing !== undefined) return verdict(false, `lacks ${quoted(missing)}`);
    const some = check.must_contain_one_of;
    const found = some?.find((phrase) => text.text.includes(inFolds(phrase)));
    if (some && found === undefined) return verdict(false, `contains none of ${some.map(quoted).join(', ')}`);
    const shown = found ?? check.must_contain_all?.[0];
    if (shown === undefined) return verdict(true, 'keeps every rule');
    const at = text.text.indexOf(inFolds(shown));
    return verdict(true, 'keeps every rule', storedSpan(text, at, at + inFolds(shown).length));
  },
};

function firstForbidden(check: Check, folded: string): string | null {
  return check.must_not_contain?.find((phrase) => folded.includes(inFolds(phrase))) ?? null;
}

function inFolds(phrase: string): string {
  return fold(inCompatibilityForm(phrase));
}
