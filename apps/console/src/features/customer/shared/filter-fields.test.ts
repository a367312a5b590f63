import type { Condition } from '@parley/contract';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { customerWords } from '../../../locales/customer.ts';
import { describeCondition, findField, listFields, moveToField, tidyCondition, toDays } from './filter-fields.ts';

const t = customerWords.phoneBook;
const fields = listFields(t, { definitions: [], groups: [{ id: 'g', name: 'VIP', count: 1, version: 1 }], labels: [], language: 'en' });
const when = (field: string, operator: Condition['operator'], ...values: string[]): Condition => ({ field, operator, values });

test('a day is a day of the user, its last moment included', () => {
  setEnterpriseZone('Asia/Kolkata');
  const sent = (operator: Condition['operator'], ...values: string[]) =>
    tidyCondition(when('createdAt', operator, ...values), 'instant').values;
  const [start, end] = ['2026-01-04T18:30:00.000Z', '2026-01-05T18:29:59.999Z'];
  expect([sent('atLeast', '2026-01-05'), sent('before', '2026-01-05')]).toEqual([[start], [start]]);
  expect([sent('atMost', '2026-01-05'), sent('after', '2026-01-05')]).toEqual([[end], [end]]);
  expect([sent('between', '2026-01-05', '2026-01-05'), sent('inLastDays', '7')]).toEqual([[start, end], ['7']]);
  expect(toDays(when('createdAt', 'between', start, end)).values).toEqual(['2026-01-05', '2026-01-05']);
  expect(tidyCondition(when('name', 'isEmpty', 'left over'), 'text').values).toEqual([]);
});

test('a condition reads as a sentence, also when its attribute is gone', () => {
  setEnterpriseZone('UTC');
  const describe = (...condition: Parameters<typeof when>) => describeCondition(t, fields, when(...condition));
  expect(describe('emailId', 'isEmpty', 'left over')).toBe('Email is empty');
  expect(describe('createdAt', 'atMost', '2026-01-05T23:59:59.999Z')).toBe('Created on: on or before 5 Jan 2026');
  expect(describe('createdAt', 'between', '2026-01-05T00:00:00Z', '2026-01-07T00:00:00Z')).toBe(
    'Created on: between 5 Jan 2026 and 7 Jan 2026',
  );
  expect(describe('createdAt', 'inLastDays', '1')).toBe('Created on: in the last 1 day');
  expect(describe('groups', 'anyOf', 'g', 'gone')).toBe('Groups is any of VIP, gone');
  expect(describe('language', 'is', 'hi')).toBe('Language is Hindi');
  expect(describe('gone', 'contains', 'x')).toBe('Deleted attribute contains x');
});

test('another field keeps the comparison and the values only where they still make sense', () => {
  const field = (id: string) => findField(t, fields, id);
  const condition = when('name', 'contains', 'ada');
  expect(moveToField(condition, field('name'), field('phoneNumber'))).toEqual(when('phoneNumber', 'contains', 'ada'));
  expect(moveToField(condition, field('name'), field('createdAt'))).toEqual(when('createdAt', 'atLeast'));
});
