import { expect, test } from 'vitest';
import { countryOfNumber } from '../../customer/door.ts';
import { coverOf, fillOf } from '../wallet/grants.rules.ts';
import { findRate, type Rate } from './rate.rules.ts';

const rate = (rateId: string, more: Partial<Rate> = {}): Rate => ({
  rateId,
  channelType: 4,
  vendor: '',
  category: '',
  country: '',
  fromUnits: 0,
  price: 1,
  validFrom: new Date(0),
  ...more,
});
const line = { channelType: 4, vendor: 'airtel', category: 'MARKETING' };
const pick = (rates: Rate[], more: object = {}, country = 'IN', units = 0) =>
  findRate(rates, { ...line, ...more }, country, () => units)?.rateId;

test('the rate that says most about a message wins, and of two that say as much country before category before vendor', () => {
  const [any, vendor, category, country] = [
    rate('any'),
    rate('vendor', { vendor: 'airtel' }),
    rate('category', { category: 'MARKETING' }),
    rate('country', { country: 'IN' }),
  ];
  const both = rate('both', { vendor: 'airtel', category: 'MARKETING' });
  expect(pick([any])).toBe('any');
  expect(pick([any, vendor, category, country])).toBe('country');
  expect(pick([any, vendor, category])).toBe('category');
  expect(pick([any, vendor, category, country, both])).toBe('both');
  expect(pick([vendor, category, country], { vendor: 'jio', category: 'UTILITY' }, 'US')).toBeUndefined();
  expect(pick([any], { channelType: 7 })).toBeUndefined();
});

test('a message within the window has a rate of its own, or that of its category', () => {
  const rates = [rate('utility', { category: 'UTILITY' }), rate('any')];
  expect(pick(rates, { category: 'UTILITY_IN_WINDOW' })).toBe('utility');
  expect(pick([...rates, rate('window', { category: 'UTILITY_IN_WINDOW', price: 0 })], { category: 'UTILITY_IN_WINDOW' })).toBe('window');
  expect(pick([...rates, rate('window', { category: 'UTILITY_IN_WINDOW', price: 0 })], { category: 'UTILITY' })).toBe('utility');
});

test('a later rate takes over with all its tiers, and a tier counts from its units on', () => {
  const now = new Date(1000);
  const rates = [
    rate('old'),
    rate('old tier', { fromUnits: 10 }),
    rate('new', { validFrom: now }),
    rate('new tier', { validFrom: now, fromUnits: 100 }),
  ];
  expect(pick(rates, {}, 'IN', 50)).toBe('new');
  expect(pick(rates, {}, 'IN', 100)).toBe('new tier');
  expect(pick([rate('only above', { fromUnits: 5 })], {}, 'IN', 4)).toBeUndefined();
});

test('countries by the longest dialling prefix', () => {
  expect(
    ['+919812345678', '+12025550123', '+16135550123', '+442079460018', '+35312345678', 'a@example.com', ''].map(countryOfNumber),
  ).toEqual(['IN', 'US', 'CA', 'GB', 'IE', '', '']);
});

test('money covers prices in their order, and not one further than it goes', () => {
  expect(coverOf([3, 3, 3], 8)).toEqual({ covered: 2, cost: 6 });
  expect(coverOf([3, 9, 1], 8)).toEqual({ covered: 1, cost: 3 });
  expect(coverOf([], 8)).toEqual({ covered: 0, cost: 0 });
});

test('lanes: debts first, a small wallet in few lanes, and nothing while half is there', () => {
  const lanes = Array(16).fill(0) as number[];
  const unit = 1_000_000;
  expect(fillOf(lanes, 0)).toBeUndefined();
  expect(fillOf(lanes, 2.5 * unit)).toEqual([1.25 * unit, 1.25 * unit, ...Array(14).fill(0)]);
  expect(fillOf(lanes, 1600 * unit)).toEqual(Array(16).fill(10 * unit));
  expect(fillOf(Array(16).fill(5 * unit) as number[], 720 * unit)).toBeUndefined();
  expect(fillOf([-3 * unit, -unit, 0], 3.5 * unit)).toEqual([0, -0.5 * unit, 0]);
});
