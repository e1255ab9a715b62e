import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import type {
  ForestGeometry,
  ForestSectionGeometry,
} from '../../src-main/contract/presentation/forest-geometry.ts';
import { forestGeometry } from '../../src-main/contract/presentation/forest-geometry.ts';
import type { ForestRow, ForestSection } from '../../src-main/contract/presentation/forest-rows.ts';
import { changeTitle } from '../../src-main/contract/presentation/findings.ts';
import { intervalHead } from '../../src-main/contract/presentation/look-words.ts';
import {
  absent,
  formatCount,
  formatPoints,
  formatPointsInterval,
} from '../../src-main/contract/presentation/numbers.ts';
import { rerunMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import type { Measure } from '../../src-main/contract/presentation/words.ts';
import type { Roving } from '../components/roving.ts';
import { useRoving } from '../components/roving.ts';
import { Tag } from '../components/tag.tsx';
import { PlanState, Verdict } from '../components/verdict.tsx';
import { PlotCanvas } from './plot-canvas.tsx';
import { PlotLabel } from './plot-label.tsx';
import { forestShapes } from './shapes.ts';
import { usePlaces } from './use-places.ts';
import './forest-table.css';

/** Before the first measuring, px. */
const usualWidth = 470;

interface ForestTableProps {
  /** Every candidate first, then, where there is one, the strata of the candidate that is chosen. */
  readonly sections: readonly ForestSection[];
  readonly measure: Measure;
  readonly baseline: string;
  /** Shares that must lie on the axis, too: the estimates of strata that are not shown now. */
  readonly estimates?: readonly number[];
  /** What the plot says, in a sentence. */
  readonly finding: string;
  readonly selected: string | null;
  readonly onSelect: (candidate: string) => void;
  readonly onOpen?: (candidate: string) => void;
  /** Facts about a row beside those that it has itself: "settings differ". */
  readonly tags?: (row: ForestRow) => readonly string[];
}

/** The forest plot: a table of which one column is the plot, so that numbers and marks stay together. */
export function ForestTable(props: ForestTableProps) {
  const { sections, measure, baseline, estimates, finding, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const candidates = sections[0]?.rows.filter(({ kind }) => kind === 'candidate') ?? [];
  const interval = intervalHead(sections.flatMap(({ rows }) => rows.map((row) => row.interval)));
  const roving = useRoving(body, candidates.length);
  const shape = JSON.stringify(sections.map(({ rows }) => rows.map(({ name }) => name)));
  const places = usePlaces(frame, shape);
  const width = places?.width ?? usualWidth;
  const geometry = useMemo(
    () => forestGeometry(sections, width, estimates ?? []),
    [sections, width, estimates],
  );
  const chosenRow = candidates.findIndex(({ name }) => name === selected);
  const shapes = useMemo(
    () =>
      places === null
        ? []
        : forestShapes(geometry, places.sections, chosenRow < 0 ? null : { section: 0, row: chosenRow }),
    [geometry, places, chosenRow],
  );
  return (
    <div className="forest" ref={frame}>
      <p className="unseen">{finding}</p>
      <table role="grid" aria-label={`${changeTitle(measure)}, each candidate and stratum`}>
        <colgroup>
          {['name', 'plot', 'change', 'interval', 'count', 'count', 'count', 'verdict', 'plan'].map(
            (name, index) => (
              <col key={index} className={`col-${name}`} />
            ),
          )}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Candidate, stratum</th>
            <th scope="col" className="plot-cell">
              {changeTitle(measure)}, percentage points, {interval.toLowerCase()}
            </th>
            <th scope="col" className="num">
              Change
            </th>
            <th scope="col" className="num">
              {interval}
            </th>
            <th scope="col" className="num">
              n
            </th>
            <th scope="col" className="num">
              Lost
            </th>
            <th scope="col" className="num">
              Gained
            </th>
            <th scope="col" className="verdict-cell">
              Verdict
            </th>
            <th scope="col">Plan</th>
          </tr>
        </thead>
        {geometry.sections.map((section, index) => (
          <SectionBody
            key={section.title}
            section={section}
            index={index}
            {...props}
            onSelect={onSelect}
            {...(index === 0 ? { roving, body } : {})}
          />
        ))}
        <tfoot>
          <tr>
            <td className="beside-axis" />
            <td className="plot-cell">
              <ForestAxis geometry={geometry} baseline={baseline} measure={measure} />
            </td>
          </tr>
        </tfoot>
      </table>
      {places === null ? null : (
        <div
          className="forest-canvas"
          style={{ left: places.left, top: places.top, width: places.width, height: places.height }}
        >
          <PlotCanvas shapes={shapes} />
        </div>
      )}
    </div>
  );
}

interface SectionProps extends ForestTableProps {
  readonly section: ForestSectionGeometry;
  readonly index: number;
  readonly roving?: Roving;
  readonly body?: React.RefObject<HTMLTableSectionElement | null>;
}

function SectionBody({ section, index, selected, onSelect, onOpen, tags, roving, body }: SectionProps) {
  const { heading } = section;
  const hasChosen = section.rows.some(({ row }) => row.kind === 'candidate' && row.name === selected);
  return (
    <tbody {...(roving === undefined || body === undefined ? {} : { ...roving.container, ref: body })}>
      <tr className="heading">
        <th scope="rowgroup">{section.title}</th>
        <td className="plot-cell" data-plot={`${index}:heading`}>
          {heading.guardLabel === null ? null : (
            <PlotLabel x={heading.guardLabel.x} anchor={heading.guardLabel.anchor} tone="ink">
              {heading.guardLabel.text}
            </PlotLabel>
          )}
          {heading.noiseLabel === null ? null : (
            <PlotLabel x={heading.noiseLabel.x} anchor={heading.noiseLabel.anchor} tone="soft">
              {heading.noiseLabel.text}
            </PlotLabel>
          )}
        </td>
        <td colSpan={7} />
      </tr>
      {section.rows.map(({ row, marginLabel }, at) => (
        <tr
          key={row.name}
          className={row.kind}
          {...(roving === undefined || row.kind !== 'candidate'
            ? {}
            : {
                ...roving.cell(at),
                // Entering the table must not choose another candidate: the chosen row is where it is entered.
                ...(hasChosen ? { tabIndex: row.name === selected ? 0 : -1 } : {}),
                'aria-selected': row.name === selected,
                onClick: () => {
                  onSelect(row.name);
                },
                onFocus: () => {
                  if (row.name !== selected) onSelect(row.name);
                },
                onDoubleClick: () => onOpen?.(row.name),
                onKeyDown: (event) => {
                  if (event.key === 'Enter') onOpen?.(row.name);
                },
              })}
        >
          <RowCells row={row} tags={tags?.(row) ?? []}>
            <td className="plot-cell" data-plot={`${index}:${at}`}>
              {row.note === null ? null : <span className="note">{row.note}</span>}
              {marginLabel === null ? null : (
                <PlotLabel x={marginLabel.x} anchor={marginLabel.anchor} tone="ink">
                  {marginLabel.text}
                </PlotLabel>
              )}
            </td>
          </RowCells>
        </tr>
      ))}
    </tbody>
  );
}

function RowCells({
  row,
  tags,
  children,
}: {
  readonly row: ForestRow;
  readonly tags: readonly string[];
  /** The plot's cell. */
  readonly children: ReactNode;
}) {
  const count = (label: string, value: number | null) => (
    <td className="num numbers count" data-label={label}>
      {formatCount(value)}
    </td>
  );
  return (
    <>
      <th scope="row">
        <span className="name">
          <span className="cut" title={row.name}>
            {row.name}
          </span>
          {row.gating ? <Tag>must pass</Tag> : null}
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      </th>
      {children}
      <td className="num numbers change">{formatPoints(row.delta)}</td>
      <td className="num numbers interval soft">{formatPointsInterval(row.interval)}</td>
      {count('n', row.n)}
      {count('lost', row.losses)}
      {count('gained', row.gains)}
      <td className="verdict-cell">
        {row.kind === 'rerun' ? (
          <span className="muted">{rerunMark.word}</span>
        ) : (
          <Verdict verdict={row.verdict} />
        )}
      </td>
      <td className="plan-cell">
        {row.plan === null ? <span className="unseen">{absent}</span> : <PlanState plan={row.plan} />}
      </td>
    </>
  );
}

/** Tick labels at the foot only, and under them which way is which. */
function ForestAxis({
  geometry,
  baseline,
  measure,
}: {
  readonly geometry: ForestGeometry;
  readonly baseline: string;
  readonly measure: Measure;
}) {
  const right = measure === 'right' ? 'right' : 'points';
  return (
    <div className="axis" aria-hidden="true">
      {geometry.ticks.map(({ x, label }) => (
        <PlotLabel key={label} x={x} anchor="middle">
          {label}
        </PlotLabel>
      ))}
      <span className="plot-label words start" style={{ left: 0 }}>
        ← fewer {right} than {baseline}
      </span>
      <span className="plot-label words middle" style={{ left: `${geometry.zero * 100}%` }}>
        points
      </span>
      <span className="plot-label words end" style={{ left: '100%' }}>
        more {right} →
      </span>
    </div>
  );
}
