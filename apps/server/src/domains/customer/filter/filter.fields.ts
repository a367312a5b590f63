import { type ConsentChannel, consentFields, customerFields, type FilterKind, kindOfAttribute } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Attribute } from '../attribute/attribute.present.ts';
import type { SetKind } from '../set/set.record.ts';

/** A field that conditions can name. Customers are called `c` in its SQL. */
export type FilterField = {
  label: string;
  kind: FilterKind;
  value: RawBuilder<string>;
  /** The kind of set, for a field of type 'sets'. */
  setKind?: SetKind;
  isNumber?: boolean;
  /** True if the search text begins with it, so its index finds it. */
  isSearched?: boolean;
};

/** One of `consentStates`. */
const consentState = (channel: ConsentChannel) => sql<string>`coalesce((select case when k.is_granted then 'granted' else 'refused' end
  from customer_consents k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id and k.channel = ${channel}), 'never_asked')`;

const profile = (name: string) => sql<string>`coalesce(c.profile ->> ${name}, '')`;
const labels = new Map<string, string>(customerFields.map(({ name, label }) => [name, label]));
const ownText = (name: string, value: RawBuilder<string>, more: Partial<FilterField> = {}): [string, FilterField] => [
  name,
  { label: labels.get(name) ?? name, kind: 'text', value, ...more },
];

const ownFields = new Map<string, FilterField>([
  ownText('name', sql`c.name`, { isSearched: true }),
  ownText('phoneNumber', sql`c.number`, { isSearched: true, isNumber: true }),
  ownText('emailId', sql`c.email`, { isSearched: true }),
  ownText('whatsAppNumber', profile('whatsAppNumber'), { isNumber: true }),
  ...['facebookId', 'instaId', 'twitterId', 'language', 'timeZone'].map((name) => ownText(name, profile(name))),
  ['createdAt', { label: 'Created on', kind: 'instant', value: sql`c.created_at` }],
  ['groups', { label: 'Groups', kind: 'sets', setKind: 'group', value: sql`''` }],
  ['labels', { label: 'Labels', kind: 'sets', setKind: 'label', value: sql`''` }],
  ...consentFields.map(({ name, label, channel }): [string, FilterField] => [
    name,
    { label, kind: 'consent', value: consentState(channel) },
  ]),
]);

export function findFilterField(field: string, attributes: readonly Attribute[]): FilterField | undefined {
  const own = ownFields.get(field);
  if (own) return own;
  const attribute = attributes.find(({ attributeId }) => attributeId === field);
  if (!attribute) return undefined;
  const { label, fieldType, inputType, rules, slot } = attribute;
  const kind = kindOfAttribute({ fieldType, inputType, defaultValue: rules.options.join(',') });
  return { label, kind, value: sql`coalesce(c.data ->> ${slot}, '')` };
}

/** Fields that a role may hide; asking for them would tell what is hidden. */
export const hideableFields: ReadonlySet<string> = new Set(['phoneNumber', 'whatsAppNumber', 'emailId']);

/** Groups and labels that a filter names. */
export const setKindOf = (field: string): SetKind | undefined => ownFields.get(field)?.setKind;
