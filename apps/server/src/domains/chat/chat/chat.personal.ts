import { chatActionTypes, chatStates, live } from '@parley/contract';
import { sql } from 'kysely';
import { type Person, type PersonalData, type PersonalTraces, personalRows, stepOf } from '../../../personal-data.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { visitorTopic } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { lockChats } from '../record/chat.repository.ts';
import { end, isOpen, systemAuthor } from '../record/chat.rules.ts';
import { type Entry, eraseEntries, hasWords, removeRoutes, removeUnshared } from '../record/entry.erase.ts';

const own = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`;
const chatSays = sql`(c.address <> '' or c.last_message <> '' or c.rating_comment <> '' or c.feedback <> '' or c.note <> ''
  or c.fields <> '{}' or c.visit <> '{}' or c.bot_state <> '{}'
  or exists (select from mail_routes r where r.enterprise_id = c.enterprise_id and r.chat_id = c.chat_id))`;

/** The chat stays with its times, states and stars. */
export const chatsHeld: PersonalData = personalRows({
  kind: 'chats',
  tables: ['chats', 'mailRoutes'],
  rows: (person) => sql`
    select c.chat_id::text as key, c.chat_id, n.name as channel, c.address, c.created_at, c.closed_at, c.rating, c.rating_comment, c.feedback,
      coalesce(l.name, c.tag) as tag, c.note, c.visit, array(select x.name from chat_label_marks m
        join chat_labels x on x.enterprise_id = m.enterprise_id and x.label_id = m.label_id
        where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id order by m.at, x.place) as labels,
      array(select r.address from mail_routes r where r.enterprise_id = c.enterprise_id and r.chat_id = c.chat_id order by 1) as mailed_with,
      (select jsonb_agg(jsonb_build_object('name', coalesce(f.name, v.key), 'value', v.value) order by f.place, v.key) from jsonb_each(c.fields) v
        left join chat_fields f on f.enterprise_id = c.enterprise_id and f.field_id::text = v.key) as fields
    from chats c join channels n on n.enterprise_id = c.enterprise_id and n.channel_id = c.channel_id
      left join chat_labels l on l.enterprise_id = c.enterprise_id and l.label_id = c.label_id
    where ${own(person)} and ${chatSays}`,
  erase: async (_ctx, tx, person, { limit }) => {
    await removeRoutes(tx, person.enterpriseId, person.chatIds);
    return stepOf(
      await sql`update chats c set address = '', last_message = '', rating_comment = '', feedback = '', note = '', fields = '{}', visit = '{}', bot_state = '{}'
        where (c.enterprise_id, c.chat_id) in (
          select c.enterprise_id, c.chat_id from chats c where ${own(person)} and ${chatSays} limit ${limit})`.execute(tx),
      limit,
    );
  },
});

export const entriesHeld: PersonalData = personalRows({
  kind: 'entries',
  tables: ['chatActions', 'messageKeys', 'chatTranscripts', 'chatTranslations', 'chatMails', 'chatSearch'],
  rows: (person) => sql`
    select c.chat_id::text || lpad(c.number::text, 10, '0') as key, c.chat_id, c.number, c.acted_on, c.author_kind, c.author_name, c.message,
      c.attachment, c.detail, t.text as transcript, p.page,
      (select jsonb_object_agg(r.language, r.text) from chat_translations r
        where r.enterprise_id = c.enterprise_id and r.chat_id = c.chat_id and r.number = c.number) as translations
    from chat_actions c
      left join chat_transcripts t on t.enterprise_id = c.enterprise_id and t.chat_id = c.chat_id and t.number = c.number
      left join chat_mails p on p.enterprise_id = c.enterprise_id and p.chat_id = c.chat_id and p.number = c.number and p.page <> ''
    where ${own(person)}`,
  async listFiles(tx, person) {
    const { rows } = await sql<{ fileId: string }>`select distinct c.attachment ->> 'id' as file_id from chat_actions c
      where ${own(person)} and c.attachment is not null`.execute(tx);
    return rows.map(({ fileId }) => fileId);
  },
  async erase(ctx, tx, person, { limit }) {
    const { rows } = await sql<Entry>`select c.chat_id, c.number, c.acted_on, c.attachment ->> 'id' as file_id from chat_actions c
      where ${own(person)} and ${hasWords} order by c.chat_id, c.number limit ${limit}`.execute(tx);
    await eraseEntries(tx, person.enterpriseId, rows, { isForgotten: true });
    await removeUnshared(ctx, tx, person.enterpriseId, rows);
    await sql`delete from message_keys k where k.enterprise_id = ${person.enterpriseId}
      and (k.chat_id = any(${person.chatIds}::uuid[]) or k.sender_id = any(${person.customerIds}::uuid[]))`.execute(tx);
    return { erased: rows.length, more: rows.length >= limit };
  },
});

/** Notes of agents to each other about a chat. */
export const offersHeld: PersonalData = personalRows({
  kind: 'offers',
  tables: ['chatOffers'],
  rows: (person) =>
    sql`select c.offer_id::text as key, c.chat_id, c.kind, c.note, c.created_at from chat_offers c where ${own(person)} and c.note <> ''`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(await sql`update chat_offers c set note = '' where ${own(person)} and c.note <> ''`.execute(tx), limit),
});

const draftSays = sql`(c.text <> '' or c.mail is not null)`;

/** Replies that agents have begun to a customer. */
export const draftsHeld: PersonalData = personalRows({
  kind: 'drafts',
  tables: ['chatDrafts'],
  rows: (person) => sql`select c.chat_id::text || c.user_id::text as key, c.chat_id, c.text, c.mail, c.saved_at
    from chat_drafts c where ${own(person)} and ${draftSays}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(await sql`delete from chat_drafts c where ${own(person)} and ${draftSays}`.execute(tx), limit),
});

