import type { ReadMessage, ReadRecord, SourceReader } from './record.ts';
import {
  attributesOf,
  contact,
  conversation,
  createNames,
  drop,
  fileOf,
  instantOf,
  longestText,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  wordsOf,
} from './values.ts';

type Values = Record<string, unknown>;

const ticketInName = /(\d+)[^/\d]*$/;

/** Records of Zendesk's JSON exports, one a line: tickets with their comments, users, groups. */
export const readZendesk = (): SourceReader => {
  const names = createNames();
  const staff = new Set<string>();
  const messageOf = (value: Values, requester: string): ReadMessage | undefined => {
    const at = instantOf(value.created_at);
    const key = textOf(value.id);
    if (at === undefined || key === '') return undefined;
    const author = textOf(value.author_id);
    const isStaff = staff.has(author) || (requester !== '' && author !== requester);
    return {
      ...{ key, at },
      by: author === '-1' || author === '' ? 'system' : isStaff ? 'agent' : 'customer',
      name: names.get(author),
      text: textOf(value.plain_body, longestText) || wordsOf(textOf(value.html_body, 200_000) || textOf(value.body, longestText)),
      isNote: value.public === false,
      files: objectsOf(value.attachments).map((file) => fileOf(file.file_name, file.content_url)),
    };
  };
  const ticketOf = (value: Values): ReadRecord[] => {
    const key = textOf(value.id);
    if (key === '') return [drop('conversation', 'no_key', value)];
    const startedAt = instantOf(value.created_at);
    if (startedAt === undefined) return [drop('conversation', 'no_time', value)];
    const who = objectOf(value.requester);
    const requester = textOf(value.requester_id) || textOf(who.id);
    const comments = objectsOf(value.comments);
    const messages = comments.map((comment) => messageOf(comment, requester));
    const description = textOf(value.description, longestText);
    const first: ReadMessage = {
      ...{ key: `${key}-0`, at: startedAt, by: 'customer' as const, name: textOf(who.name) || names.get(requester) },
      ...{ text: description, isNote: false, files: [] },
    };
    const assignee = textOf(value.assignee_id);
    return [
      conversation({
        key,
        startedAt,
        endedAt: instantOf(value.updated_at) ?? 0,
        contactKey: requester,
        contactName: textOf(who.name) || names.get(requester),
        contactAddress: textOf(who.email),
        inboxKey: textOf(objectOf(value.via).channel),
        inboxName: textOf(objectOf(value.via).channel),
        teamKey: textOf(value.group_id),
        agents: assignee === '' ? [] : [{ key: assignee, name: names.get(assignee), email: '' }],
        labels: textsOf(value.tags),
        subject: textOf(value.subject),
        // The description is the first comment; tickets without their comments have nothing else.
        messages: comments.length > 0 || description === '' ? messages.flatMap((each) => each ?? []) : [first],
      }),
      ...comments.filter((_, place) => !messages[place]).map((each) => drop('message', 'unknown_shape', each)),
    ];
  };
  return {
    json(value, hint, fileName) {
      const key = textOf(value.id);
      const role = textOf(value.role);
      if ('requester_id' in value || 'requester' in value) return ticketOf(value);
      if ('author_id' in value) {
        const conversationKey =
          textOf(value.ticket_id) || (hint === 'messages' ? (ticketInName.exec(fileName.replace(/\.\w+$/, ''))?.[1] ?? '') : '');
        const message = messageOf(value, '');
        return [
          message && conversationKey !== ''
            ? { kind: 'messages', conversationKey, messages: [message] }
            : drop('message', 'unknown_shape', value),
        ];
      }
      if (role === 'agent' || role === 'admin' || hint === 'agent') {
        if (key === '') return [drop('agent', 'no_key', value)];
        names.set(key, textOf(value.name));
        if (staff.size < 10_000) staff.add(key);
        return [{ kind: 'agent', key, name: textOf(value.name), email: textOf(value.email) }];
      }
      if (role === 'end-user' || hint === 'contact') {
        if (key === '') return [drop('contact', 'no_key', value)];
        names.set(key, textOf(value.name));
        return [
          contact({
            key,
            name: textOf(value.name),
            phone: textOf(value.phone),
            email: textOf(value.email),
            externalId: textOf(value.external_id),
            labels: textsOf(value.tags),
            attributes: attributesOf(value.user_fields),
            optOuts: value.suspended === true ? [{ by: 'email', kind: 'blocked', reason: '' }] : [],
          }),
        ];
      }
      if (hint === 'team') return [key === '' ? drop('team', 'no_key', value) : { kind: 'team', key, name: textOf(value.name), email: '' }];
      return [drop('file', 'unknown_shape', value)];
    },
    csv(cells, hint) {
      if (!('email' in cells)) return [drop('file', 'unknown_shape', cells)];
      const key = cells.id || cells.email || '';
      if (key === '') return [drop('contact', 'no_key', cells)];
      if (hint === 'agent') return [{ kind: 'agent', key, name: textOf(cells.name), email: textOf(cells.email) }];
      return [
        contact({
          key,
          name: textOf(cells.name),
          email: textOf(cells.email),
          phone: textOf(cells.phone),
          externalId: textOf(cells['external id'] ?? cells.external_id),
          labels: textsOf((cells.tags ?? '').split(/[ ,]+/)),
        }),
      ];
    },
  };
};
