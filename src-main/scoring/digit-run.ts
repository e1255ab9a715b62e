/** What a run of digits and separators says: `1,234.5`, `1.234,5`, `1'234`, `12,5`, `1.2.3`. */

/** `comma`: the text has shown that its decimal sign is the comma. */
export type DecimalSign = 'point' | 'comma';

/** Offsets into the run. `decimal`: digits with a point at most; null where it is no number (a version, a date). */
export interface RunPart {
  readonly start: number;
  readonly end: number;
  readonly decimal: string | null;
}

const separator = /[.,'’_ ]/gu;

/**
 * @param run digits with single separators between them, a digit at both ends
 * @param listed the run stands in brackets, where commas set numbers apart
 * @returns one number, or several where the separators only set numbers apart
 */
export function readRun(run: string, sign: DecimalSign, listed: boolean): RunPart[] {
  const whole = readWhole(run, sign, listed);
  if (whole !== undefined) return [{ start: 0, end: run.length, decimal: whole }];
  const splitter = /[, '’_]/u.exec(run)?.[0];
  if (splitter === undefined) return [{ start: 0, end: run.length, decimal: null }];
  const parts: RunPart[] = [];
  let start = 0;
  for (const piece of run.split(splitter)) {
    const offset = start;
    for (const part of readRun(piece, sign, listed)) {
      parts.push({ start: offset + part.start, end: offset + part.end, decimal: part.decimal });
    }
    start += piece.length + 1;
  }
  return parts;
}

/** Which decimal sign the runs of a text prove, where none of them proves the other. */
export function provenSign(runs: readonly string[]): DecimalSign {
  let comma = false;
  let point = false;
  for (const run of runs) {
    if (/^\d{1,3}(?:\.\d{3})+,\d+$/u.test(run) || /^\d{1,3}(?:[ '’]\d{3})+,\d+$/u.test(run)) comma = true;
    if (/^\d{1,3}(?:\.\d{3}){2,}$/u.test(run) || /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)$/u.test(run))
      comma = true;
    if (/^\d{1,3}(?:,\d{3})+\.\d+$/u.test(run) || /^\d{1,3}(?:,\d{3}){2,}$/u.test(run)) point = true;
    if (/^(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+)$/u.test(run)) point = true;
  }
  return comma && !point ? 'comma' : 'point';
}

/** undefined: not one number, perhaps several. */
function readWhole(run: string, sign: DecimalSign, listed: boolean): string | null | undefined {
  const separators = run.match(separator) ?? [];
  const kinds = [...new Set(separators)];
  const [first, second] = kinds;
  if (first === undefined) return run;
  if (kinds.length === 1) return readOneKind(run, first, separators.length, sign, listed);
  const last = separators.at(-1);
  const isDecimal =
    (last === '.' || last === ',') &&
    separators.filter((one) => one === last).length === 1 &&
    second === last;
  if (kinds.length !== 2 || !isDecimal || (listed && last === ',')) return undefined;
  const at = run.lastIndexOf(last);
  return isGrouped(run.slice(0, at), first) ? joined(run.slice(0, at), run.slice(at + 1)) : undefined;
}

function readOneKind(
  run: string,
  kind: string,
  count: number,
  sign: DecimalSign,
  listed: boolean,
): string | null | undefined {
  const grouped = isGrouped(run, kind);
  if (kind === '.') {
    if (count > 1) return grouped ? joined(run) : null;
    return grouped && sign === 'comma' ? joined(run) : run;
  }
  if (kind !== ',') return grouped || kind === '_' ? joined(run) : undefined;
  if (listed) return undefined;
  if (count > 1) return grouped ? joined(run) : undefined;
  if (grouped && sign === 'point') return joined(run);
  return run.replace(',', '.');
}

/** In groups of three, or as in India, in twos down to the last three. `0,125` is no group. */
function isGrouped(run: string, kind: string): boolean {
  const groups = run.split(kind);
  const head = groups[0] ?? '';
  const tail = groups.slice(1);
  if (tail.length === 0 || head === '' || head.length > 3 || head.startsWith('0')) return false;
  if (tail.every((group) => group.length === 3)) return true;
  const indian = kind === ',' && head.length <= 2 && tail.at(-1)?.length === 3;
  return indian && tail.slice(0, -1).every((group) => group.length === 2);
}

function joined(whole: string, decimals = ''): string {
  return `${whole.replace(separator, '')}${decimals === '' ? '' : `.${decimals}`}`;
}
