/** What every run really ran on: what all sittings share once, then each sitting, its settings and its log. */
import type { EngineDescription, Manifest } from '../../contract/manifest.ts';
import { endpointFacts } from '../../contract/presentation/endpoint-words.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatDuration,
  formatHash,
  formatTime,
} from '../../contract/presentation/numbers.ts';
import type { ReportInput, ReportRun, ReportSitting } from '../report-input.ts';
import { runName } from '../report-view.ts';
import type { Markup } from './markup.ts';
import { foreign, markup } from './markup.ts';
import { laneWords } from '../../contract/presentation/lane-words.ts';
import { buildWords } from '../../contract/presentation/library-words.ts';
import { sittingRemarks } from '../../contract/presentation/sitting-words.ts';
import { wideTable } from './marks.ts';

/** Of a log that is longer, the last lines. */
const mostLogLines = 400;

type Facts = readonly (readonly [string, string])[];

export function whatRan(input: ReportInput): Markup {
  const sittings = input.runs.flatMap((run) => run.sittings.map((sitting) => ({ run, sitting })));
  const [first] = sittings;
  if (first === undefined) return markup`<p>Nothing has run yet.</p>`;
  const all = sittings.map(({ sitting }) => factsOf(sitting.manifest));
  const [example = []] = all;
  const shared = example.filter((fact) => all.every((facts) => hasFact(facts, fact)));
  return markup`${shared.length === 0 ? null : markup`<h3>The same in every sitting</h3>${list(shared)}`}
<div class="numbers"><div class="caption"><h3>Runs and sittings</h3><p>A run that was stopped and gone on with has several sittings.</p></div>${sittingTable(input.runs)}</div>
<div class="numbers"><div class="caption"><h3>Settings, as asked for and as resolved</h3><p>Read back from the engine or its log, or seen in an endpoint’s answers; “not said” where the engine does not say, “cannot tell” where the answers do not show it.</p></div>${settingsTable(sittings)}</div>
<div class="logs">${sittings.map(({ run, sitting }, index) => sittingDetails(run, sitting, index, shared))}</div>`;
}

function hasFact(facts: Facts, [name, value]: Facts[number]): boolean {
  return facts.some(([other, otherValue]) => other === name && otherValue === value);
}

function factsOf(manifest: Manifest): Facts {
  const { machine, engine, model, template, bos } = manifest;
  const facts: (readonly [string, string | null])[] = [
    ['Machine', machine.hostname],
    ['System', `${machine.operatingSystem}, kernel ${machine.kernel}, ${machine.architecture}`],
    [
      'Processor',
      `${machine.processor}, ${formatCount(machine.physicalCores)} cores, ${formatCount(machine.logicalCores)} threads`,
    ],
    ['Memory', formatBytes(machine.memoryTotal)],
    ...machine.graphics.map((device): readonly [string, string] => [
      'Graphics',
      [
        device.name,
        ...(device.memoryTotal === null ? [] : [formatBytes(device.memoryTotal)]),
        ...(device.driver === null ? [] : [`driver ${device.driver}`]),
      ].join(', '),
    ]),
    ...(engine.engine === 'openai' ? endpointFacts(engine) : llamaFacts(engine)),
    ['Chat template', templateWords(template)],
    ['BOS', bos === null ? null : bosWords(bos)],
    ['Model', modelWords(model)],
    ...model.files.map((file, index): readonly [string, string] =>
      engine.engine === 'openai'
        ? ['Model of the endpoint', `${file}; its weights cannot be hashed from here`]
        : ['File', `${file}, sha256 ${model.hashes[index] ?? absent}`],
    ),
    [
      'Tensors',
      Object.entries(model.tensorTypes)
        .map(([type, count]) => `${type} ${formatCount(count)}`)
        .join(', '),
    ],
    ['Noisefloor', manifest.noisefloor],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const]));
}

