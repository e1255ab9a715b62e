/** Which files are versions of one and the same model, by what they say of themselves. Pure. */
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';

/** What grouping needs of a model. */
export interface LibraryModel {
  readonly id: string;
  /** Of its first part. */
  readonly path: string;
  readonly description: GgufDescription;
  /** sha256 of the chat template; null without one. */
  readonly templateHash: string | null;
}

export interface ModelFamily<Model extends LibraryModel = LibraryModel> {
  readonly title: string;
  /** Largest first. */
  readonly models: readonly Model[];
  readonly baseline: Model | null;
}

/** Not quantised, the best baseline first: an F32 file of a BF16 model has the same numbers at twice the size. */
const unquantised: readonly string[] = ['BF16', 'F16', 'F32'];

/**
 * Families by title. Two files belong together when they have the same architecture, layers, width, kind of tokenizer
 * and vocabulary size, their parameter counts lie within 2 %, and they share their name or their base name; files
 * without either belong together when they lie in one folder under one name but for the quantisation.
 *
 * @param chosen identifiers of models that a person made the baseline of their family
 */
export function groupModels<Model extends LibraryModel>(
  models: readonly Model[],
  chosen: ReadonlySet<string>,
): readonly ModelFamily<Model>[] {
  const alike = Map.groupBy(models, ({ description }) => structureKey(description));
  return [...alike.values()]
    .flatMap(linkByName)
    .flatMap(splitBySize)
    .map((family) => familyOf(family, chosen))
    .sort(
      (one, other) =>
        one.title.localeCompare(other.title, 'en') || compare(firstPath(one.models), firstPath(other.models)),
    );
}

/** The one to compare with among models: not quantised, in the order of preference; the larger where two are alike. */
export function unquantisedOf<Model extends { readonly description: GgufDescription }>(
  models: readonly Model[],
): Model | undefined {
  const rank = ({ description }: Model): number => unquantised.indexOf(weightsType(description));
  return models
    .filter((model) => rank(model) !== -1)
    .toSorted((one, other) => rank(one) - rank(other) || other.description.size - one.description.size)[0];
}

/** The quantisation that a file names; without one the type that most of its bytes are in. */
function weightsType({ quantisation, weightBytes }: GgufDescription): string {
  if (quantisation !== null) return quantisation;
  const [most] = Object.entries(weightBytes.byType).sort(([, one], [, other]) => other - one);
  return most?.[0] ?? '';
}

/** Words for a quantisation or a format in a name, such as `-Q4_K_M`, `.i1-IQ3_XXS`, ` BF16`, `-GGUF`. */
const quantisationWords =
  /(?<![a-z0-9])(?:(?:iq|tq|q)\d(?:_(?:\d|k|s|m|l|xl|xs|xxs|nl))*|bf16|f16|fp16|f32|fp32|mxfp4(?:_moe)?|nvfp4|gguf|imatrix|i1|ud)(?![a-z0-9])/gi;

/** A name without its quantisation, so that spelling does not part what belongs together. */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(quantisationWords, ' ')
    .replaceAll(/[\s._-]+/g, ' ')
    .trim();
}

function structureKey(description: GgufDescription): string {
  const { architecture, blockCount, embeddingLength, tokenizer, vocabularySize } = description;
  return JSON.stringify([architecture, blockCount, embeddingLength, tokenizer, vocabularySize]);
}

/** The names under which a model may be known; models that share one are linked. */
function nameKeys({ description, path }: LibraryModel): readonly string[] {
  const { name, metadata } = description;
  const base = textOf(metadata['general.basename']);
  const parts = ['finetune', 'version', 'size_label'].map((key) => textOf(metadata[`general.${key}`]) ?? '');
  const keys = [
    ...(name === null || nameKey(name) === '' ? [] : [`name ${nameKey(name)}`]),
    ...(base === null ? [] : [`base ${JSON.stringify([base, ...parts].map(nameKey))}`]),
  ];
  if (keys.length > 0) return keys;
  return [`file ${path.slice(0, fileStart(path))}${nameKey(fileStem(path))}`];
}

function linkByName<Model extends LibraryModel>(models: readonly Model[]): readonly Model[][] {
  const families: { readonly keys: Set<string>; readonly models: Model[] }[] = [];
  for (const model of models) {
    const keys = nameKeys(model);
    const linked = families.filter((family) => keys.some((key) => family.keys.has(key)));
    const [first] = linked;
    const family = first ?? { keys: new Set<string>(), models: [] };
    if (!first) families.push(family);
    for (const other of linked.slice(1)) {
      other.keys.forEach((key) => family.keys.add(key));
      family.models.push(...other.models);
      families.splice(families.indexOf(other), 1);
    }
    keys.forEach((key) => family.keys.add(key));
    family.models.push(model);
  }
  return families.map((family) => family.models);
}

/** Quantising changes no count of weights but by a tensor or two of scales. */
const tolerance = 1.02;

function splitBySize<Model extends LibraryModel>(models: readonly Model[]): readonly Model[][] {
  const families: Model[][] = [];
  let before = 0;
  for (const model of models.toSorted((one, other) => count(one) - count(other))) {
    const family = families.at(-1);
    if (family && count(model) <= before * tolerance) family.push(model);
    else families.push([model]);
    before = count(model);
  }
  return families;
}

const count = ({ description }: LibraryModel): number => description.parameters;

function familyOf<Model extends LibraryModel>(
  models: readonly Model[],
  chosen: ReadonlySet<string>,
): ModelFamily<Model> {
  const sorted = models.toSorted(
    (one, other) => other.description.size - one.description.size || compare(one.path, other.path),
  );
  const baseline = sorted.find(({ id }) => chosen.has(id)) ?? unquantisedOf(sorted) ?? null;
  return { title: titleOf(baseline ?? sorted[0]), models: sorted, baseline };
}

function titleOf(model: LibraryModel | undefined): string {
  if (model === undefined) return '';
  const { description, path } = model;
  const own = description.name?.trim() ?? '';
  if (own !== '') return own;
  const base = textOf(description.metadata['general.basename']);
  if (base !== null) return base;
  const stem = fileStem(path);
  return stem.replaceAll(quantisationWords, '').replaceAll(/[\s._-]+$/g, '') || stem;
}

const fileStart = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;

/** The file's name without its ending and its part number. */
function fileStem(path: string): string {
  return path.slice(fileStart(path)).replace(/(?:-\d{5}-of-\d{5})?\.gguf$/i, '');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const firstPath = (models: readonly LibraryModel[]): string => models[0]?.path ?? '';
