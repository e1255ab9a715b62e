import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { ModelFile, ModelGroup } from '../../../src-main/contract/calls/models.ts';
import { formatNumber } from '../../../src-main/contract/presentation/numbers.ts';
import { CopyTable } from '../../components/copy-table.tsx';
import type { Roving } from '../../components/roving.ts';
import { useRoving } from '../../components/roving.ts';
import type { TextTable } from '../../components/table-text.ts';
import { Tag } from '../../components/tag.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import type { ModelList } from '../../stores/models-store.ts';
import { FitWord } from './fit-word.tsx';
import { NeedBar, TypeBar } from './model-bars.tsx';
import type { FileName, SizeUnit } from './models-words.ts';
import {
  fitOf,
  groupFacts,
  inUnit,
  mostWeights,
  namesOfFiles,
  sizeUnit,
  spareWords,
  templateWords,
  typeShares,
} from './models-words.ts';

interface TableProps {
  readonly groups: readonly ModelGroup[];
  readonly device: ModelList['device'];
  readonly selected: string | null;
  readonly onSelect: (model: string) => void;
  /** Those that are to be compared. */
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (model: string) => void;
}

/** Every file by model. The chosen row is shown in detail; what is done with the ticked ones stands under the table. */
export function ModelTable({ children, ...props }: TableProps & { readonly children: ReactNode }) {
  const { groups } = props;
  const body = useRef<HTMLTableElement>(null);
  const files = groups.flatMap((group) => group.files);
  const roving = useRoving(body, files.length);
  const units = {
    size: sizeUnit(files.map(({ size }) => size)),
    need: sizeUnit(files.map(({ memory }) => memory?.total ?? 0)),
  };
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, group) => sum + group.files.length, 0),
  );
  return (
    <>
      <TableFrame label="Models">
        <table
          className="table library"
          role="grid"
          aria-label="Files by model"
          {...roving.container}
          ref={body}
        >
          <colgroup>
            {['tick', 'name', 'size', 'bits', 'types', 'most', 'template', 'bar', 'need', 'fit'].map(
              (column) => (
                <col key={column} className={column} />
              ),
            )}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Compare</span>
              </th>
              <th scope="col">Quantisation</th>
              <th scope="col" className="num">
                {units.size.name}
              </th>
              <th scope="col" className="num">
                Bits/wt
              </th>
              <th scope="col" className="bar">
                Tensor types
              </th>
              <th scope="col" className="most">
                Most weights
              </th>
              <th scope="col">Template</th>
              <th scope="col" className="bar" colSpan={2}>
                Memory needed, {units.need.name}
              </th>
              <th scope="col">On this machine</th>
            </tr>
          </thead>
          {groups.map((group, index) => (
            <GroupRows key={group.id} {...props} {...{ group, first: starts[index] ?? 0, roving, units }} />
          ))}
        </table>
      </TableFrame>
      <div className="under-table">
        {children}
        <span className="grow" />
        <CopyTable
          title="Files by model"
          table={() => copiedTable(groups, units)}
          numeric={new Set([3, 4, 7, 8])}
        />
      </div>
    </>
  );
}

interface Units {
  readonly size: SizeUnit;
  readonly need: SizeUnit;
}

interface GroupProps extends TableProps {
  readonly group: ModelGroup;
  /** Place of its first file among all files. */
  readonly first: number;
  readonly roving: Roving;
  readonly units: Units;
}

function GroupRows({ group, first, roving, ...props }: GroupProps) {
  const names = namesOfFiles(group.files);
  return (
    <tbody>
      <tr className="group-row">
        <th scope="rowgroup" colSpan={10}>
          <b>{group.title}</b>
          <span className="small muted">
            {groupFacts(group)}
            {group.remark === null ? '' : `. ${group.remark}`}
          </span>
        </th>
      </tr>
      {group.files.map((file, index) => (
        <FileRow
          key={file.id}
          {...props}
          file={file}
          name={names.get(file.id) ?? { name: file.fileName, apart: null }}
          cell={roving.cell(first + index)}
          ofModel={group.title}
        />
      ))}
    </tbody>
  );
}

interface RowProps extends Omit<GroupProps, 'group' | 'first' | 'roving' | 'groups'> {
  readonly file: ModelFile;
  readonly name: FileName;
  readonly cell: ReturnType<Roving['cell']>;
  readonly ofModel: string;
}

function FileRow({ file, name, cell, ofModel, units, device, selected, onSelect, ticked, onTick }: RowProps) {
  const { id, parts, size, bitsPerWeight, tensorTypes, template, memory } = file;
  const chosen = id === selected;
  return (
    <tr
      {...cell}
      // Entering the table must not choose another row: the chosen one is where it is entered.
      tabIndex={chosen ? 0 : -1}
      aria-selected={chosen}
      onClick={() => {
        onSelect(id);
      }}
      onFocus={() => {
        if (!chosen) onSelect(id);
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onTick(id);
      }}
    >
      <td>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Compare ${[name.name, name.apart ?? '', 'of', ofModel].filter((word) => word !== '').join(' ')}`}
          checked={ticked.has(id)}
          onChange={() => {
            onTick(id);
          }}
        />
      </td>
      <th scope="row" className="cut" title={file.fileName}>
        {name.name}
        {name.apart === null ? null : <span className="apart">{name.apart}</span>}
        {parts === 1 ? null : <Tag>{parts} files</Tag>}
      </th>
      <td className="num">{inUnit(size, units.size)}</td>
      <td className="num">{formatNumber(bitsPerWeight, 2)}</td>
      <td className="bar" title={typeShares(tensorTypes)}>
        <TypeBar types={tensorTypes} />
      </td>
      <td className="most soft cut">{mostWeights(tensorTypes)}</td>
      <td className={template === 'differs' ? 'strong' : 'muted'}>{templateWords[template]}</td>
      <td className="bar">
        {memory === null || device === null ? null : <NeedBar need={memory.total} device={device} />}
      </td>
      <td className="num">{inUnit(memory?.total ?? null, units.need)}</td>
      <td title={file.memoryReason ?? undefined}>
        <span className="fit">
          <FitWord fit={fitOf(file)} />
          <span className="soft spare">{spareWords(file)}</span>
        </span>
      </td>
    </tr>
  );
}

function copiedTable(groups: readonly ModelGroup[], units: Units): TextTable {
  const head = [
    'Model',
    'Quantisation',
    'File',
    `Size, ${units.size.name}`,
    'Bits per weight',
    'Tensor types',
    'Template',
    `Memory needed, ${units.need.name}`,
    'Spare',
    'On this machine',
  ];
  const rows = groups.flatMap((group) =>
    group.files.map((file) => [
      group.title,
      file.quantisation ?? '',
      file.path,
      inUnit(file.size, units.size),
      formatNumber(file.bitsPerWeight, 2),
      typeShares(file.tensorTypes),
      templateWords[file.template],
      inUnit(file.memory?.total ?? null, units.need),
      spareWords(file),
      fitOf(file),
    ]),
  );
  return [head, ...rows];
}
