/** Answers that hold until anything is written to the database, by this connection or by another. */
import type { Database } from './database.ts';

/** Answers that are kept: a screen that is moved about in asks for a few, again and again. */
const kept = 8;

/** @param find told apart by its parameters as JSON; throws where it likes, which is not kept */
export function whileUnchanged<Given extends readonly unknown[], Found>(
  database: Database,
  find: (...given: Given) => Found,
): (...given: Given) => Found {
  const own = database.prepare<[], number>('SELECT total_changes()').pluck();
  const answers = new Map<string, Found>();
  let of = '';
  return (...given) => {
    // What another connection commits moves data_version, what this one writes moves total_changes.
    const now = `${String(database.pragma('data_version', { simple: true }))} ${own.get() ?? 0}`;
    if (now !== of) answers.clear();
    of = now;
    const key = JSON.stringify(given);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const found = find(...given);
    for (const oldest of [...answers.keys()].slice(0, Math.max(0, answers.size + 1 - kept)))
      answers.delete(oldest);
    answers.set(key, found);
    return found;
  };
}