const laterSays = sql`(c.text <> '' or c.attachment is not null)`;

/** Messages to a customer that have not left; of those that have, the record holds the words. */
export const laterHeld: PersonalData = personalRows({
  kind: 'laterMessages',
  tables: ['scheduledMessages'],
  rows: (person) => sql`select c.scheduled_id::text as key, c.chat_id, c.writer_name, c.text, c.attachment, c.due_at,
      coalesce(c.file_state, c.state) as state
    from scheduled_messages c where ${own(person)} and ${laterSays}`,
  async listFiles(tx, person) {
    const { rows } = await sql<{ fileId: string }>`select distinct c.attachment ->> 'id' as file_id from scheduled_messages c
      where ${own(person)} and c.attachment is not null`.execute(tx);
    return rows.map(({ fileId }) => fileId);
  },
  async erase(ctx, tx, person, { limit }) {
    const gone = await sql<{ fileId: string | null }>`delete from scheduled_messages c where ${own(person)} and ${laterSays}
      returning c.attachment ->> 'id' as file_id`.execute(tx);
    await removeUnshared(ctx, tx, person.enterpriseId, gone.rows);
    return stepOf(gone, limit);
  },
});

const open = sql`c.state not in (${chatStates.closed}, ${chatStates.missed})`;

export const chatTraces: PersonalTraces = {
  async addresses(tx, enterpriseId, customerIds) {
    const { rows } = await sql<{ address: string }>`select distinct c.address from chats c
      where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...customerIds]}::uuid[]) and c.address <> ''`.execute(tx);
    return rows.map(({ address }) => address);
  },
  async chatIds(tx, enterpriseId, customerIds) {
    const { rows } = await sql<{ chatId: string }>`select c.chat_id from chats c
      where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...customerIds]}::uuid[]) order by c.chat_id`.execute(tx);
    return rows.map(({ chatId }) => chatId);
  },
  /** Widgets that are open remember whose they are: they connect anew, as somebody new. */
  async forget(ctx, person) {
    const { rows } = await ctx.read((tx) =>
      sql<{ channelId: string }>`select distinct c.channel_id from chats c where ${own(person)}`.execute(tx),
    );
    for (const { channelId } of rows)
      for (const address of person.addresses)
        ctx.hub.closeAll(visitorTopic(channelId, address), live.goingAwayClose, 'The conversation was erased.');
  },
  ongoing: {
    kind: 'openChats',
    async count(tx, person) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from chats c where ${own(person)} and ${open}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    /** Closed by the program, without a word to the customer. */
    async end(ctx, tx, person) {
      const { rows } = await sql<{ chatId: string }>`select c.chat_id from chats c where ${own(person)} and ${open}`.execute(tx);
      const chatIds = rows.map(({ chatId }) => chatId);
      if (chatIds.length === 0) return;
      // A rule would tell people of a person who is to be forgotten.
      const recording = new ChatRecording(ctx, ctx.now(), { firesRules: false });
      const chats = await lockChats(tx, person.enterpriseId, chatIds);
      await lockDesksOf(tx, person.enterpriseId, chatIds);
      for (const chat of chats) {
        if (!isOpen(chat)) continue;
        end(chat, chatStates.closed, 'system', ctx.now());
        recording.append(chat, { actionType: chatActionTypes.agentClosedChat, author: systemAuthor });
        recording.tellVisitor(chat, '');
      }
      await recording.save(tx);
      for (const chatId of chatIds) await withdraw(ctx, tx, chatId, ['transfer', 'invite', 'assign']);
    },
  },
};
