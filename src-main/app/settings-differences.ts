/** Settings that differ, from what was asked for or by plan from the baseline's, as the Run screen lists them. */
import type { SettingDifference } from '../contract/calls/runs.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { differingSettingsOf } from '../report/report-view.ts';
import type { StoreReader } from '../store/store.ts';

export function settingDifferences(
  store: StoreReader,
  registered: RegisteredPlan,
): readonly SettingDifference[] {
  const { hash } = registered;
  const accepted = store.acceptedSettings(hash);
  const runs = store.runs(hash).map(({ key }) => ({ key, sittings: store.sittings(hash, key) }));
  return differingSettingsOf({ plan: registered, runs }).map((difference) => {
    const times = difference.candidates.map(
      (candidate) =>
        accepted.find((one) => one.candidate === candidate && one.setting === difference.name)?.at ?? null,
    );
    return {
      candidates: [...difference.candidates],
      everywhere: difference.all,
      setting: difference.name,
      requested: difference.requested,
      resolved: difference.resolved,
      meaning: difference.meaning,
      touchesComparison: difference.touchesComparison,
      planned: difference.planned,
      // Accepted when each of them was.
      acceptedAt: times.reduce<string | null>(
        (latest, at) => (latest === null || at === null ? null : at > latest ? at : latest),
        times[0] ?? null,
      ),
    };
  });
}
