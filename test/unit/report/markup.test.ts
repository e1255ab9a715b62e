import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foreign, markup, percent, px, render, styleElement } from '../../../src-main/report/html/markup.ts';

const any = fc.string({ unit: 'binary' });

describe('markup', () => {
  it('escapes what is put in, between tags and in attributes', () => {
    expect(render(markup`<b title="${'a"b'}">${"<i>&'"}</b>`)).toBe(
      '<b title="a&quot;b">&lt;i&gt;&amp;&#39;</b>',
    );
  });

  it('takes markup as it is, once', () => {
    const inner = markup`<i>${'<'}</i>`;
    expect(render(markup`<b>${inner}${[inner, ' and ', 3, null]}</b>`)).toBe(
      '<b><i>&lt;</i><i>&lt;</i> and 3</b>',
    );
  });

  it('lets nothing through that could end a text or an attribute', () => {
    fc.assert(
      fc.property(any, (text) => {
        for (const written of [
          render(text),
          render(foreign(text)).replaceAll(/<span class="hidden-character">|<\/span>/g, ''),
        ]) {
          expect(written).not.toMatch(/[<>"']/);
          expect(written.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
          // eslint-disable-next-line no-control-regex -- control characters are what must be gone
          expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
        }
      }),
    );
  });

  it('cannot be made from an object that only looks like it', () => {
    const copy = JSON.parse(JSON.stringify(markup`<b></b>`)) as readonly [];
    expect(() => render(copy)).toThrow();
  });

  it('sets hidden characters apart', () => {
    expect(render(foreign('a\u202eb'))).toBe('a<span class="hidden-character">⟨U+202E⟩</span>b');
  });

  it('cannot leave a style element', () => {
    expect(render(styleElement('a{}</style><script>'))).toBe(
      '<style>\na{}\\3c /style>\\3c script>\n</style>',
    );
  });

  it('writes positions', () => {
    expect(percent(0.45731)).toBe('45.73%');
    expect(percent(1)).toBe('100%');
    expect(px(12.04)).toBe('12');
  });
});
