import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GenerationRequest } from '../../../../src-main/engine/engine.ts';
import { requestOrder } from '../../../../src-main/engine/llama/worker/direct/request-order.ts';

const asked = (content: string, itemId = content): GenerationRequest => ({
  itemId,
  sample: 0,
  messages: [{ role: 'user', content }],
});
const texts = (requests: readonly GenerationRequest[]) =>
  requests.map(({ messages }) => messages.map(({ content }) => content).join('|'));

describe('requestOrder', () => {
  test('puts texts with the same beginning after one another', () => {
    const given = ['b two', 'a one', 'b one', 'a two'].map((text) => asked(text));
    expect(texts(requestOrder(given, 1))).toEqual(['a one', 'a two', 'b one', 'b two']);
  });

  test('keeps the shortest for the end, the longest of them first', () => {
    const given = ['a', 'bbbbb', 'ccc', 'dddddd', 'ee'].map((text) => asked(text));
    expect(texts(requestOrder(given, 3))).toEqual(['bbbbb', 'dddddd', 'ccc', 'ee', 'a']);
  });

  test('looks at every message, roles too', () => {
    const withSystem = (system: string, content: string): GenerationRequest => ({
      ...asked(content),
      messages: [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
    });
    const given = [withSystem('y', 'a'), withSystem('x', 'b'), withSystem('y', 'b'), withSystem('x', 'a')];
    expect(texts(requestOrder(given, 1))).toEqual(['x|a', 'x|b', 'y|a', 'y|b']);
  });

  test('loses none, whatever the number of sequences', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 })), fc.integer({ min: 1, max: 9 }), (all, parallel) => {
        const given = all.map((text, index) => asked(text, String(index)));
        const ordered = requestOrder(given, parallel);
        expect(new Set(ordered)).toEqual(new Set(given));
        expect(ordered.length).toBe(given.length);
        // What is last is no longer than anything before it.
        if (parallel < 2) return;
        const late = ordered.slice(-parallel).map((one) => texts([one])[0]?.length ?? 0);
        const early = ordered.slice(0, -parallel).map((one) => texts([one])[0]?.length ?? 0);
        expect(Math.max(0, ...late)).toBeLessThanOrEqual(Math.min(Infinity, ...early));
        expect(late).toEqual(late.toSorted((a, b) => b - a));
      }),
    );
  });
});
