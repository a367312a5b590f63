import { expect, test } from 'vitest';
import { makesAndChecks, toPermissionLabel } from './permission-words.ts';

test('RBAC-038 a permission of any form has a label', () => {
  expect(toPermissionLabel('VIEW_REJECTEDLIST')).toBe('View rejected list');
  expect(toPermissionLabel('ENTERPRISE_BILLING')).toBe('Enterprise billing');
});

test('maker and checker in one role are told', () => {
  expect(makesAndChecks(['CAMPAIGNS.CREATE', 'CAMPAIGNS.APPROVE'])).toBe(true);
  expect(makesAndChecks(['CAMPAIGNS.APPROVE'])).toBe(false);
});
