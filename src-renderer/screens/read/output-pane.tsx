import type { ReadingItem, ReadingOutput } from '../../../src-main/contract/calls/reading.ts';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import { formatCount, formatDuration, formatRate } from '../../../src-main/contract/presentation/numbers.ts';
import { optionHeads, optionNote, optionRows } from '../../../src-main/contract/presentation/option-rows.ts';
import { sideMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { SideGlyph } from '../../components/glyph.tsx';
import type { TextRange } from './text-pieces.ts';
import { textPieces } from './text-pieces.ts';
import './output-pane.css';

export function runWords({ candidate, replicate }: RunKey): string {
  return replicate === 1 ? candidate : `${candidate}, run ${replicate}`;
}

/** What the scorer said, in a word. */
function judgement(output: ReadingOutput): string {
  const { score } = output;
  if (output.error !== null) return 'Failed.';
  if (score === null) return 'Not scored yet.';
  if (score.outcome !== 'scored') return `${capital(score.outcome.replace('_', ' '))}.`;
  if (score.value === 1) return 'Right.';
  return score.value === 0 ? 'Wrong.' : `${formatCount(Math.round((score.value ?? 0) * 100))} % right.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function OutputVerdict({ output }: { readonly output: ReadingOutput | null }) {
  if (output === null) return <p className="judged muted">No answer is there.</p>;
  const reason = output.error?.message ?? output.score?.reason ?? 'Scores come when the run ends.';
  return (
    <div className="judged">
      <SideGlyph mark={sideMark(output.score?.value ?? null)} />
      <p>
        <b>{judgement(output)}</b> {visibleText(reason)}
        {output.error?.next === undefined ? null : <span className="muted"> {output.error.next}</span>}
      </p>
    </div>
  );
}

interface OutputProps {
  readonly output: ReadingOutput | null;
  readonly name: string;
  readonly side: 'baseline' | 'candidate';
  readonly differing: readonly TextRange[];
  /** The token at which it parts from the other; null: it does not, or it cannot be told. */
  readonly parting: TextRange | null;
}

/** The text that was generated, or what was measured of each option in its place. */
export function OutputBody({ check, ...props }: OutputProps & { readonly check: ReadingItem['check'] }) {
  const options = props.output?.options ?? null;
  if (options === null) return <OutputText {...props} />;
  return <WeighedOptions options={options} check={check} name={props.name} />;
}

function WeighedOptions({
  options,
  check,
  name,
}: {
  readonly options: NonNullable<ReadingOutput['options']>;
  readonly check: ReadingItem['check'];
  readonly name: string;
}) {
  const texts = check.kind === 'choice' ? check.options : [];
  return (
    <div className="weighed" tabIndex={0} role="region" aria-label={`Options as ${name} weighs them`}>
      {options.measured === null ? null : (
        <table>
          <thead>
            <tr>
              {optionHeads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {optionRows(options.measured, texts).map((row) => (
              <tr key={row.letter}>
                <th scope="row">
                  <b>{row.letter}</b> {visibleText(row.text)}
                </th>
                <td>{row.share}</td>
                <td>{row.logProbability}</td>
                <td>{row.perToken}</td>
                <td>{row.perByte}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted">{visibleText(optionNote(options))}</p>
    </div>
  );
}

/** The text as it is, what only this side has marked, and what the scorer read ruled at its left. */
function OutputText({ output, name, side, differing, parting }: OutputProps) {
  const span = output?.score?.span ?? null;
  const pieces = output === null ? [] : textPieces(output.text, differing, span, parting);
  return (
    <pre className="output-text" tabIndex={0} role="region" aria-label={`Output of ${name}`}>
      {pieces.map((piece, index) => {
        const text = visibleText(piece.text);
        const shown = piece.parts ? (
          <span className="parting" title="The answers part at this token">
            {text}
          </span>
        ) : (
          text
        );
        const marked = piece.differs ? side === 'baseline' ? <del>{shown}</del> : <ins>{shown}</ins> : shown;
        return piece.read ? (
          <mark key={index} title="The scorer read this">
            {marked}
          </mark>
        ) : (
          <span key={index}>{marked}</span>
        );
      })}
      {output !== null && output.length > output.text.length ? (
        <span className="muted">… {formatCount(output.length - output.text.length)} more characters</span>
      ) : null}
      {output?.text === '' ? <span className="muted">empty</span> : null}
    </pre>
  );
}

export function OutputFacts({ output }: { readonly output: ReadingOutput | null }) {
  if (output === null) return <p className="facts" />;
  return (
    <p className="facts">
      <span>
        {output.options === null ? output.finish : 'weighed'}
        {output.stop === null ? '' : ` at ${JSON.stringify(output.stop)}`}
      </span>
      {output.options === null ? <span>{formatCount(output.generatedTokens)} tokens</span> : null}
      <span>{formatDuration(output.totalMs / 1000)}</span>
      {output.tokensPerSecond === null ? null : <span>{formatRate(output.tokensPerSecond)} tokens/s</span>}
      {output.score === null ? null : <span>read by {output.score.scorer}</span>}
    </p>
  );
}
