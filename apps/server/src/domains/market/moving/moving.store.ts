import { setImmediate } from 'node:timers/promises';
import type { Tx } from '#platform/db/database.ts';
import { insertMoved, insertParts, type MovedPart, type MovedRow, mostInPart, type StoredMessage } from '../../chat/door.ts';
import { readNumbers } from '../../customer/door.ts';
import { insertRecords, type MoveRow, type NewRecord } from '../move/move.repository.ts';
import type { ReadContact, ReadConversation } from '../moving-source/record.ts';
import type { ReadGroup } from '../moving-source/source.read.ts';
import { MoveFailed } from './moving.turn.ts';

/** Places of parts leave room for a conversation of a million messages. */
const partsOfRecord = 10_000;
const mostDropped = 200_000;

const toParts = (key: string, place: number, messages: readonly StoredMessage[]): MovedPart[] =>
  Array.from({ length: Math.min(partsOfRecord, Math.ceil(messages.length / mostInPart)) }, (_, at) => ({
    key,
    part: place * partsOfRecord + at,
    messages: messages.slice(at * mostInPart, (at + 1) * mostInPart),
  }));

const toRow = ({ agents, messages, kind: _kind, ...row }: ReadConversation): MovedRow => ({
  ...row,
  agentKeys: agents.map(({ key }) => key),
  agentNames: agents.map(({ name }) => name).filter((name) => name !== ''),
  messageCount: messages.length,
});

type Read = { place: number; ref: string };

const contactRecord = (
  { key, name, email, externalId, labels, lists, optOuts, attributes, phone }: ReadContact,
  number: string,
  { place, ref }: Read,
): NewRecord => ({
  ...{ kind: 'contact', key, place, ref, name, number, email: email.toLowerCase(), externalId },
  data: { labels, lists, optOuts, attributes, ...(number === '' && phone !== '' ? { phone } : {}) },
});

/**
 * Writes one group of what was read: conversations, hidden, and records of all else. A group that is written again changes nothing.
 * @returns how many records and messages it had
 * @throws MoveFailed for a file of which nearly nothing can be read
 */
export async function storeGroup(tx: Tx, move: MoveRow, { records }: ReadGroup): Promise<{ records: number; messages: number }> {
  const chats: MovedRow[] = [];
  const parts: MovedPart[] = [];
  const others: NewRecord[] = [];
  const contacts: { read: ReadContact; at: Read }[] = [];
  const apart = new Map<string, { place: number; messages: StoredMessage[] }>();
  let messages = 0;
  let dropped = 0;
  for (const [index, { ref, record }] of records.entries()) {
    if (index % 100 === 99) await setImmediate();
    const at = { place: move.readCount + index, ref };
    switch (record.kind) {
      case 'conversation': {
        chats.push(toRow(record));
        parts.push(...toParts(record.key, at.place, record.messages));
        others.push(
          ...record.agents.map(({ key, name, email }): NewRecord => ({ kind: 'agent', key, ...at, name, email: email.toLowerCase() })),
        );
        messages += record.messages.length;
        break;
      }
      case 'messages': {
        const known = apart.get(record.conversationKey);
        if (known) known.messages.push(...record.messages);
        else apart.set(record.conversationKey, { place: at.place, messages: [...record.messages] });
        messages += record.messages.length;
        break;
      }
      case 'contact':
        contacts.push({ read: record, at });
        break;
      case 'reply':
        others.push({ kind: 'reply', key: record.key, ...at, name: record.name, data: { text: record.text } });
        break;
      case 'drop':
        dropped += 1;
        others.push({
          kind: record.of,
          key: `#${at.place}`,
          ...at,
          outcome: 'drop',
          reason: record.reason,
          data: { sample: record.sample },
        });
        break;
      default:
        others.push({ kind: record.kind, key: record.key, ...at, name: record.name, email: record.email.toLowerCase() });
    }
  }
  for (const [key, { place, messages: said }] of apart) parts.push(...toParts(key, place, said));
  const numbers = await readNumbers(
    tx,
    move.enterpriseId,
    contacts.map(({ read }) => read.phone),
  );
  others.push(...contacts.map(({ read, at }, place) => contactRecord(read, numbers[place] ?? '', at)));
  const twice = await insertMoved(tx, move, move.source, chats);
  await insertParts(tx, move, parts);
  await insertRecords(tx, move, others);
  await insertRecords(
    tx,
    move,
    twice.map((key, place) => ({
      kind: 'conversation',
      key: `${key} #${move.readCount + place}`,
      place: move.readCount,
      name: key,
      outcome: 'drop',
      reason: 'twice',
    })),
  );
  if (dropped === records.length && move.readCount + records.length > mostDropped)
    throw new MoveFailed('Nearly nothing of it could be read. Is it an export of the product that was chosen?');
  return { records: records.length, messages };
}
