/**
 * Expected failures are values. Everything that a person can cause or meet (a broken file, a missing GPU, a
 * full disk) comes back as a `Failure` with a stable code; an exception means a bug.
 */

/** Stable codes, grouped by what went wrong. The command line maps the groups to its exit codes. */
export const failureCodes = {
  usage: ['usage', 'call_unknown', 'call_invalid', 'file_exists'],
  input: [
    'file_not_found',
    'file_unreadable',
    'file_empty',
    'file_encoding',
    'file_broken',
    'file_too_large',
    'shape_unknown',
    'line_too_long',
    'item_broken',
    'item_duplicate',
    'cluster_divided',
    'item_unanswered',
    'item_unsupported',
    'items_none',
    'item_set_unknown',
    'held_out_refused',
    'record_mismatch',
    'exemplars_missing',
    'plan_invalid',
    'plan_unknown',
    'comparison_unknown',
    'draft_stale',
    'rating_stale',
    'ratings_none',
    'slice_unknown',
    'model_unknown',
    'endpoint_unknown',
    'output_unknown',
    'run_unfinished',
    'run_busy',
    'run_cancelled',
    'report_unknown',
    'scores_broken',
    'outputs_broken',
    'gguf_not_gguf',
    'gguf_cut_off',
    'gguf_hostile',
    'gguf_unsupported',
    'template_missing',
    'template_broken',
    'bos_doubled',
  ],
  engine: [
    'backend_unavailable',
    'model_load_failed',
    'memory_insufficient',
    'engine_crashed',
    'engine_stopped',
    'engine_timed_out',
    'engine_failed',
    'quantisation_failed',
    'endpoint_unreachable',
    'endpoint_failed',
    'endpoint_changed',
    'endpoint_redirected',
    'endpoint_key_missing',
    'endpoint_key_refused',
    'keyring_unavailable',
    'pdf_unavailable',
    'sandbox_failed',
  ],
  store: [
    'store_in_use',
    'store_full',
    'store_damaged',
    'store_newer',
    'store_unwritable',
    'file_unwritable',
  ],
  interrupted: ['interrupted'],
  internal: ['internal'],
} as const;

export type FailureGroup = keyof typeof failureCodes;
export type FailureCode = (typeof failureCodes)[FailureGroup][number];

/** Where in a person's input the failure lies. Lines and rows count from 1. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly row?: number;
  readonly item?: string;
  readonly field?: string;
}

export interface Failure {
  readonly code: FailureCode;
  /** What is wrong, one sentence, with the file and line in it where there is one. */
  readonly message: string;
  /** What to do now, one sentence. */
  readonly next?: string;
  readonly where?: Place;
  /** Raw material for whoever looks closer: native log lines, stderr, an operating-system code. */
  readonly detail?: string;
}

export type Result<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: Failure };

export function success<T>(data: T): Result<T> {
  return { ok: true, data };
}

export function failure(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: { code, message, ...more } };
}

/** The group that a code belongs to; every code is in exactly one. */
export function failureGroup(code: FailureCode): FailureGroup {
  for (const [group, codes] of Object.entries(failureCodes)) {
    if ((codes as readonly string[]).includes(code)) return group as FailureGroup;
  }
  return 'internal';
}
