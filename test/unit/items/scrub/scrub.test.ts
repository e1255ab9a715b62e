import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { ruleTable, standardRules } from '../../../../src-main/items/scrub/rule-table.ts';
import { ScrubCounter, scrubImported, scrubItem } from '../../../../src-main/items/scrub/scrub-items.ts';
import { findHits, Placeholders, replaceHits } from '../../../../src-main/items/scrub/scrub-text.ts';

function scrubbed(text: string, names: readonly string[] = []): string {
  return replaceHits(text, findHits(text, ruleTable(names), new Placeholders()));
}

/** Pieces, so that no file of this project holds what a secret scanner must report. */
const token = (...pieces: readonly string[]): string => pieces.join('');

describe('what is found', () => {
  it.each([
    ['Write to ann.lee+x@mail.example.org, please.', 'Write to [EMAIL_1], please.'],
    ['jörg@müller.example', '[EMAIL_1]'],
    ['Call +49 30 901820 or (212) 555-0123 or 020 7946 0958.', 'Call [PHONE_1] or [PHONE_2] or [PHONE_3].'],
    ['0171/2345678', '[PHONE_1]'],
    ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'IBAN [IBAN_1], thanks'],
    ['GB82WEST12345698765432', '[IBAN_1]'],
    ['card 4111 1111 1111 1111 and 5500-0055-5555-5559', 'card [CARD_1] and [CARD_2]'],
    ['from 192.0.2.17 and 2001:db8::8a2e:370:7334', 'from [IP_1] and [IP_2]'],
    ['postgres://app:hunter2@db.example/x', 'postgres://[CREDENTIALS_1]@db.example/x'],
    ['https://x.example/a?token=abcdef123456&b=1', 'https://x.example/a?token=[CREDENTIALS_1]&b=1'],
    [`key ${token('AK', 'IA', 'ABCDEFGHIJKLMNOP')} here`, 'key [TOKEN_1] here'],
    [token('gh', 'p_', 'a1B2'.repeat(9)), '[TOKEN_1]'],
    [token('sk', '-proj-', 'a1B2'.repeat(8)), '[TOKEN_1]'],
    [token('hf', '_', 'abCD'.repeat(9)), '[TOKEN_1]'],
    [token('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiIxIn0xxx', '.', 'abcdefghijkl'), '[TOKEN_1]'],
    ['password: correct-horse-battery', 'password: [TOKEN_1]'],
    ['SSN 123-45-6789', 'SSN [ID_1]'],
    ['NINO QQ 12 34 56 C is no number, AB 12 34 56 C is', 'NINO QQ 12 34 56 C is no number, [ID_1] is'],
    ['Steuer-ID 86 095 742 719', 'Steuer-ID [ID_1]'],
    ['DNI 12345678Z and NIE X1234567L', 'DNI [ID_1] and NIE [ID_2]'],
    ['NIR 2 55 08 14 168 025 38', 'NIR [ID_1]'],
    ['codice fiscale RSSMRA85T10A562S', 'codice fiscale [ID_1]'],
    ['BSN: 111222333', 'BSN: [ID_1]'],
    ['PESEL 44051401359', 'PESEL [ID_1]'],
    ['personnummer 811218-9876', 'personnummer [ID_1]'],
    ['hetu 131052-308T', 'hetu [ID_1]'],
    ['CPF 111.444.777-35', 'CPF [ID_1]'],
  ])('%s', (text, expected) => {
    expect(scrubbed(text)).toBe(expected);
  });
});

describe('what is left alone', () => {
  it.each([
    [
      'wrong check digits',
      'DE89370400440532013002, 4111 1111 1111 1112, 12345678A, 44051401358, 111.444.777-36',
    ],
    [
      'numbers of the usual kind',
      'In 2024 we sold 1,250,000 units at 3.50, 12 of them on 2026-01-05 at 10:30:45.',
    ],
    ['versions and sections', 'Version 1.2.3.4.5, section 3.1.4, std::vector, 10:20, a::b'],
    ['this machine', 'http://127.0.0.1:8080 and ::1 and 0.0.0.0'],
    ['nine digits that nobody calls a BSN', 'part 111222333'],
    ['URLs without secrets', 'https://example.org/a?page=2&key=a'],
    ['short passwords words', 'The password is on the note.'],
    ['handles and decorators', '@app.route and user @ home'],
  ])('%s', (_name, text) => {
    expect(scrubbed(text)).toBe(text);
  });
});

