/** A candidate's prompt template and exemplars, from the plan file to the plan: a path becomes its text and hash. */
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { FewShot, PromptComposition } from '../../contract/candidate.ts';
import { success, type Result } from '../../contract/result.ts';
import { readPromptTemplate } from '../prompts/read-template.ts';
import type { PlanFileFewShot, PlanFileSettings } from './plan-schema.ts';
import { readText } from './read-text.ts';

const usualSeed = 1;

/** Whether `prompt_template` is the template itself: a template without an expression or a statement shows nothing. */
function isInlineTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** The text behind `prompt_template`, whatever it says: itself, or the file's, relative to the plan. */
export async function promptTemplateText(given: string, planPath: string): Promise<Result<string>> {
  return isInlineTemplate(given) ? success(given) : readPromptFile(given, planPath);
}

function readPromptFile(given: string, planPath: string): Promise<Result<string>> {
  return readText(resolve(dirname(planPath), given), 'the prompt template');
}

/** Fails with `template_broken`, with file and line, and as reading the file does. */
export async function resolveComposition(
  name: string,
  settings: PlanFileSettings,
  planPath: string,
): Promise<Result<PromptComposition>> {
  const template = await templateOf(name, settings.prompt_template, planPath);
  if (!template.ok) return template;
  return success({
    ...(template.data === undefined
      ? {}
      : {
          promptTemplate: {
            text: template.data,
            hash: createHash('sha256').update(template.data).digest('hex'),
          },
        }),
    ...(settings.few_shot === undefined ? {} : { fewShot: fewShotOf(settings.few_shot) }),
  });
}

async function templateOf(
  name: string,
  given: string | undefined,
  planPath: string,
): Promise<Result<string | undefined>> {
  if (given === undefined) return success(undefined);
  if (isInlineTemplate(given)) {
    const read = readPromptTemplate(given, `${planPath}: the prompt_template of ${name}`);
    return read.ok
      ? success(given)
      : placed(read, { file: planPath, field: `candidates.${name}.prompt_template` });
  }
  const file = resolve(dirname(planPath), given);
  const text = await readPromptFile(given, planPath);
  if (!text.ok) return text;
  const read = readPromptTemplate(text.data, file);
  const { line } = read.ok ? {} : (read.error.where ?? {});
  return read.ok ? text : placed(read, { file, ...(line === undefined ? {} : { line }) });
}

function placed(
  { error }: Extract<Result<never>, { ok: false }>,
  where: NonNullable<typeof error.where>,
): Result<never> {
  return { ok: false, error: { ...error, where } };
}

/** Defaults filled in. */
export function fewShotOf({ count, ids, seed, same_stratum }: PlanFileFewShot): FewShot {
  if (ids !== undefined) return { from: 'fixed', ids };
  return {
    from: 'drawn',
    count: count ?? 0,
    seed: seed ?? usualSeed,
    sameStratum: same_stratum ?? false,
  };
}
