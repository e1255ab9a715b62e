/** What a parsed record may not hold, whatever it means: values that would not come back as they went in. */

/** One sentence with the place in the record, or null when all of it can be kept. The value must not be cyclic. */
export function unkeepable(value: unknown): string | null {
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    if (typeof next.value === 'string' && !next.value.isWellFormed()) {
      return `${path || 'the record'}: half of a surrogate pair stands alone in the text`;
    }
    // JSON.parse reads 1e999 as Infinity.
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) {
      return `${path || 'the record'}: the number is too large`;
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, member] of Object.entries(next.value)) {
      const at = path === '' ? key : `${path}.${key}`;
      // As an own key it is lost whenever an object is copied.
      if (key === '__proto__') return `${at}: a field cannot have this name`;
      if (!key.isWellFormed()) return `${path || 'the record'}: half of a surrogate pair stands in a name`;
      waiting.push({ path: at, value: member });
    }
  }
  return null;
}
