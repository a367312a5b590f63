import type { ReadOptOut, ReadRecord, SourceReader } from './record.ts';
import { attributesOf, contact, drop, objectOf, objectsOf, textOf, textsOf } from './values.ts';

type Values = Record<string, unknown>;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
};

/** A subscriber who is blocked gets nothing; one who has left a list gets no marketing by mail any more. */
const leftOf = (status: string, lists: readonly Values[]): ReadOptOut[] => [
  ...(status === 'blocklisted' || status === 'blacklisted' ? [{ by: 'email', kind: 'blocked', reason: status } as const] : []),
  ...(status === 'unsubscribed' || (lists.length > 0 && lists.every((list) => textOf(list.subscription_status) === 'unsubscribed'))
    ? [{ by: 'email', kind: 'opted_out', reason: 'unsubscribed' } as const]
    : []),
];

/** Subscribers of listmonk: its API, and the CSV of its screen, in which lists do not stand. */
export const readListmonk = (): SourceReader => ({
  json(value, hint) {
    const email = textOf(value.email);
    if ('subscription_status' in value || (hint === 'list' && email === ''))
      return [{ kind: 'list', key: textOf(value.name) || textOf(value.id), name: textOf(value.name), email: '' }];
    if (!('email' in value)) return [drop('file', 'unknown_shape', value)];
    const key = textOf(value.uuid) || textOf(value.id) || email;
    if (key === '') return [drop('contact', 'no_key', value)];
    const lists = objectsOf(value.lists);
    return [
      contact({
        key,
        name: textOf(value.name),
        email,
        lists: lists.filter((list) => textOf(list.subscription_status) !== 'unsubscribed').flatMap((list) => textOf(list.name) || []),
        attributes: attributesOf(value.attribs ?? value.attributes),
        phone: textOf(objectOf(value.attribs ?? value.attributes).phone),
        optOuts: leftOf(textOf(value.status), lists),
      }),
    ];
  },
  csv(cells) {
    if (!('email' in cells)) return [drop('file', 'unknown_shape', cells)];
    const email = textOf(cells.email);
    if (email === '') return [drop('contact', 'no_key', cells)];
    const attributes = objectOf(parsed(cells.attributes ?? cells.attribs ?? ''));
    return [
      contact({
        key: textOf(cells.uuid) || email,
        name: textOf(cells.name),
        email,
        phone: textOf(attributes.phone),
        lists: textsOf((cells.lists ?? '').split(',')),
        attributes: attributesOf(attributes),
        optOuts: leftOf(textOf(cells.status), []),
      }),
    ];
  },
});

/** Reasons of Mautic: 1 has unsubscribed, 2 bounced, 3 was set by hand. */
const reasons: Record<string, string> = { '1': 'unsubscribed', '2': 'bounced', '3': 'manual' };

const dncOf = (entries: readonly Values[]): ReadOptOut[] =>
  entries.flatMap((entry): ReadOptOut[] => {
    const channel = textOf(entry.channel);
    const reason = reasons[textOf(entry.reason)] ?? '';
    if (channel !== 'email' && channel !== 'sms') return [];
    return [{ by: channel === 'email' ? 'email' : 'number', kind: reason === 'unsubscribed' ? 'opted_out' : 'blocked', reason }];
  });

const own = new Set([
  ...['id', 'title', 'firstname', 'lastname', 'email', 'phone', 'mobile', 'tags', 'points', 'owner', 'ip', 'stage', 'last active'],
  ...['date identified', 'date added', 'date modified', 'created by', 'company', 'contact owner', 'lists', 'segments', 'dnc'],
]);

function mauticContact(key: string, fields: Values, given: { tags: string[]; lists: string[]; optOuts: ReadOptOut[] }): ReadRecord {
  const name = [fields.firstname, fields.lastname].map((part) => textOf(part)).filter((part) => part !== '');
  return contact({
    key,
    name: name.join(' '),
    phone: textOf(fields.mobile) || textOf(fields.phone),
    email: textOf(fields.email),
    labels: given.tags,
    lists: given.lists,
    optOuts: given.optOuts,
    attributes: attributesOf(Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name.toLowerCase())))),
  });
}

/** Contacts of Mautic: its API, whose contacts stand by their ids, and the CSV of its screen. */
export const readMautic = (): SourceReader => ({
  json(value, hint) {
    if ('alias' in value && !('fields' in value)) return [{ kind: 'list', key: textOf(value.name), name: textOf(value.name), email: '' }];
    if (!('fields' in value) && hint !== 'contact') return [drop('file', 'unknown_shape', value)];
    const key = textOf(value.id);
    if (key === '') return [drop('contact', 'no_key', value)];
    const fields = objectOf(value.fields);
    const tags = objectsOf(value.tags).flatMap((tag) => textOf(tag.tag) || textOf(tag.name) || []);
    return [
      mauticContact(key, objectOf(fields.all ?? value.fields), {
        tags,
        lists: objectsOf(value.segments).flatMap((list) => textOf(list.name) || []),
        optOuts: dncOf(objectsOf(value.doNotContact)),
      }),
    ];
  },
  csv(cells) {
    if (!('email' in cells || 'firstname' in cells || 'first name' in cells)) return [drop('file', 'unknown_shape', cells)];
    const fields = {
      ...cells,
      firstname: cells.firstname ?? cells['first name'] ?? '',
      lastname: cells.lastname ?? cells['last name'] ?? '',
    };
    const { 'first name': _first, 'last name': _last, ...rest } = fields as Record<string, string>;
    const key = textOf(cells.id) || textOf(cells.email) || textOf(cells.mobile) || textOf(cells.phone);
    if (key === '') return [drop('contact', 'no_key', cells)];
    const isOut = /^(?:1|true|yes|email|unsubscribed)$/i.test((cells.dnc ?? cells.donotcontact ?? '').trim());
    return [
      mauticContact(key, rest, {
        tags: textsOf((cells.tags ?? '').split(/[,|]/)),
        lists: textsOf((cells.segments ?? cells.lists ?? '').split(/[,|]/)),
        optOuts: isOut ? [{ by: 'email', kind: 'opted_out', reason: 'unsubscribed' }] : [],
      }),
    ];
  },
});
