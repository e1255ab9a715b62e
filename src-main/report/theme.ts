/**
 * The colours and sizes of src-renderer/theme/tokens.css that the report uses, so that a report file needs no
 * other. A test holds both to the same values.
 */

/** Token -> value as it stands in tokens.css. */
export const reportTokens: Readonly<Record<`--${string}`, string>> = {
  '--canvas': 'light-dark(#F8F8F6, #141517)',
  '--surface': 'light-dark(#FFFFFF, #1A1B1E)',
  '--sunken': 'light-dark(#F1F1EE, #101113)',
  '--selected': 'light-dark(#EFEEFB, #2A2947)',
  '--text': 'light-dark(#1A1A18, #ECECEA)',
  '--text-2': 'light-dark(#4C4B47, #BBBCBC)',
  '--text-3': 'light-dark(#66655F, #9C9EA1)',
  '--line': 'light-dark(#E5E4DF, #2B2C30)',
  '--line-2': 'light-dark(#CFCEC7, #3E4045)',
  '--control': 'light-dark(#86857E, #75777C)',
  '--accent': 'light-dark(#6453D6, #BCA9FF)',
  '--worse': 'light-dark(#9B1430, #F5776B)',
  '--within': 'light-dark(#04766F, #5ED6C8)',
  '--better': 'light-dark(#1F4A8C, #4F9BEF)',
  '--cannot': 'light-dark(#94630E, #EFC768)',
  '--not-comparable': 'var(--text-2)',
  '--attention': 'var(--cannot)',
  '--guard': 'var(--text)',
  '--beyond': 'light-dark(rgb(155 20 48 / .05), rgb(245 119 107 / .07))',
  '--band': 'light-dark(rgb(26 26 24 / .095), rgb(236 236 234 / .12))',
  '--band-edge': 'var(--control)',
  '--grid': 'light-dark(#EDECE8, #27282C)',
  '--zero': 'var(--text-3)',
  '--diff-a': 'light-dark(#F6EBD3, #3D3319)',
  '--diff-b': 'light-dark(#DDE9F8, #1B3350)',
  '--diff-line': 'var(--text-2)',
  '--font':
    '-apple-system, "Segoe UI Variable Text", "Segoe UI", "Adwaita Sans", Inter, Cantarell, Ubuntu, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  '--mono':
    'ui-monospace, "SF Mono", "Cascadia Mono", "Adwaita Mono", "Ubuntu Sans Mono", "DejaVu Sans Mono", "Liberation Mono", monospace',
  '--t1': '.6875rem',
  '--t2': '.75rem',
  '--t3': '.8125rem',
  '--t4': '1rem',
  '--t5': '1.375rem',
  '--lh1': '1rem',
  '--lh2': '1rem',
  '--lh3': '1.25rem',
  '--lh4': '1.5rem',
  '--lh5': '1.75rem',
  '--regular': '400',
  '--strong': '600',
  '--s1': '.25rem',
  '--s2': '.5rem',
  '--s3': '.75rem',
  '--s4': '1rem',
  '--s5': '1.25rem',
  '--s6': '1.5rem',
  '--s8': '2rem',
  '--s10': '2.5rem',
  '--s12': '3rem',
  '--row': '1.625rem',
  '--radius': '.25rem',
  '--focus': '2px solid var(--accent)',
};

/** Overrides for people who ask for more contrast, and for systems that force their own colours. */
export const contrastTokens: Readonly<Record<`--${string}`, string>> = {
  '--text-2': 'var(--text)',
  '--text-3': 'light-dark(#4C4B47, #BBBCBC)',
  '--line': 'var(--control)',
  '--line-2': 'var(--control)',
};

export const forcedTokens: Readonly<Record<`--${string}`, string>> = {
  '--worse': 'CanvasText',
  '--within': 'CanvasText',
  '--better': 'CanvasText',
  '--cannot': 'CanvasText',
  '--band': 'transparent',
  '--beyond': 'transparent',
  '--band-edge': 'CanvasText',
  '--guard': 'CanvasText',
  '--accent': 'Highlight',
  '--selected': 'Canvas',
};

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value};`)
    .join('');
}

/** The tokens as CSS: light and dark by the system, or pinned by `data-theme` on the root. */
export const themeStyle = [
  ':root{color-scheme:light dark;}',
  '[data-theme="light"]{color-scheme:light;}',
  '[data-theme="dark"]{color-scheme:dark;}',
  `:root{${declarations(reportTokens)}}`,
  `@media (prefers-contrast:more){:root{${declarations(contrastTokens)}}}`,
  `@media (forced-colors:active){:root{${declarations(forcedTokens)}}}`,
].join('\n');
