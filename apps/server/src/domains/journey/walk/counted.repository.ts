import type { WalkFilter } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';

/** Conditions by which the figures of reports count walks, which are called `i`. */

/** It has taken its first step, or was stopped before; of walks of a merged person the one that counts. */
export const isCounted: RawBuilder<unknown> = sql`(i.merged_into is null and (i.turn > 0 or i.state not in ('RUNNING', 'WAITING')))`;

export const isUnderWay: RawBuilder<unknown> = sql`i.state in ('RUNNING', 'WAITING')`;

/** The ending of a walk as reports name it. */
export const endingOf: RawBuilder<string> = sql`case when i.state in ('RUNNING', 'WAITING') then 'UNDER_WAY'
  when i.state = 'TIMEDOUT' and i.reason = 'INACTIVE' then 'ABANDONED' else i.state end`;

/** No agent has replied in its chat since it began: while it went on, or after it was handed over. */
export const metNoAgent: RawBuilder<unknown> = sql`not exists (select from chats c where c.enterprise_id = i.enterprise_id and c.chat_id = i.chat_id
  and c.first_reply_at >= i.started_at and (i.state = 'HANDED_OVER' or i.ended_at is null or c.first_reply_at <= i.ended_at))`;

export const endedAs = (ending: Exclude<WalkFilter['ending'], ''>): RawBuilder<unknown> =>
  ending === 'ENDED' ? sql`not ${isUnderWay}` : sql`${endingOf} = ${ending}`;
