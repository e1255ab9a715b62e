import { expect, test } from 'vitest';
import { createClosing } from '../../../src-main/desktop/closing.ts';

function closing(busy: string | null) {
  const said: string[] = [];
  const question = Promise.withResolvers<boolean>();
  const made = createClosing({
    busyWith: () => busy,
    ask: (words) => {
      said.push(`asked about ${words}`);
      return question.promise;
    },
    close: () => {
      said.push('closed');
      return Promise.resolve();
    },
    finish: () => said.push('finished'),
  });
  return { made, said, question };
}

test('with nothing running it closes at once, and only then finishes', async () => {
  const { made, said } = closing(null);
  await made.wished();
  expect(said).toEqual(['closed', 'finished']);
  await made.wished();
  await made.now();
  expect(said).toEqual(['closed', 'finished']);
});

test('a run is asked about once, however often the window is closed, and a no leaves all as it was', async () => {
  const { made, said, question } = closing('“Ship it”');
  const first = made.wished();
  await made.wished();
  question.resolve(false);
  await first;
  expect(said).toEqual(['asked about “Ship it”']);
  expect(made.begun()).toBe(false);
});

test('a yes pauses and finishes', async () => {
  const { made, said, question } = closing('“Ship it”');
  question.resolve(true);
  await made.wished();
  expect(said).toEqual(['asked about “Ship it”', 'closed', 'finished']);
});

test('a question that cannot be asked keeps the run', async () => {
  const { made, said, question } = closing('“Ship it”');
  question.reject(new Error('no dialog'));
  await made.wished();
  expect(said).toEqual(['asked about “Ship it”']);
});

test('ended from elsewhere while the question is open, it closes once', async () => {
  const { made, said, question } = closing('“Ship it”');
  const wished = made.wished();
  await made.now();
  question.resolve(true);
  await wished;
  expect(said).toEqual(['asked about “Ship it”', 'closed', 'finished']);
});
