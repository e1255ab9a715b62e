/** Which ids were seen already, in 8 bytes an id: a set of strings would need a hundred for each of millions. */
import { hash32 } from '../hash32.ts';

const smallest = 1 << 12;

/**
 * Two hashes of 32 bits stand for an id. Among ten million ids the chance that any two share both is about three in
 * a million; the second of them would be refused as a duplicate.
 */
export class SeenIds {
  private table = new Uint32Array(smallest * 2);
  private slots = smallest;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** False when the id was there before. */
  add(id: string): boolean {
    if (this.count * 2 > this.slots) this.grow();
    // Both halves 0 mark an empty slot.
    const low = hash32(id) || 1;
    const high = hash32(id, 0x9e3779b9);
    const added = this.put(low, high);
    if (added) this.count += 1;
    return added;
  }

  private put(low: number, high: number): boolean {
    for (let slot = low & (this.slots - 1); ; slot = (slot + 1) & (this.slots - 1)) {
      const stored = this.table[slot * 2] ?? 0;
      if (stored === 0) {
        this.table[slot * 2] = low;
        this.table[slot * 2 + 1] = high;
        return true;
      }
      if (stored === low && this.table[slot * 2 + 1] === high) return false;
    }
  }

  private grow(): void {
    const old = this.table;
    this.slots *= 2;
    this.table = new Uint32Array(this.slots * 2);
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at] ?? 0;
      if (low !== 0) this.put(low, old[at + 1] ?? 0);
    }
  }
}
