import { AttributeSave } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { addAttribute, addCustomers, ensureSets, listAttributes } from '../src/domains/customer/door.ts';

export const customerCount = 320;
const given = [
  'Aarav',
  'Diya',
  'Ishaan',
  'Kavya',
  'Rohan',
  'Sara',
  'Vihaan',
  'Zoya',
  'Lena',
  'Mateo',
  'Chloé',
  'Søren',
  'Amara',
  'Kenji',
  'Priya',
  'Farah',
];
const family = [
  'Sharma',
  'Patel',
  'Reddy',
  'Fernandes',
  'Khan',
  'Bose',
  'Müller',
  'García',
  'Dubois',
  'Hansen',
  'Okoye',
  'Tanaka',
  'Menon',
];
const cities = ['Mumbai', 'Pune', 'Bengaluru', 'Jaipur', 'Kochi', 'Delhi', 'Nagpur'];
const plans = ['Basic', 'Silver', 'Gold'];
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const definitions = [
  { fieldName: 'city', fieldLabel: 'City', fieldHelptext: 'Where orders are delivered', search: true, inputType: 'alphabets', most: 40 },
  {
    fieldName: 'plan',
    fieldLabel: 'Plan',
    fieldHelptext: 'The loyalty plan',
    fieldType: 'selectbox-singlevalue',
    defaultValue: plans.join(','),
  },
  { fieldName: 'orders', fieldLabel: 'Orders', fieldHelptext: 'Orders so far', inputType: 'number', most: 6 },
  { fieldName: 'newsletter', fieldLabel: 'Newsletter', fieldHelptext: 'Reads the newsletter', fieldType: 'boolean' },
] as const;

/** @param index of the customer, from 0 */
export const demoNumber = (index: number): string => `+9190000${String(10_000 + index)}`;

/** A phone book to look around in: customers with attributes, in groups and under labels. */
export async function seedDemoCustomers(tx: Tx, enterpriseId: string, now: Date): Promise<void> {
  for (const { most, ...definition } of definitions.map((each) => ({ most: 0, ...each }))) {
    const validations = most > 0 ? [{ id: 'maxValue', value: most }] : [];
    const save = AttributeSave.parse({ fieldType: 'text', mandatory: false, ...definition, validations });
    await addAttribute(tx, enterpriseId, save, { updatedBy: null, updatedAt: now });
  }
  const attributes = await listAttributes(tx, enterpriseId);
  const groups = await ensureSets(tx, enterpriseId, 'group', ['Loyalty club', 'Wholesale', 'Newcomers'], null);
  const labels = await ensureSets(tx, enterpriseId, 'label', ['VIP', 'Call back'], null);
  const customers = Array.from({ length: customerCount }, (_, index) => {
    const values = [pick(cities, index * 3), pick(plans, index), String((index * 7) % 60), index % 3 === 0 ? 'Yes' : 'No'];
    const name = `${pick(given, index)} ${pick(family, index * 5 + Math.floor(index / 16))}`;
    return {
      input: {
        name,
        phoneNumber: demoNumber(index),
        emailId: `customer${index + 1}@example.com`,
        data: new Map(attributes.map(({ attributeId }, place) => [attributeId, values[place] ?? ''])),
      },
      setIds: [pick(groups, index), ...(index % 9 === 0 ? [pick(labels, index / 9)] : [])],
    };
  });
  await addCustomers(tx, enterpriseId, customers, 'IN', now);
}