describe('names', () => {
  it('are those of the list, whole words in any case, the longest first', () => {
    const names = ['Ann O’Hara', 'Ann', 'Müller'];
    expect(scrubbed("ann o'hara met ANN and Annette at müller's.", names)).toBe(
      "[NAME_1] met [NAME_2] and Annette at müller's.",
    );
    expect(scrubbed('Herr Müller kam.', names)).toBe('Herr [NAME_1] kam.');
    expect(scrubbed('Ann stays without a list.')).toBe('Ann stays without a list.');
  });
});

describe('placeholders', () => {
  it('are the same for one value, however it is written', () => {
    expect(scrubbed('A@b.example, a@B.example, c@b.example; +49 30 901820 and 0049 30 901820')).toBe(
      '[EMAIL_1], [EMAIL_1], [EMAIL_2]; [PHONE_1] and [PHONE_1]',
    );
  });

  it('go by the earlier rule where two find the same place', () => {
    const [hit, ...others] = findHits('https://a:b@c.example/x', standardRules, new Placeholders());
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ rule: 'url_credentials', value: 'a:b', start: 8, end: 11 });
  });
});

describe('an item', () => {
  const item: Item = {
    id: 'a1',
    messages: [{ role: 'user', content: 'Which address is a@b.example? Or c@b.example?' }],
    stratum: 'mail',
    split: 'dev',
    check: { kind: 'exact', answer: ['c@b.example', 'C@b.example'] },
  };

  it('is scrubbed in prompt and answer alike, with every hit and its place', () => {
    const { data, hits } = scrubItem(item, standardRules);
    expect(data.messages[0]?.content).toBe('Which address is [EMAIL_1]? Or [EMAIL_2]?');
    expect(data.check).toEqual({ kind: 'exact', answer: ['[EMAIL_2]', '[EMAIL_2]'] });
    expect(hits.map(({ field, start, value }) => [field, start, value])).toEqual([
      ['messages.0.content', 17, 'a@b.example'],
      ['messages.0.content', 33, 'c@b.example'],
      ['check.answer.0', 0, 'c@b.example'],
      ['check.answer.1', 0, 'C@b.example'],
    ]);
    const counter = new ScrubCounter(standardRules);
    counter.add(hits);
    counter.add([]);
    expect(counter.counts()).toMatchObject({ changed: 1, byRule: { email: 4, iban: 0, phone: 0 }, kept: {} });
    expect(scrubItem(data, standardRules).hits).toEqual([]);
  });

  it('is scrubbed in source and band, and keeps what names it, with each hit said', () => {
    const named: Item = {
      ...item,
      id: 'a@b.example',
      cluster: 'mails of c@b.example',
      stratum: 'd@b.example',
      source: 'box of c@b.example',
      band: 'like c@b.example',
    };
    const { data, hits } = scrubItem(named, standardRules);
    expect(data).toMatchObject({
      id: 'a@b.example',
      cluster: 'mails of c@b.example',
      stratum: 'd@b.example',
      source: 'box of [EMAIL_2]',
      band: 'like [EMAIL_2]',
    });
    expect(
      hits.filter(({ keptIn }) => keptIn !== null).map(({ field, start, value }) => [field, start, value]),
    ).toEqual([
      ['id', 0, 'a@b.example'],
      ['cluster', 9, 'c@b.example'],
      ['stratum', 0, 'd@b.example'],
    ]);
    expect(hits.filter(({ keptIn }) => keptIn === null).map(({ field }) => field)).toEqual([
      'messages.0.content',
      'messages.0.content',
      'band',
      'source',
      'check.answer.0',
      'check.answer.1',
    ]);
    const counter = new ScrubCounter(standardRules);
    counter.add(hits);
    counter.add(
      scrubItem(
        { ...named, messages: [], check: { kind: 'exact', answer: 'no' }, source: 's', band: 'b' },
        standardRules,
      ).hits,
    );
    expect(counter.counts()).toMatchObject({
      changed: 1,
      byRule: { email: 6 },
      kept: { id: 2, cluster: 2, stratum: 2 },
    });
  });

  it.each<[string, Item['check'], Item['check'], [string, string | null][]]>([
    [
      'a pattern stays, its answer goes',
      { kind: 'regex', pattern: 'to (c@b.example)', answer: 'c@b.example' },
      { kind: 'regex', pattern: 'to (c@b.example)', answer: '[EMAIL_2]' },
      [
        ['check.pattern', 'check.pattern'],
        ['check.answer', null],
      ],
    ],
    [
      'a schema stays, names of its members too',
      { kind: 'json_schema', schema: { const: 'c@b.example', 'd@b.example': [4111111111111111] } },
      { kind: 'json_schema', schema: { const: 'c@b.example', 'd@b.example': [4111111111111111] } },
      [
        ['check.schema.const', 'check.schema'],
        ['check.schema (name of a field)', 'check.schema'],
        ['check.schema.d@b.example.0', 'check.schema'],
      ],
    ],
    [
      'names of members go with the texts that they repeat; a number stays',
      { kind: 'json_equal', answer: { 'c@b.example': 4111111111111111 } },
      { kind: 'json_equal', answer: { '[EMAIL_2]': 4111111111111111 } },
      [
        ['check.answer (name of a field)', null],
        ['check.answer.c@b.example', 'check.answer'],
      ],
    ],
    [
      'two members never become one',
      { kind: 'json_equal', answer: { 'c@b.example': 1, 'C@b.example': 2 } },
      { kind: 'json_equal', answer: { '[EMAIL_2]': 1, 'C@b.example': 2 } },
      [
        ['check.answer (name of a field)', null],
        ['check.answer (name of a field)', 'check.answer'],
      ],
    ],
  ])('in its check: %s', (_name, check, after, places) => {
    const { data, hits } = scrubItem({ ...item, check }, standardRules);
    expect(data.check).toEqual(after);
    expect(hits.slice(2).map(({ field, keptIn }) => [field, keptIn])).toEqual(places);
  });

  it('keeps the letter of the right option, whatever names are looked for', () => {
    const check: Item['check'] = { kind: 'choice', options: ['Al', 'B'], answer: 'B' };
    const { data } = scrubItem({ ...item, check }, ruleTable(['Al', 'B']));
    expect(data.check).toEqual({ kind: 'choice', options: ['[NAME_1]', '[NAME_2]'], answer: 'B' });
  });

  it('is scrubbed with all that was imported beside it', () => {
    const { data } = scrubImported(
      {
        item,
        where: { file: 'f', line: 1 },
        repeated: false,
        splitGiven: false,
        reference: 'c@b.example',
        outputs: [{ sample: 0, text: 'It is c@b.example', finish: 'end', scores: {} }],
        fields: { prompt: ['a@b.example'], n: 1 },
      },
      standardRules,
    );
    expect(JSON.stringify(data)).not.toContain('@');
    expect(data.outputs[0]?.text).toBe('It is [EMAIL_2]');
  });
});

describe('any text', () => {
  it('is scrubbed to one in which the rules find nothing, and is otherwise kept', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a@b.example',
        '+49 30 901820',
        '192.0.2.17',
        'DE89370400440532013000',
        '4111111111111111',
        ' ',
        '/',
        ':',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join(' ')),
        (text) => {
          const hits = findHits(text, standardRules, new Placeholders());
          const after = replaceHits(text, hits);
          expect(findHits(after, standardRules, new Placeholders())).toEqual([]);
          let restored = after;
          for (const { placeholder, value } of [...hits].reverse()) {
            const at = restored.lastIndexOf(placeholder);
            restored = restored.slice(0, at) + value + restored.slice(at + placeholder.length);
          }
          expect(restored).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });
});