function llamaFacts(
  engine: Extract<EngineDescription, { engine: 'llama' }>,
): readonly (readonly [string, string | null])[] {
  return [
    [
      'Engine',
      `node-llama-cpp ${engine.libraryVersion}, llama.cpp ${engine.llamaCppRelease}${engine.llamaCppCommit === null ? '' : ` (${engine.llamaCppCommit.slice(0, 12)})`}, ${buildWords(engine.buildType)}`,
    ],
    ['Calls', engine.lane === undefined ? null : laneWords(engine.lane)],
    [
      'Backend',
      [engine.backend, engine.kernelVariant, ...engine.devices].filter((one) => one !== null).join(', '),
    ],
    ['Device memory', engine.deviceMemory === null ? null : formatBytes(engine.deviceMemory.total)],
    ['Engine says', engine.systemInfo === '' ? null : engine.systemInfo],
    ...Object.entries(engine.libraryHashes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, sha]): readonly [string, string] => ['Library', `${file}, sha256 ${sha}`]),
  ];
}

function templateWords({ from, renderer, hash }: Manifest['template']): string {
  if (hash === null) return 'the server’s own, which it does not show';
  const whose =
    renderer === 'server' ? 'the server’s own' : from === 'model' ? 'of the model' : 'of the plan';
  return `${whose}${renderer === 'server' ? '' : `, rendered by ${renderer}`}, sha256 ${hash}`;
}

function bosWords({ modelAddsBos, templateWritesBos, applied }: NonNullable<Manifest['bos']>): string {
  const how = {
    template: 'written by the template',
    prepended: 'put in front, because the template lacks it',
    none: 'none',
  }[applied];
  return `${how} (model asks for it: ${modelAddsBos ? 'yes' : 'no'}; template writes it: ${templateWritesBos ? 'yes' : 'no'})`;
}

function modelWords({
  architecture,
  parameters,
  quantisation,
  size,
  trainContext,
}: Manifest['model']): string {
  return [
    ...(architecture === '' ? [] : [architecture]),
    ...(parameters === null ? [] : [`${formatCount(parameters)} parameters`]),
    ...(quantisation === null ? [] : [quantisation]),
    ...(size === null ? [] : [formatBytes(size)]),
    ...(trainContext === null ? [] : [`trained for ${formatCount(trainContext)} tokens of context`]),
  ].join(', ');
}

function list(facts: Facts): Markup {
  return markup`<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${foreign(value)}</dd>`)}</dl>`;
}

const endWords = {
  complete: 'complete',
  stopped: 'stopped',
  crashed: 'the engine crashed',
  killed: 'the process was killed',
} as const;

function sittingTable(runs: readonly ReportRun[]): Markup {
  return wideTable(
    'Runs and sittings',
    'plain ',
    markup`<table><thead><tr><th scope="col">Run</th><th scope="col">Started</th><th scope="col">Ended</th><th scope="col">How</th><th scope="col" class="num">Outputs</th><th scope="col" class="num">Load</th><th scope="col" class="num">Model memory</th><th scope="col" class="num">Context memory</th><th scope="col" class="num">Process</th><th scope="col">Weights, sha256</th></tr></thead><tbody>
