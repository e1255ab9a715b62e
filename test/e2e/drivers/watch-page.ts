import type { Page } from 'playwright-core';

/** What goes wrong in a page from now on, one line each. */
export function watchPage(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    complaints.push(error.message);
  });
  return complaints;
}
