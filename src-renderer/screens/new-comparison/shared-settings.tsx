import { useState } from 'react';
import { backends, cacheTypes, modes } from '../../../src-main/contract/candidate.ts';
import type { DraftFields, SharedSettings } from '../../../src-main/contract/calls/plans.ts';
import { formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';
import { Button } from '../../components/button.tsx';
import { NumberField, SelectField } from '../../components/sentence-field.tsx';
import { TextArea } from './text-area.tsx';

const backendWords = { cpu: 'CPU', cuda: 'CUDA', vulkan: 'Vulkan', metal: 'Metal' } as const;

const modeWords = {
  fast: 'fast: side by side, shared beginnings once',
  strict: 'strict: one by one, equal to the last bit',
} as const;

interface NumberSetting {
  readonly key:
    | 'gpuLayers'
    | 'context'
    | 'parallel'
    | 'batch'
    | 'threads'
    | 'maxTokens'
    | 'temperature'
    | 'topK'
    | 'topP'
    | 'minP';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
}

const numbers: readonly NumberSetting[] = [
  { key: 'context', label: 'Context, tokens a sequence', min: 16, max: 16_777_216 },
  { key: 'parallel', label: 'Sequences together', min: 1, max: 256 },
  { key: 'maxTokens', label: 'Longest answer, tokens', min: 1, max: 1_048_576 },
  { key: 'temperature', label: 'Temperature', min: 0, max: 10, decimals: 2 },
  { key: 'topK', label: 'Top k (0: off)', min: 0, max: 1_000_000 },
  { key: 'topP', label: 'Top p (1: off)', min: 0.01, max: 1, decimals: 2 },
  { key: 'minP', label: 'Min p (0: off)', min: 0, max: 1, decimals: 2 },
  { key: 'gpuLayers', label: 'GPU layers', min: 0, max: 10_000 },
  { key: 'threads', label: 'Threads', min: 1, max: 1024 },
  { key: 'batch', label: 'Batch, tokens', min: 1, max: 1_048_576 },
];

function facts({ settings, maxMissing }: DraftFields): readonly (readonly [string, string])[] {
  return [
    ['Context × parallel', `${formatCount(settings.context)} × ${formatCount(settings.parallel)}`],
    ['KV cache', settings.cacheType],
    [
      'Runs on',
      settings.backend === 'cpu'
        ? `CPU, ${settings.threads} threads`
        : `${backendWords[settings.backend]}, ${settings.gpuLayers} layers`,
    ],
    [
      'Sampling',
      settings.temperature === 0 ? 'greedy (temperature 0)' : `temperature ${settings.temperature}`,
    ],
    ['Longest answer', `${formatCount(settings.maxTokens)} tokens`],
    ['Flash attention', settings.flashAttention ? 'on' : 'off'],
    ['Mode', modeWords[settings.mode ?? 'fast']],
    [
      'System prompt',
      settings.system === null ? 'none' : `${formatCount(settings.system.length)} characters`,
    ],
    ['Missing, at most', `${formatPercent(maxMissing)} % of items`],
  ];
}

/** What is the same for every candidate, so that only the weights differ. */
export function SharedSettingsSection({
  fields,
  onChange,
}: {
  readonly fields: DraftFields;
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const [editing, setEditing] = useState(false);
  const { settings } = fields;
  const remote = fields.candidates.flatMap(({ name, endpoint }) => (endpoint === null ? [] : [name]));
  const set = (change: Partial<SharedSettings>) => {
    onChange({ settings: { ...settings, ...change } });
  };
  return (
    <section aria-labelledby="shared-title" className="shared-settings">
      <div className="table-caption">
        <h2 id="shared-title" className="grow">
          The same for every candidate
        </h2>
        <Button
          look="quiet"
          aria-expanded={editing}
          onClick={() => {
            setEditing(!editing);
          }}
        >
          {editing ? 'Done' : 'Change…'}
        </Button>
      </div>
      {remote.length === 0 ? null : (
        <p className="small muted">
          {listWords(remote)} {remote.length === 1 ? 'is an endpoint' : 'are endpoints'}: sampling, limits,
          the system prompt and the number of requests at a time go there; context, cache and hardware are the
          server’s.
        </p>
      )}
      {editing ? (
        <div className="setting-fields">
          <label>
            <span>Backend</span>
            <SelectField
              label="Backend"
              value={settings.backend}
              options={backends.map((backend) => ({ value: backend, label: backendWords[backend] }))}
              onChange={(backend) => {
                set({
                  backend,
                  flashAttention: backend !== 'cpu',
                  gpuLayers: backend === 'cpu' ? 0 : Math.max(settings.gpuLayers, 999),
                });
              }}
            />
          </label>
          {numbers.map(({ key, label, min, max, decimals }) => (
            <label key={key}>
              <span>{label}</span>
              <NumberField
                label={label}
                value={settings[key]}
                min={min}
                max={max}
                width={7}
                {...(decimals === undefined ? {} : { decimals })}
                onCommit={(value) => {
                  set({ [key]: value });
                }}
              />
            </label>
          ))}
          <label>
            <span>KV cache</span>
            <SelectField
              label="KV cache"
              value={settings.cacheType}
              options={cacheTypes.map((type) => ({ value: type, label: type }))}
              onChange={(cacheType) => {
                set({ cacheType });
              }}
            />
          </label>
          <label>
            <span>Mode</span>
            <SelectField
              label="Mode"
              value={settings.mode ?? 'fast'}
              options={modes.map((mode) => ({ value: mode, label: modeWords[mode] }))}
              onChange={(mode) => {
                set(
                  mode === 'strict'
                    ? {
                        mode,
                        parallel: 1,
                        flashAttention: settings.flashAttention && settings.backend !== 'cpu',
                      }
                    : { mode },
                );
              }}
            />
          </label>
          <label>
            <span>Flash attention</span>
            <input
              type="checkbox"
              checked={settings.flashAttention}
              onChange={(event) => {
                set({ flashAttention: event.target.checked });
              }}
            />
          </label>
          <label>
            <span>Missing at most, % of items</span>
            <NumberField
              label="Missing at most, in percent"
              value={fields.maxMissing * 100}
              min={0}
              max={100}
              decimals={1}
              width={7}
              onCommit={(percent) => {
                onChange({ maxMissing: percent / 100 });
              }}
            />
          </label>
          <label className="system-prompt">
            <span>System prompt, where an item has none</span>
            <TextArea
              rows={3}
              value={settings.system ?? ''}
              onCommit={(text) => {
                set({ system: text === '' ? null : text });
              }}
            />
          </label>
        </div>
      ) : (
        <dl className="setting-facts">
          {facts(fields).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
