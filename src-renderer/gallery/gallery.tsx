import type { ReactNode } from 'react';
import { useState } from 'react';
import { verdicts } from '../../src-main/contract/comparison.ts';
import { formatCount } from '../../src-main/contract/presentation/numbers.ts';
import { KeyLayer } from '../app/key-layer.tsx';
import { ToastPlace } from '../app/toast.tsx';
import { useAppearance } from '../app/use-appearance.ts';
import { useStores } from '../app/app-context.tsx';
import { ForestTable } from '../charts/forest-table.tsx';
import { ScatterChart } from '../charts/scatter-chart.tsx';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FlipBadge } from '../components/flip-badge.tsx';
import { KeyHint } from '../components/key-hint.tsx';
import { Menu } from '../components/menu.tsx';
import { Meter } from '../components/meter.tsx';
import { FailureNotice, Notice } from '../components/notice.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Segmented } from '../components/segmented.tsx';
import {
  NumberField,
  SelectField,
  Sentence,
  SentenceLine,
  TextField,
} from '../components/sentence-field.tsx';
import type { Column } from '../components/table.tsx';
import { Table, TableCaption } from '../components/table.tsx';
import { Tag } from '../components/tag.tsx';
import { Toggle } from '../components/toggle.tsx';
import { PlanState, Verdict } from '../components/verdict.tsx';
import { VirtualList } from '../components/virtual-list.tsx';
import { madeUpPoints, madeUpSections } from './made-up-rows.ts';
import '../app/shell.css';
import './gallery.css';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const columns: readonly Column<(typeof verdicts)[number]>[] = [
  {
    key: 'verdict',
    head: 'Verdict',
    text: (verdict) => verdict,
    draw: (verdict) => <Verdict verdict={verdict} />,
  },
  {
    key: 'length',
    head: 'Letters',
    numeric: true,
    width: '6rem',
    text: (verdict) => formatCount(verdict.length),
  },
];

export function Gallery() {
  useAppearance();
  return (
    <div className="frame">
      <main>
        <div className="gallery">
          <PageHead title="Gallery">
            <ThemeChoice />
          </PageHead>
          <Plots />
          <Words />
          <Controls />
          <Messages />
          <Lists />
        </div>
      </main>
      <ToastPlace />
      <KeyLayer />
    </div>
  );
}

