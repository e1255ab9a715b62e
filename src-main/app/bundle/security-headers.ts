/** The headers that lock a page down, the same in a browser and in a window of Electron. */

/** The app's own pages: nothing inline, nothing from elsewhere, reports in a frame. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * A report is one file with its styles inside, made from texts that models wrote: no scripts, no connections.
 * `allow-same-origin` and `allow-modals` let the page around it print it.
 */
const reportPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-modals',
].join('; ');

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), display-capture=()',
  'x-dns-prefetch-control': 'off',
};

export const pageHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': pagePolicy,
  'x-frame-options': 'DENY',
};

export const reportHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': reportPolicy,
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
};
