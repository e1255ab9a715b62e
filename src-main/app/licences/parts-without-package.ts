/** What lies inside packages, built into their binaries, and is somebody else's. Their packages do not name it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pythonTerms } from './python-terms.ts';

export interface PartLicence {
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

const release = z.object({ release: z.string() });
const pyodide = z.object({ info: z.object({ python: z.string() }) });

/** @param root the checkout */
export async function partsWithoutPackage(root: string): Promise<readonly PartLicence[]> {
  const packages = join(root, 'node_modules');
  const binaries = join(packages, 'node-llama-cpp', 'llama', 'binariesGithubRelease.json');
  const header = await readFile(join(packages, 'better-sqlite3', 'deps', 'sqlite3', 'sqlite3.h'), 'utf8');
  const lock: unknown = JSON.parse(await readFile(join(packages, 'pyodide', 'pyodide-lock.json'), 'utf8'));
  return [
    {
      package: 'llama.cpp',
      version: release.parse(JSON.parse(await readFile(binaries, 'utf8'))).release,
      licence: 'MIT',
      text: `llama.cpp and ggml, as node-llama-cpp brings them in its libraries.\n\nMIT License\n\nCopyright (c) 2023 The ggml authors\n\n${mit}`,
    },
    {
      package: 'SQLite',
      version: /#define SQLITE_VERSION\s+"([^"]+)"/.exec(header)?.[1] ?? 'as built',
      licence: 'Public domain',
      text: 'SQLite, as better-sqlite3 brings it in its library. Its authors have dedicated its code to the public domain.\n',
    },
    {
      package: 'CPython',
      version: pyodide.parse(lock).info.python,
      licence: 'PSF-2.0',
      text: pythonTerms,
    },
  ];
}
