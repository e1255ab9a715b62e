/** Progress in plain lines: each name at its beginning, and at every quarter of the way. */
import { note } from './terminal.ts';

export function tellQuarters(): (name: string, done: number, of: number) => void {
  let told = '';
  return (name, done, of) => {
    const step = `${name}: ${(Math.floor((done / of) * 4) * 25).toFixed(0)} %`;
    if (step === told) return;
    told = step;
    note(step);
  };
}
