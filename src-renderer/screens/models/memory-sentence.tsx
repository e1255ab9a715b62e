import { useStore } from 'zustand';
import { cacheTypes } from '../../../src-main/contract/candidate.ts';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { NumberField, SelectField } from '../../components/sentence-field.tsx';
import { Sentence, SentenceLine } from '../../components/sentence-field.tsx';

const cacheOptions = cacheTypes.map((value) => ({ value, label: value }));

/** What memory is worked out for, and on what. */
export function MemorySentence() {
  const { models } = useStores();
  const { memory, list } = useStore(models.store);
  const device = list?.device ?? null;
  return (
    <Sentence body>
      <SentenceLine>
        <span>Memory is worked out for</span>
        <NumberField
          label="Context, tokens of each sequence"
          value={memory.context}
          min={1}
          max={16_777_216}
          width={5}
          onCommit={(context) => void models.changeMemory({ context })}
        />
        <span>tokens ×</span>
        <NumberField
          label="Parallel sequences"
          value={memory.parallel}
          min={1}
          max={1024}
          width={3}
          onCommit={(parallel) => void models.changeMemory({ parallel })}
        />
        <span>in parallel, KV cache</span>
        <SelectField
          label="KV cache type"
          value={memory.cacheType}
          options={cacheOptions}
          onChange={(cacheType) => void models.changeMemory({ cacheType })}
        />
        {device === null ? null : (
          <span>
            on <b>{device.name}</b>, {formatBytes(device.free)} of {formatBytes(device.total)} free.
          </span>
        )}
      </SentenceLine>
    </Sentence>
  );
}
