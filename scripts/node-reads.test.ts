import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

// The compiler takes more than Node does: one bench with `for (const of of …)` kept all of them from starting.
test('programs that no test starts can be read by Node', () => {
  const files = globSync('{bench,scripts,attack}/**/*.ts');
  expect(files.length).toBeGreaterThan(50);
  const refused = files.filter((file) => {
    try {
      stripTypeScriptTypes(readFileSync(file, 'utf8'));
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toEqual([]);
});
