/** The rules in their order: where two find the same place, the first one names it. */
import type { ScrubRule } from './rule.ts';
import { emailAddress, phoneNumber } from './rules/contact.ts';
import { nationalId } from './rules/national-ids.ts';
import { ipAddress, urlCredentials } from './rules/network.ts';
import { bankAccount, paymentCard } from './rules/payment.ts';
import { personNames } from './rules/person-names.ts';
import { apiToken } from './rules/secrets.ts';

/** Rules that need nothing from the person. */
export const standardRules: readonly ScrubRule[] = [
  apiToken, urlCredentials, emailAddress, bankAccount, nationalId, paymentCard, ipAddress, phoneNumber,
]; // prettier-ignore

/** Said wherever a scrubbed set is shown, exported or counted. */
export const incompleteness =
  'No rule table is complete: names, addresses and stories pass every rule here. Read a sample before you share the set.';

/** All rules but those named, with one for the person's own list of names. */
export function ruleTable(
  names: readonly string[] = [],
  without: readonly string[] = [],
): readonly ScrubRule[] {
  const rules = names.length === 0 ? standardRules : [...standardRules, personNames(names)];
  return rules.filter((rule) => !without.includes(rule.name));
}
