/** Endpoints as they are kept in the preferences, and what a plan gets of them. */
import { z } from 'zod';
import { endpointSettingsSchema, type EndpointSettings } from '../../contract/calls/models.ts';
import type { KeyPlace } from '../../engine/openai/key.ts';
import type { PlanFile } from '../../experiment/plan/plan-schema.ts';
import type { StoreReader } from '../../store/store.ts';

/** What an endpoint has in a plan file beside address and model. */
export type CarriedEndpoint = Pick<
  PlanFile['candidates'][string],
  'api_key_env' | 'api_key_keyring' | 'tokenizer' | 'timeout'
>;

export const endpointsPreference = 'endpoints';

export const noSettings: EndpointSettings = { key: null, tokenizer: null, timeout: null };

const keptEndpoints = z
  .array(
    z.object({
      url: z.string(),
      /** As the server named them when it was last asked. */
      models: z.array(z.string()),
      contactedAt: z.string().nullable(),
      /** Endpoints from before there were any have none. */
      settings: endpointSettingsSchema.default(noSettings),
    }),
  )
  .catch([]);
export type KeptEndpoint = z.infer<typeof keptEndpoints>[number];

export function readEndpoints(store: Pick<StoreReader, 'preference'>): readonly KeptEndpoint[] {
  return keptEndpoints.parse(store.preference(endpointsPreference) ?? []);
}

/** Where the server's key is, as the engine reads it. */
export function keyPlace({ key }: EndpointSettings): KeyPlace {
  if (key === null) return {};
  return key.in === 'keyring' ? { keyringName: key.name } : { keyVariable: key.name };
}

/** What a candidate at this address has in a plan, beside address and model. */
export function endpointInPlan(
  store: Pick<StoreReader, 'preference'>,
  url: string | undefined,
): CarriedEndpoint {
  const { key, tokenizer, timeout } =
    readEndpoints(store).find((one) => one.url === url)?.settings ?? noSettings;
  return {
    ...(key?.in === 'environment' ? { api_key_env: key.name } : {}),
    ...(key?.in === 'keyring' ? { api_key_keyring: key.name } : {}),
    ...(tokenizer === null ? {} : { tokenizer }),
    ...(timeout === null ? {} : { timeout }),
  };
}

/** Of candidates at one address: what all of them have. What one of them has alone may be right for its model only. */
export function commonSettings([
  first = noSettings,
  ...others
]: readonly EndpointSettings[]): EndpointSettings {
  const same = <Key extends keyof EndpointSettings>(key: Key): EndpointSettings[Key] | null =>
    others.every((one) => JSON.stringify(one[key]) === JSON.stringify(first[key])) ? first[key] : null;
  return { key: same('key'), tokenizer: same('tokenizer'), timeout: same('timeout') };
}

/** The reverse, for endpoints that come along with a plan. */
export function settingsOfPlan(plan: CarriedEndpoint): EndpointSettings {
  const { api_key_env: variable, api_key_keyring: name, tokenizer, timeout } = plan;
  return {
    key:
      variable !== undefined
        ? { in: 'environment', name: variable }
        : name !== undefined
          ? { in: 'keyring', name }
          : null,
    tokenizer: tokenizer ?? null,
    timeout: timeout ?? null,
  };
}
