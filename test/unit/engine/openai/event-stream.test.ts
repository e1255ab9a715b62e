import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStreamReader } from '../../../../src-main/engine/openai/event-stream.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(pieces: readonly Uint8Array[]): string[] {
  const reader = new EventStreamReader();
  return pieces.flatMap((piece) => [...reader.feed(piece)]);
}

test('data comes out event by event; comments, other fields and an event without its empty line do not', () => {
  const text =
    ': ping\n\ndata: {"a":1}\n\nevent: x\nid: 7\ndata:two\ndata\ndata:  lines\n\nretry: 10\n\ndata: unfinished\n';
  const reader = new EventStreamReader();
  expect(reader.feed(bytesOf(text))).toEqual(['{"a":1}', 'two\n\n lines']);
  expect(reader.unfinished).toBe(true);
  expect(reader.feed(bytesOf('\n'))).toEqual(['unfinished']);
  expect(reader.unfinished).toBe(false);
});

test('a byte order mark in front, and each of the three line ends, are read', () => {
  for (const end of ['\n', '\r', '\r\n'])
    expect(read([bytesOf(`\uFEFFdata: one${end}${end}data: two${end}${end}`)])).toEqual(['one', 'two']);
});

test('where the bytes are cut makes no difference, also inside of a character or between CR and LF', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\uFEFF]/g, '·'));
  const events = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
  fc.assert(
    fc.property(events, fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat(400)), (lists, end, cuts) => {
      const text = lists.map((lines) => lines.map((one) => `data: ${one}${end}`).join('') + end).join('');
      const bytes = bytesOf(text);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      expect(read(pieces)).toEqual(lists.map((lines) => lines.join('\n')));
    }),
  );
});