${runs.map(({ key, sittings, failure, state }) =>
  sittings.length === 0
    ? markup`<tr><th scope="row">${runName(key)}</th><td colspan="9" class="wrap">${failure === null ? state : foreign(`${failure.message} ${failure.next ?? ''}`)}</td></tr>
`
    : sittings.map(
        (
          { manifest, endedAt, how, outputs },
          index,
        ) => markup`<tr${index === 0 ? null : markup` class="sub"`}>${index === 0 ? markup`<th scope="rowgroup" rowspan="${sittings.length}">${runName(key)}</th>` : null}<td>${formatTime(manifest.startedAt)}${manifest.resumed ? markup` <span class="tag">resumed</span>` : null}</td><td>${endedAt === null ? absent : formatTime(endedAt)}</td><td>${how === null ? 'still running' : endWords[how]}</td><td class="num">${formatCount(outputs)}</td><td class="num">${formatDuration(manifest.loadSeconds)}</td><td class="num">${formatBytes(manifest.memory.model)}</td><td class="num">${formatBytes(manifest.memory.context)}</td><td class="num">${manifest.processId ?? absent}${manifest.generation > 1 ? `, no. ${manifest.generation}` : ''}</td><td class="mono" title="${manifest.model.hashes.join(' ')}">${manifest.model.hashes.length === 0 ? absent : manifest.model.hashes.map(formatHash).join(' ')}</td></tr>
`,
      ),
)}</tbody></table>`,
  );
}

interface NamedSitting {
  readonly run: ReportRun;
  readonly sitting: ReportSitting;
}

/** One row a setting; runs that asked for and got the same share a column. */
function settingsTable(sittings: readonly NamedSitting[]): Markup {
  const names = [
    ...new Set(sittings.flatMap(({ sitting }) => sitting.manifest.settings.map(({ name }) => name))),
  ];
  const columns = new Map<string, { runs: string[]; sitting: ReportSitting }>();
  for (const { run, sitting } of sittings) {
    const key = JSON.stringify(
      sitting.manifest.settings.map(({ name, requested, resolved }) => [name, requested, resolved]),
    );
    const column = columns.get(key) ?? { runs: [], sitting };
    const name = runName(run.key);
    if (!column.runs.includes(name)) column.runs.push(name);
    columns.set(key, column);
  }
  const list = [...columns.values()];
  return wideTable(
    'Settings, as asked for and as resolved',
    'plain settings ',
    markup`<table><thead><tr><th scope="col">Setting</th>${list.map(({ runs }) => markup`<th scope="col">${runs.join(', ')}</th>`)}</tr></thead><tbody>
${names.map(
  (
    name,
  ) => markup`<tr><th scope="row">${name}</th>${list.map(({ sitting }) => settingCell(sitting.manifest, name))}</tr>
`,
)}</tbody></table>`,
  );
}

function settingCell(manifest: Manifest, name: string): Markup {
  const setting = manifest.settings.find((one) => one.name === name);
  if (setting === undefined) return markup`<td class="muted">${absent}</td>`;
  const { requested, resolved } = setting;
  if (resolved === null)
    return markup`<td>${requested} <span class="muted">${setting.source === 'probe' ? 'cannot tell' : 'not said'}</span></td>`;
  return resolved === requested
    ? markup`<td>${requested}</td>`
    : markup`<td><span class="soft">${requested} →</span> <b>${resolved}</b></td>`;
}

function freeDeviceMemory(engine: EngineDescription): Facts {
  if (engine.engine !== 'llama' || engine.deviceMemory === null) return [];
  return [['Free device memory', formatBytes(engine.deviceMemory.free)]];
}

function sittingDetails(run: ReportRun, { manifest }: ReportSitting, index: number, shared: Facts): Markup {
  const own = factsOf(manifest).filter((fact) => !hasFact(shared, fact));
  const sitting =
    run.sittings.length > 1
      ? `, sitting ${run.sittings.findIndex((one) => one.manifest === manifest) + 1}`
      : '';
  const log = manifest.loadLog.slice(-mostLogLines);
  const skipped = manifest.loadLog.length - log.length;
  return markup`<details class="more" id="sitting-${index + 1}"><summary>${runName(run.key)}${sitting}: what was its own, and the load log</summary>
${list([['Free memory at the start', formatBytes(manifest.machine.memoryFree)], ...freeDeviceMemory(manifest.engine), ...sittingRemarks(manifest), ...own])}
${log.length === 0 ? null : markup`<pre class="log" tabindex="0">${skipped > 0 ? `[${formatCount(skipped)} earlier lines left out]\n` : ''}${foreign(log.join('\n'))}</pre>`}</details>
`;
}
