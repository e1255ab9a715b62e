/** The fields of an item that a column can be named for, in the order in which a person meets them. */

export interface MappingField {
  readonly field: string;
  readonly word: string;
  readonly about: string;
}

/** Of every item. */
export const commonFields: readonly MappingField[] = [
  { field: 'input', word: 'Input', about: 'what is asked; needed' },
  { field: 'answer', word: 'Answer', about: 'what is right' },
  { field: 'id', word: 'Id', about: 'absent: the file and the line' },
  { field: 'stratum', word: 'Stratum', about: 'absent: all in one' },
  { field: 'cluster', word: 'Cluster', about: 'items of one document or template' },
  { field: 'system', word: 'System prompt', about: 'before the input' },
  { field: 'band', word: 'Band', about: 'difficulty' },
  { field: 'source', word: 'Source', about: 'absent: the file' },
  { field: 'split', word: 'Split', about: 'dev or held_out; else drawn' },
  { field: 'time', word: 'Time', about: 'when it happened' },
];

/** What some scorers go by. */
export const scorerFields: readonly MappingField[] = [
  { field: 'options', word: 'Options', about: 'choice' },
  { field: 'tolerance', word: 'Tolerance', about: 'numeric' },
  { field: 'facts', word: 'Facts', about: 'required_facts' },
  { field: 'pattern', word: 'Pattern', about: 'regex' },
  { field: 'schema', word: 'Schema', about: 'json_schema' },
  { field: 'calls', word: 'Calls', about: 'tool_call' },
  { field: 'tests', word: 'Tests', about: 'code' },
  { field: 'entry_point', word: 'Entry point', about: 'code' },
  { field: 'language', word: 'Language', about: 'code' },
  { field: 'expected', word: 'Expected', about: 'refusal' },
];

/** Empty: by the answer. */
export const scorerNames = [
  '', 'exact', 'numeric', 'choice', 'f1', 'rules', 'contains', 'required_facts', 'regex', 'json_schema', 'json_equal',
  'tool_call', 'code', 'refusal',
] as const; // prettier-ignore
