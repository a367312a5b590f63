import { expect, test } from 'vitest';
import { setUserZone } from '../../../lib/format.ts';
import { customerWords } from '../../../locales/customer.ts';
import { describeCondition, listFields, moveToField, toDay, toDayBound } from './filter-fields.ts';

test('a day is a day of the user, its last moment included', () => {
  setUserZone('Asia/Kolkata');
  expect(toDayBound('2026-01-05', 'atLeast')).toBe('2026-01-04T18:30:00.000Z');
  expect(toDayBound('2026-01-05', 'atMost')).toBe('2026-01-05T18:29:59.999Z');
  expect([toDay('2026-01-04T18:30:00.000Z'), toDay('2026-01-05T18:29:59.999Z'), toDay('')]).toEqual(['2026-01-05', '2026-01-05', '']);
});

test('a condition reads as a sentence, also when its attribute is gone', () => {
  setUserZone('UTC');
  const fields = listFields(customerWords.phoneBook, []);
  const describe = (field: string, operator: 'isEmpty' | 'atMost' | 'contains', value: string) =>
    describeCondition(customerWords.phoneBook, fields, { field, operator, value });
  expect(describe('emailId', 'isEmpty', 'left over')).toBe('Email is empty');
  expect(describe('createdAt', 'atMost', '2026-01-05T23:59:59.999Z')).toBe('Created on: on or before 5 Jan 2026');
  expect(describe('gone', 'contains', 'x')).toBe('Deleted attribute contains x');
});

test('another field keeps the comparison and the value only where they still make sense', () => {
  const [name, phone, , , , createdAt] = listFields(customerWords.phoneBook, []);
  if (!name || !phone || !createdAt) throw new Error('the standing fields are gone');
  const condition = { field: 'name', operator: 'contains', value: 'ada' } as const;
  expect(moveToField(condition, name, phone)).toEqual({ field: 'phoneNumber', operator: 'contains', value: 'ada' });
  expect(moveToField(condition, name, createdAt)).toEqual({ field: 'createdAt', operator: 'atLeast', value: '' });
});
