import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from './domains.ts';

const program = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
/** Names that the program defines jobs or events by. */
const defined = (define: string) =>
  program.flatMap((text) => [...text.matchAll(new RegExp(`= ${define}\\(\\{\\s*name: '([^']+)'`, 'g'))].map(([, name]) => name)).sort();

test('every job and every event belongs to one module, which the program lists once', () => {
  const names = modules.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(defined('defineJob').length).toBeGreaterThan(5);
  expect(modules.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)).sort()).toEqual(defined('defineJob'));
  expect(defined('defineEvent').length).toBeGreaterThan(10);
  expect(modules.flatMap(({ events = [] }) => events.map(({ name }) => name)).sort()).toEqual(defined('defineEvent'));
});