function ThemeChoice() {
  const { settings } = useStores();
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  return (
    <Segmented
      label="Theme"
      value={theme}
      options={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      onChange={(next) => {
        setTheme(next);
        void settings.change({ theme: next });
      }}
    />
  );
}

function Plots() {
  const [candidate, setCandidate] = useState('Q4_K_M');
  return (
    <>
      <Section title="Forest plot">
        <ForestTable
          sections={madeUpSections}
          measure="right"
          baseline="BF16"
          finding="Q8_0 and Q5_K_M pass, Q4_K_M and Q2_K do not."
          selected={candidate}
          onSelect={setCandidate}
          tags={({ name }) => (name === 'Q3_K_M' || name === 'Q2_K' ? ['settings differ'] : [])}
        />
      </Section>
      <Section title="Cost against quality">
        <ScatterChart
          points={madeUpPoints}
          margin={0.02}
          halfWidth={0.005}
          costWord="file size, GB"
          finding="Q5_K_M passes at a third of the size of BF16"
        />
      </Section>
    </>
  );
}

function Words() {
  return (
    <Section title="Evidence">
      <div className="row">
        {verdicts.map((verdict) => (
          <Verdict key={verdict} verdict={verdict} />
        ))}
        <Verdict verdict={null} />
      </div>
      <div className="row">
        <PlanState plan="passes" />
        <PlanState plan="fails" />
        <PlanState plan="open" />
        <FlipBadge flip="lost" baseline={1} candidate={0} />
        <FlipBadge flip="gained" baseline={0} candidate={1} />
        <FlipBadge flip="different" baseline={1} candidate={1} />
        <FlipBadge flip="missing" baseline={1} candidate={null} />
        <Tag>must pass</Tag>
        <Tag>2 files</Tag>
      </div>
    </Section>
  );
}

function Controls() {
  const { toasts } = useStores();
  const [pressed, setPressed] = useState(true);
  const [margin, setMargin] = useState(2);
  const [split, setSplit] = useState<'held_out' | 'dev'>('held_out');
  const [decision, setDecision] = useState('ship Q4_K_M instead of BF16');
  return (
    <Section title="Controls">
      <div className="row">
        <Button
          look="primary"
          hint="n"
          onClick={() => {
            toasts.show('Deleted “Old triage set”.', () => undefined);
          }}
        >
          Show a toast
        </Button>
        <Button>Plain</Button>
        <Button look="quiet">Quiet</Button>
        <Button small>Small</Button>
        <Button disabled>Disabled</Button>
        <Toggle pressed={pressed} onToggle={setPressed}>
          Lost 61
        </Toggle>
        <Toggle
          pressed={!pressed}
          onToggle={() => {
            setPressed(!pressed);
          }}
        >
          Gained 48
        </Toggle>
        <KeyHint keys="Ctrl+," />
        <Menu
          label="More"
          entries={[
            { label: 'Duplicate', run: () => undefined },
            { label: 'Delete', hint: 'Delete', run: () => undefined },
          ]}
        />
      </div>
      <Sentence>
        <SentenceLine>
          Decide whether to <TextField label="Decision" value={decision} onCommit={setDecision} />
        </SentenceLine>
        <SentenceLine>
          on the{' '}
          <SelectField
            label="Split"
            value={split}
            onChange={setSplit}
            options={[
              { value: 'held_out', label: 'held-out' },
              { value: 'dev', label: 'dev' },
            ]}
          />{' '}
          items, and accept a drop of at most{' '}
          <NumberField
            label="Drop accepted, points"
            value={margin}
            min={0.1}
            max={100}
            decimals={1}
            onCommit={setMargin}
          />{' '}
          points overall.
        </SentenceLine>
      </Sentence>
      <div className="meters">
        <Meter label="Running" done={63} total={100} />
        <Meter label="Idle" done={34} total={100} idle />
        <Meter label="Large" done={61} total={100} large />
      </div>
    </Section>
  );
}

function Messages() {
  return (
    <Section title="Messages">
      <Notice
        title="3 settings are not what the plan asked for"
        tone="attention"
        actions={<Button small>Accept</Button>}
      >
        <p>Not comparable unless you accept it.</p>
      </Notice>
      <Notice title="Resumed after a power loss at 14:31; nothing was lost." />
      <FailureNotice
        failure={{
          code: 'gguf_cut_off',
          message: 'larkspur-IQ3_XXS.gguf ends after 3.1 of 5.9 GB.',
          next: 'Copy the file again, then reload.',
          detail: 'tensor blk.31.ffn_down starts past the end of the file',
        }}
        actions={<Button small>Reload</Button>}
      />
      <EmptyState title="No models yet." actions={<Button>Add folder…</Button>}>
        Add a folder with GGUF files. The files stay where they are.
      </EmptyState>
    </Section>
  );
}

const many = 100_000;
const ignore = () => undefined;

function Lists() {
  const [chosen, setChosen] = useState<string | null>('better');
  const [row, setRow] = useState<number | null>(null);
  return (
    <>
      <section>
        <TableCaption title="A table" columns={columns} rows={verdicts}>
          With a row that is chosen.
        </TableCaption>
        <Table
          label="A table"
          columns={columns}
          rows={verdicts}
          rowKey={(verdict) => verdict}
          selected={chosen}
          onSelect={setChosen}
        />
      </section>
      <Section title="A list of 100,000">
        <div className="many">
          <VirtualList
            label="Many rows"
            count={many}
            rowHeight={28}
            selected={row}
            onSelect={setRow}
            onRange={ignore}
            draw={(index) => <span>Row {formatCount(index + 1)}</span>}
          />
        </div>
      </Section>
    </>
  );
}
