/** The records of quantised versions that were made here. */
import type { QuantisationRecord } from '../contract/quantisation.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

export function quantisations({
  database,
  read,
  write,
}: Connection): Pick<Store, 'quantisation' | 'putQuantisation'> {
  const insert = database.prepare<[string, string, string]>(
    'INSERT INTO quantisation (hash, record, made_at) VALUES (?, ?, ?)',
  );
  const byHash = database
    .prepare<[string], string>('SELECT record FROM quantisation WHERE hash = ? ORDER BY id DESC LIMIT 1')
    .pluck();

  return {
    quantisation: (hash) =>
      read(() => {
        const record = byHash.get(hash);
        return record === undefined ? null : (JSON.parse(record) as QuantisationRecord);
      }),
    putQuantisation: (record) =>
      write(() => {
        insert.run(record.hash, JSON.stringify(record), record.madeAt);
      }),
  };
}
