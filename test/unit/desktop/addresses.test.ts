import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPage,
  mayHave,
  mayNavigate,
  mayRequest,
  ownAddress,
  reportAddress,
  reportAt,
} from '../../../src-main/desktop/addresses.ts';

/** Each has the right words in the wrong place. */
const foreign = [
  'https://evil.example/?next=app://bundle/',
  'https://evil.example/#app://bundle/',
  'https://app//bundle/',
  'https://bundle/',
  'http://localhost/app://bundle/',
  'app://bundle@evil.example/',
  'app://bundle:secret@evil.example/',
  'app://someone@bundle/',
  'app://:secret@bundle/',
  'app://bundle:443/',
  'app://bundle.evil.example/',
  'app://evil.bundle/',
  'app://bundle\\@evil.example/',
  'app://bundle\\.evil.example/',
  'app:\\\\bundle\\',
  'app://bundle%2f@evil.example/',
  'app://bundle%00/',
  'app://bündle/',
  'app:bundle',
  'app:/bundle/',
  'app:///bundle/',
  'app://',
  '//bundle/',
  'apps://bundle/',
  'app+https://bundle/',
  'view-source:app://bundle/',
  'filesystem:app://bundle/temporary/x',
  'javascript:alert(1)//app://bundle/',
  'file:///app://bundle/',
  'file:///etc/passwd',
  'devtools://devtools/bundled/inspector.html',
  'chrome://gpu',
  'about:blank',
  'about:srcdoc',
  'ws://bundle/',
  '',
];

describe('addresses', () => {
  test.each(foreign)('%s is not the own', (address) => {
    expect(ownAddress(address)).toBeNull();
    expect(isPage(address)).toBe(false);
    expect(mayNavigate(address, true)).toBe(false);
    expect(mayNavigate(address, false)).toBe(false);
    expect(mayRequest(address)).toBe(false);
    expect(mayHave('clipboard-sanitized-write', address)).toBe(false);
  });

  test.each([
    'app://bundle/',
    'app://bundle',
    'APP://bundle/models',
    'app://bundle/comparisons/a?b=https://c#d',
  ])('%s is a page of the app', (address) => {
    expect(isPage(address)).toBe(true);
    expect(mayNavigate(address, true)).toBe(true);
    expect(mayRequest(address)).toBe(true);
  });

  test('a host in another case is refused rather than guessed at: Chromium writes it small', () => {
    expect(mayNavigate('app://BUNDLE/', true)).toBe(false);
    expect(mayNavigate('app://Bundle/reports/one', false)).toBe(false);
  });

  test('a report is shown in a frame and nowhere else, and may not use the clipboard', () => {
    const address = reportAddress('0b3c-1');
    expect(address).toBe('app://bundle/reports/0b3c-1');
    expect(mayNavigate(address, false)).toBe(true);
    expect(mayNavigate(address, true)).toBe(false);
    expect(mayNavigate('app://bundle/', false)).toBe(false);
    expect(mayHave('clipboard-sanitized-write', address)).toBe(false);
    // Dots are worked out before anything is compared, both ways.
    expect(mayNavigate('app://bundle/models/../reports/one', true)).toBe(false);
    expect(mayNavigate('app://bundle/reports/../models', false)).toBe(false);
    expect(mayNavigate('app://bundle/reports/%2e%2e/models', false)).toBe(false);
  });

  test.each(['', 'a/b', '..%2f..%2fetc', '%2e%2e', 'a%00b', 'x'.repeat(201)])(
    '“%s” names no report',
    (report) => {
      const url = ownAddress(`app://bundle/reports/${report}`);
      expect(url === null ? null : reportAt(url)).toBeNull();
    },
  );

  test('what a page made itself may be loaded, what another made may not', () => {
    expect(mayRequest('data:image/png;base64,AA==')).toBe(true);
    expect(mayRequest('blob:app://bundle/1c1b')).toBe(true);
    expect(mayRequest('blob:https://evil.example/1c1b')).toBe(false);
    expect(mayRequest('blob:app://bundle@evil.example/1c1b')).toBe(false);
  });

  test('whatever the address, it may be reached only with the own scheme before the own host', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom(...foreign)),
        fc.string(),
        (start, end) => {
          const address = `${start}${end}`;
          if (mayNavigate(address, true))
            expect(URL.parse(address)?.href).toMatch(/^app:\/\/bundle(?:[/?#]|$)/);
        },
      ),
    );
  });

  test('no permission but the one is given, whoever asks', () => {
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'hid',
      'unknown',
      '',
    ])
      expect(mayHave(permission, 'app://bundle/')).toBe(false);
    expect(mayHave('clipboard-sanitized-write', 'app://bundle')).toBe(true);
  });
});
