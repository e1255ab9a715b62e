import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';

let files: Map<string, string>;

beforeAll(async () => {
  const renderer = await shippedRenderer();
  const names = (await readdir(renderer, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(renderer, name), 'utf8')] as const),
    ),
  );
});

describe('the built renderer', () => {
  test('holds no schemas: checking is the work of the other side', () => {
    for (const [name, text] of files) {
      expect([name, /ZodError|_zod\b|invalid_type/.test(text)]).toEqual([name, false]);
      expect([name, text.includes('a path has no NUL in it')]).toEqual([name, false]);
    }
  });

  test('has nothing inline, and nothing from elsewhere', () => {
    const page = files.get('index.html') ?? '';
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=/i);
    expect(page.match(/(?:src|href)="(?!\/)[^"]*"/g)).toBeNull();
    for (const [name, text] of files) {
      if (name.endsWith('.css')) expect([name, /@import|url\((?!['"]?#)/.test(text)]).toEqual([name, false]);
      if (name.endsWith('.js')) expect([name, /\beval\(|new Function\(/.test(text)]).toEqual([name, false]);
    }
  });

  test('leaves the gallery out, and is minified', () => {
    expect([...files.keys()].filter((name) => name.includes('gallery'))).toEqual([]);
    const scripts = [...files].filter(([name]) => name.endsWith('.js'));
    for (const [name, text] of scripts) {
      const lines = text.trim().split('\n').length;
      expect([name, text.length / lines > 200 || text.length < 2000]).toEqual([name, true]);
    }
  });
});
