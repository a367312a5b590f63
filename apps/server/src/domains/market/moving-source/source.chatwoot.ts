import type { MovedAuthor } from '@parley/contract';
import type { ReadMessage, ReadRecord, SourceReader } from './record.ts';
import {
  attributesOf,
  contact,
  conversation,
  drop,
  fileOf,
  instantOf,
  longestText,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from './values.ts';

type Values = Record<string, unknown>;

/** Kinds of messages as numbers, and as older versions name them. */
const authors: Record<string, MovedAuthor> = {
  ...{ '0': 'customer', '1': 'agent', '2': 'system', '3': 'bot' },
  ...{ incoming: 'customer', outgoing: 'agent', activity: 'system', template: 'bot' },
};

function messageOf(value: Values): ReadMessage | undefined {
  const at = instantOf(value.created_at);
  const by = authors[textOf(value.message_type)];
  const key = textOf(value.id);
  if (at === undefined || by === undefined || key === '') return undefined;
  const sender = objectOf(value.sender);
  const type = textOf(sender.type).toLowerCase();
  return {
    ...{ key, at },
    by: by === 'agent' && type === 'agent_bot' ? 'bot' : by,
    name: textOf(sender.available_name) || textOf(sender.name),
    text: textOf(value.content, longestText),
    isNote: value.private === true,
    files: objectsOf(value.attachments).map((file) => fileOf(file.fallback_title, file.data_url ?? file.external_url)),
  };
}

function contactOf(value: Values): ReadRecord {
  const key = textOf(value.id);
  if (key === '') return drop('contact', 'no_key', value);
  return contact({
    key,
    name: textOf(value.name),
    phone: textOf(value.phone_number),
    email: textOf(value.email),
    externalId: textOf(value.identifier),
    labels: textsOf(value.labels),
    attributes: attributesOf(value.custom_attributes),
    optOuts:
      value.blocked === true
        ? [
            { by: 'number', kind: 'blocked', reason: '' },
            { by: 'email', kind: 'blocked', reason: '' },
          ]
        : [],
  });
}

function conversationOf(value: Values): ReadRecord[] {
  const key = textOf(value.id);
  if (key === '') return [drop('conversation', 'no_key', value)];
  const startedAt = instantOf(value.created_at) ?? instantOf(value.timestamp) ?? instantOf(objectsOf(value.messages)[0]?.created_at);
  if (startedAt === undefined) return [drop('conversation', 'no_time', value)];
  const meta = objectOf(value.meta);
  const [sender, assignee, team] = [objectOf(meta.sender), objectOf(meta.assignee), objectOf(meta.team)];
  const given = objectsOf(value.messages);
  const messages = given.flatMap((each) => messageOf(each) ?? []);
  const agent = { key: textOf(assignee.id), name: textOf(assignee.available_name) || textOf(assignee.name), email: textOf(assignee.email) };
  return [
    conversation({
      key,
      startedAt,
      endedAt: instantOf(value.last_activity_at) ?? 0,
      contactKey: textOf(sender.id),
      contactName: textOf(sender.name),
      contactAddress: textOf(sender.phone_number) || textOf(sender.email),
      inboxKey: textOf(value.inbox_id),
      inboxName: textOf(meta.channel).replace(/^Channel::/, ''),
      teamKey: textOf(team.id),
      teamName: textOf(team.name),
      agents: agent.key === '' ? [] : [agent],
      labels: textsOf(value.labels),
      subject: textOf(objectOf(value.additional_attributes).mail_subject),
      messages,
    }),
    ...given.filter((each) => !messageOf(each)).map((each) => drop('message', 'unknown_shape', each)),
    ...(textOf(sender.id) === '' ? [] : [contactOf(sender)]),
  ];
}

function singleMessage(value: Values): ReadRecord {
  const message = messageOf(value);
  const conversationKey = textOf(value.conversation_id);
  return message && conversationKey !== ''
    ? { kind: 'messages', conversationKey, messages: [message] }
    : drop('message', 'unknown_shape', value);
}

const named = (kind: 'agent' | 'inbox' | 'team' | 'label', value: Values, name: unknown): ReadRecord => {
  const key = kind === 'label' ? textOf(name) : textOf(value.id);
  return key === '' ? drop(kind, 'no_key', value) : { kind, key, name: textOf(name), email: textOf(value.email) };
};

/** Records of Chatwoot's API, each told by its fields; names of files help where fields do not. */
export const readChatwoot = (): SourceReader => ({
  json(value, hint) {
    if ('message_type' in value) return [singleMessage(value)];
    if ('short_code' in value) {
      const shortcut = textOf(value.short_code);
      return [
        shortcut === ''
          ? drop('reply', 'no_key', value)
          : { kind: 'reply', key: shortcut, name: shortcut, text: textOf(value.content, longestText) },
      ];
    }
    if ('channel_type' in value || hint === 'inbox') return [named('inbox', value, value.name)];
    if (('title' in value && 'color' in value) || hint === 'label') return [named('label', value, value.title ?? value.name)];
    if ('available_name' in value || hint === 'agent') return [named('agent', value, value.available_name ?? value.name)];
    if ('allow_auto_assign' in value || hint === 'team') return [named('team', value, value.name)];
    if ('inbox_id' in value && ('status' in value || 'messages' in value)) return conversationOf(value);
    if ('phone_number' in value || 'identifier' in value || hint === 'contact') return [contactOf(value)];
    return [drop(hint === 'conversation' ? 'conversation' : 'file', 'unknown_shape', value)];
  },
  /** The file that contacts are exported to from the screen. */
  csv(cells) {
    const key = cells.id || cells.email || cells.phone_number || '';
    if (!('email' in cells || 'phone_number' in cells)) return [drop('file', 'unknown_shape', cells)];
    if (key === '') return [drop('contact', 'no_key', cells)];
    const { id, name, email, phone_number: phone, identifier, labels, created_at: _at, ...others } = cells;
    return [
      contact({
        key: textOf(id) || key,
        name: textOf(name),
        phone: textOf(phone),
        email: textOf(email),
        externalId: textOf(identifier),
        labels: textsOf((labels ?? '').split(',')),
        attributes: attributesOf(others),
      }),
    ];
  },
});
