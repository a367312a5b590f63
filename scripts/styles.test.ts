import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The build writes light-dark() with properties that it sets where a sheet names a colour scheme. Sheets of the console and of the designer name
// none: the kit does. The colour is then invalid, and that of the element around it is seen.
test('no sheet beside the kit uses light-dark()', () => {
  const sheets = globSync('{apps/console,apps/designer,packages/ui}/**/*.css', { exclude: ['**/node_modules/**', '**/dist/**'] });
  expect(sheets.length).toBeGreaterThan(50);
  const uses = sheets.filter((file) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .includes('light-dark('),
  );
  expect(uses).toEqual([]);
});
