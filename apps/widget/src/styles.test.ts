import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const textsOf = (pattern: string): string =>
  globSync(path.join(import.meta.dirname, pattern))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const drawn = textsOf('{*,parts/*}.tsx');
const styles = textsOf('{styles,parts}/*.css');

/** Classes that stand as plain words at the beginning of an attribute. States have a style only where they look unlike the rest. */
const used = [...drawn.matchAll(/class=(?:"([^"]+)"|\{`([\w -]+))/g)].flatMap(([, plain, begun]) =>
  (plain ?? begun ?? '').split(' ').filter((name) => name !== '' && !name.startsWith('is-') && !name.endsWith('-')),
);

test('each class that the widget draws has a style', () => {
  expect(used).toContain('meta');
  const bare = [...new Set(used)].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(styles));
  expect(bare).toEqual([]);
});
