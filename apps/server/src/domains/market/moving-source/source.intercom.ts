import type { MovedAuthor } from '@parley/contract';
import type { ReadMessage, ReadRecord, SourceReader } from './record.ts';
import {
  attributesOf,
  contact,
  conversation,
  createNames,
  drop,
  fileOf,
  instantOf,
  objectOf,
  objectsOf,
  textOf,
  wordsOf,
} from './values.ts';

type Values = Record<string, unknown>;

const authorOf = (author: Values): MovedAuthor => {
  const type = textOf(author.type);
  if (type === 'admin' || type === 'team') return 'agent';
  return type === 'bot' || type === '' ? 'bot' : 'customer';
};
const namesIn = (list: unknown): string[] => objectsOf(objectOf(list).tags ?? objectOf(list).data).flatMap((tag) => textOf(tag.name) || []);
/** Parts that say nothing but that something was done. */
const isAct = (type: string) => type !== 'comment' && type !== 'note' && type !== 'note_and_reopen' && type !== 'open';

/** Records of Intercom's API and of files that hold its objects, one a line. */
export const readIntercom = (): SourceReader => {
  const names = createNames();
  const messageOf = (value: Values, key: string, at: number | undefined, type: string): ReadMessage | undefined => {
    if (at === undefined) return undefined;
    const author = objectOf(value.author);
    return {
      ...{ key, at },
      by: isAct(type) && textOf(value.body) === '' ? 'system' : authorOf(author),
      name: textOf(author.name) || names.get(textOf(author.id)),
      text: wordsOf(textOf(value.body, 200_000)) || (isAct(type) ? type.replaceAll('_', ' ') : ''),
      isNote: type.startsWith('note'),
      files: objectsOf(value.attachments).map((file) => fileOf(file.name, file.url)),
    };
  };
  const conversationOf = (value: Values): ReadRecord[] => {
    const key = textOf(value.id);
    if (key === '') return [drop('conversation', 'no_key', value)];
    const startedAt = instantOf(value.created_at);
    if (startedAt === undefined) return [drop('conversation', 'no_time', value)];
    const source = objectOf(value.source);
    const [who = {}] = objectsOf(objectOf(value.contacts).contacts);
    const parts = objectsOf(objectOf(value.conversation_parts).conversation_parts);
    const first = messageOf(source, `${key}-0`, startedAt, 'comment');
    const others = parts.map((part) => messageOf(part, textOf(part.id), instantOf(part.created_at), textOf(part.part_type)));
    const told = objectsOf(objectOf(value.teammates).teammates ?? objectOf(value.teammates).admins ?? value.teammates);
    const agents = [...told.map((each) => textOf(each.id)), textOf(value.admin_assignee_id)].filter((id) => id !== '' && id !== '0');
    const author = objectOf(source.author);
    return [
      conversation({
        key,
        startedAt,
        contactKey: textOf(who.id) || (authorOf(author) === 'customer' ? textOf(author.id) : ''),
        contactName: authorOf(author) === 'customer' ? textOf(author.name) : names.get(textOf(who.id)),
        contactAddress: authorOf(author) === 'customer' ? textOf(author.email) : '',
        inboxKey: textOf(source.type),
        inboxName: textOf(source.type),
        teamKey: textOf(value.team_assignee_id),
        agents: [...new Set(agents)].map((id) => ({ key: id, name: names.get(id), email: '' })),
        labels: namesIn(value.tags),
        subject: wordsOf(textOf(source.subject) || textOf(value.title)),
        messages: [...(first && (first.text !== '' || first.files.length > 0) ? [first] : []), ...others.flatMap((each) => each ?? [])],
      }),
      ...parts.filter((_, place) => !others[place]).map((part) => drop('message', 'no_time', part)),
    ];
  };
  return {
    json(value, hint) {
      const type = textOf(value.type);
      const key = textOf(value.id);
      if (type === 'conversation' || 'conversation_parts' in value) return conversationOf(value);
      if (type === 'admin' || hint === 'agent') {
        names.set(key, textOf(value.name));
        return [key === '' ? drop('agent', 'no_key', value) : { kind: 'agent', key, name: textOf(value.name), email: textOf(value.email) }];
      }
      if (type === 'team' || hint === 'team')
        return [key === '' ? drop('team', 'no_key', value) : { kind: 'team', key, name: textOf(value.name), email: '' }];
      if (type === 'tag' || hint === 'label')
        return [{ kind: 'label', key: textOf(value.name) || key, name: textOf(value.name), email: '' }];
      if (['contact', 'user', 'lead'].includes(type) || hint === 'contact') {
        if (key === '') return [drop('contact', 'no_key', value)];
        names.set(key, textOf(value.name));
        return [
          contact({
            key,
            name: textOf(value.name),
            phone: textOf(value.phone),
            email: textOf(value.email),
            externalId: textOf(value.external_id) || textOf(value.user_id),
            labels: namesIn(value.tags),
            attributes: attributesOf(value.custom_attributes),
            optOuts: value.unsubscribed_from_emails === true ? [{ by: 'email', kind: 'opted_out', reason: '' }] : [],
          }),
        ];
      }
      return [drop('file', 'unknown_shape', value)];
    },
    /** The file that people are exported to from the screen, by the heads that it has there. */
    csv(cells) {
      const email = cells.email ?? '';
      const phone = cells.phone ?? cells['phone number'] ?? '';
      if (!('email' in cells)) return [drop('file', 'unknown_shape', cells)];
      const key = cells['user id'] || cells.user_id || cells.id || email || phone;
      if (!key) return [drop('contact', 'no_key', cells)];
      const isOut = /^(?:true|yes|1)$/i.test(cells['unsubscribed from emails'] ?? cells.unsubscribed_from_emails ?? '');
      return [
        contact({
          key: textOf(key),
          name: textOf(cells.name),
          phone: textOf(phone),
          email: textOf(email),
          externalId: textOf(cells['user id'] ?? cells.user_id),
          labels: [],
          optOuts: isOut ? [{ by: 'email', kind: 'opted_out', reason: '' }] : [],
        }),
      ];
    },
  };
};
