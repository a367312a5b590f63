import { chatStates, type InboxSort, noDepartment, type ServerTab } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ReadingScope } from '../access/chat.scope.ts';
import { isOffered, type OfferRow, waitsAsMissed } from '../record/chat.repository.ts';

export type InboxQuery = {
  enterpriseId: string;
  userId: string;
  tab: ServerTab;
  sort: InboxSort;
  channel?: number | undefined;
  label: string;
  /** `none`: of no department; empty: every chat */
  department: string;
  /** The least one */
  priority?: number | undefined;
  /** Channels of a key; none: every one */
  channelIds: readonly string[];
  /** Departments whose waiting chats the user sees */
  served: readonly string[] | 'all';
  scope: ReadingScope;
  before: { at: Date; chatId: string } | undefined;
  now: Date;
  limit: number;
};

export type InboxOffer = { kind: OfferRow['kind']; fromName: string; note: string; expiresAt: Date };
/** A row of a page by its id, with the time that orders it. */
export type InboxKey = { chatId: string; at: Date; offer: InboxOffer | null };

const noOffer = sql`null::jsonb as offer`;

/** Cuts the page behind the last row of the one before. The direction is the index's own, read forwards or backwards. */
function pageBy(at: RawBuilder<unknown>, { sort, before, limit }: InboxQuery) {
  const direction = sort === 'longest' ? sql`asc` : sql`desc`;
  const isBehind = sort === 'longest' ? sql`>` : sql`<`;
  const behind = before ? sql`and (${at}, c.chat_id) ${isBehind} (${before.at}, ${before.chatId}::uuid)` : sql``;
  return { behind, order: sql`order by ${at} ${direction}, c.chat_id ${direction} limit ${limit}` };
}

function narrowing({ enterpriseId, channel, channelIds, label, department, priority }: InboxQuery) {
  const ofKey = channelIds.length === 0 ? sql`` : sql`and c.channel_id = any(${[...channelIds]}::uuid[])`;
  const byChannel =
    channel === undefined
      ? sql``
      : sql`and c.channel_id = any(array(select h.channel_id from channels h where h.enterprise_id = ${enterpriseId} and h.type = ${channel}))`;
  const byLabel =
    label === ''
      ? sql``
      : sql`and (c.tag = ${label} or exists (select from chat_label_marks m
          join chat_labels l on l.enterprise_id = m.enterprise_id and l.label_id = m.label_id
          where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id and l.name = ${label}))`;
  const byDepartment =
    department === '' ? sql`` : department === noDepartment ? sql`and c.dept_id is null` : sql`and c.dept_id = ${department}::uuid`;
  // A literal, by which the planner sees that the index of raised chats has them all.
  const byPriority = priority === undefined ? sql`` : sql`and c.priority >= ${sql.lit(priority)}`;
  return sql`${ofKey} ${byChannel} ${byLabel} ${byDepartment} ${byPriority}`;
}

const waits = sql`coalesce(c.waiting_since, c.created_at)`;
const ended = sql`c.closed_at`;

const readers: Record<ServerTab, (query: InboxQuery) => RawBuilder<InboxKey>> = {
  waiting(query) {
    const { behind, order } = pageBy(waits, query);
    return sql`select c.chat_id, ${waits} as at, ${noOffer} from chats c
      where c.enterprise_id = ${query.enterpriseId} and c.handled_by = 'queue' and c.state = ${sql.lit(chatStates.created)}
        and ${isOffered('c', query.served)} ${narrowing(query)} ${behind} ${order}`;
  },

  missed(query) {
    const { behind, order } = pageBy(ended, query);
    return sql`select c.chat_id, ${ended} as at, ${noOffer} from chats c
      where c.enterprise_id = ${query.enterpriseId} and ${waitsAsMissed('c')} and ${isOffered('c', query.served)}
        ${narrowing(query)} ${behind} ${order}`;
  },

  transfers(query) {
    const { behind, order } = pageBy(waits, query);
    return sql`select c.chat_id, ${waits} as at,
        jsonb_build_object('kind', o.kind, 'fromName', coalesce(u.name, o.from_name), 'note', o.note, 'expiresAt', o.expires_at) as offer
      from chat_offers o join chats c on c.enterprise_id = o.enterprise_id and c.chat_id = o.chat_id
        left join users u on u.enterprise_id = o.enterprise_id and u.user_id = o.from_user_id
      where o.enterprise_id = ${query.enterpriseId} and o.to_user_id = ${query.userId} and o.state = 'waiting' and o.expires_at > ${query.now}
        ${narrowing(query)} ${behind} ${order}`;
  },

  closed(query) {
    const { enterpriseId, userId, scope } = query;
    const { behind, order } = pageBy(ended, query);
    const page = (condition: RawBuilder<unknown>) => sql`(select c.chat_id, c.closed_at from chats c
      where c.enterprise_id = ${enterpriseId} and c.state = ${sql.lit(chatStates.closed)} ${condition} ${narrowing(query)} ${behind} ${order})`;
    if (scope === 'enterprise') return sql`select c.chat_id, ${ended} as at, ${noOffer} from ${page(sql``)} c`;
    const own = page(sql`and c.owner_id = ${userId}`);
    if (scope === 'own') return sql`select c.chat_id, ${ended} as at, ${noOffer} from ${own} c`;
    // A page of each department, and of those together: however many chats the others have, none of theirs is read.
    return sql`select c.chat_id, ${ended} as at, ${noOffer} from (
        ${own} union ${page(sql`and c.dept_id is null`)} union (
          select p.* from unnest(${[...scope]}::uuid[]) d(id) cross join lateral ${page(sql`and c.dept_id = d.id`)} p)) c ${order}`;
  },
};

/** Reads the ids of one page of a tab in their order; a chat that is offered twice comes twice. */
export async function listInboxKeys(tx: Read, query: InboxQuery): Promise<InboxKey[]> {
  const { rows } = await readers[query.tab](query).execute(tx);
  return rows.map(({ offer, ...row }) => ({ ...row, offer: offer && { ...offer, expiresAt: new Date(offer.expiresAt) } }));
}
