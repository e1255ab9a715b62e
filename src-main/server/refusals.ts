/** Answers of the server itself, before any call is reached. */
import type { Context } from 'hono';
import { failure } from '../contract/result.ts';

/** People get a sentence, the renderer the envelope that it knows. */
export function refuse(
  context: Context,
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415,
  message: string,
): Response {
  if (context.req.header('accept')?.includes('text/html') === true) {
    return context.text(`Noisefloor: ${message}\n`, status);
  }
  return context.json(failure('call_invalid', message), status);
}
