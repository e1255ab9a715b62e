/** Chromium alone knows no scheme of the app's; its pages lie under names that no network can resolve. */

const scheme = 'app';
const suffix = `.${scheme}.invalid`;

export function toChromium(address: string): string {
  const url = new URL(address);
  if (url.protocol !== `${scheme}:`) return address;
  return `https://${url.host}${suffix}${url.pathname}${url.search}${url.hash}`;
}

export function toElectron(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' && url.hostname.endsWith(suffix))
    return `${scheme}://${url.hostname.slice(0, -suffix.length)}${url.pathname}${url.search}${url.hash}`;
  return address;
}
