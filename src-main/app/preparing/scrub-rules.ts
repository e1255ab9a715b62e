/** The rule table as it is shown: what each rule looks for, and that no table is complete. */
import { incompleteness, standardRules } from '../../items/scrub/rule-table.ts';

export function scrubRules() {
  return { rules: standardRules.map(({ name, about }) => ({ name, about })), note: incompleteness };
}
