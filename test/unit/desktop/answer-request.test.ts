import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBundle } from '../../../src-main/app/bundle/bundle-files.ts';
import { failure, success } from '../../../src-main/contract/result.ts';
import { answerRequest, type Loadable } from '../../../src-main/desktop/answer-request.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

async function loadable(): Promise<Loadable> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.js'), 'nobody may read this');
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Start</title>');
  await writeFile(join(folder, 'renderer', 'assets', 'main-a1b2c3d4.js'), 'export {};');
  const bundle = await readBundle(join(folder, 'renderer'));
  if (!bundle.ok) throw new Error(bundle.error.message);
  const bytes = new TextEncoder().encode('<!doctype html><title>Report</title>');
  return {
    bundle: bundle.data,
    openReport: (report) =>
      Promise.resolve(
        report === 'one'
          ? success({ bytes, type: 'text/html; charset=utf-8', fileName: 'one.html' })
          : failure('report_unknown', 'That report is not kept any more.'),
      ),
  };
}

const get = async (from: Loadable, url: string, method = 'GET') => {
  const response = await answerRequest({ url, method }, from);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('pages, files and reports come with their policies', async () => {
  const from = await loadable();
  const page = await get(from, 'app://bundle/comparisons/abc');
  expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Start</title>' });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  const script = await get(from, 'app://bundle/assets/main-a1b2c3d4.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const report = await get(from, 'app://bundle/reports/one');
  expect(report.text).toContain('Report');
  expect(report.headers.get('content-security-policy')).toMatch(/sandbox allow-same-origin allow-modals$/);
  expect((await get(from, 'app://bundle/reports/two')).status).toBe(404);
});

test.each([
  'app://bundle/../secret.js',
  'app://bundle/assets/../../secret.js',
  'app://bundle/%2e%2e/secret.js',
  'app://bundle/..%2fsecret.js',
  'app://bundle/..%5csecret.js',
  'app://bundle/..\\secret.js',
  'app://bundle//etc/passwd.js',
  'app://bundle/assets/main-a1b2c3d4.js%00.html',
  'app://elsewhere/assets/main-a1b2c3d4.js',
  'app://bundle@elsewhere/assets/main-a1b2c3d4.js',
  'https://bundle/assets/main-a1b2c3d4.js',
])('%s gives nothing away', async (url) => {
  const { status, text } = await get(await loadable(), url);
  expect(status).toBe(404);
  expect(text).toBe('There is nothing at this address.');
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is refused', async (method) => {
  expect((await get(await loadable(), 'app://bundle/', method)).status).toBe(405);
});
