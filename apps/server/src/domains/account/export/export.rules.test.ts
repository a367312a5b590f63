import { expect, test } from 'vitest';
import { type ExportRights, reachesAll } from './export.rules.ts';

const then: ExportRights = { permissions: ['A', 'B'], maskedFields: ['email'], dataScope: 'department', departments: ['d1', 'd2'] };

test.each<[string, Partial<ExportRights>, boolean]>([
  ['the same rights', {}, true],
  ['more permissions and fewer hidden fields', { permissions: ['A', 'B', 'C'], maskedFields: [] }, true],
  ['a wider scope', { dataScope: 'enterprise', departments: [] }, true],
  ['a permission less', { permissions: ['A'] }, false],
  ['a field that is hidden now', { maskedFields: ['email', 'phone'] }, false],
  ['a narrower scope', { dataScope: 'own' }, false],
  ['a department less', { departments: ['d1'] }, false],
])('a file is opened by its maker with %s: %s', (_name, change, expected) => {
  expect(reachesAll({ ...then, ...change }, then)).toBe(expected);
});
