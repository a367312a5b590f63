import { replyHours as usualHours } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export type NewResponse = {
  activityId: string;
  responseId: string;
  messageId: string;
  customerId: string | null;
  channelId: string;
  address: string;
  messageKey: string;
  kind: 'reply' | 'press';
  button: string;
  payload: string;
  body: string;
  at: Date;
};

/** Tells whether an iteration was started since then: otherwise nobody is looked for. */
export async function hasStartedSince(tx: Tx, enterpriseId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('activities')
    .select('activityId')
    .where('enterpriseId', '=', enterpriseId)
    .where('startedAt', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the hours for which iterations wait for responses, by their ids. */
export async function readReplyHours(tx: Tx, enterpriseId: string, activityIds: readonly string[]): Promise<Map<string, number>> {
  if (activityIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('activities')
    .select(['activityId', sql<number>`coalesce((plan #>> '{tracking,replyHours}')::integer, ${usualHours})`.as('replyHours')])
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', 'in', [...activityIds])
    .execute();
  return new Map(rows.map((row) => [row.activityId, row.replyHours]));
}

/** Inserts responses; a repeated one is stored once. */
export async function insertResponses(tx: Tx, enterpriseId: string, responses: readonly NewResponse[]): Promise<void> {
  if (responses.length === 0) return;
  await tx
    .insertInto('activityResponses')
    .values(responses.map((response) => ({ enterpriseId, ...response })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts of iterations' people who responded at all, and of people who did by a button. */
export type ResponseCounts = { replied: number; pressed: number };
export async function countResponses(tx: Read, enterpriseId: string, activityIds: readonly string[]): Promise<Map<string, ResponseCounts>> {
  if (activityIds.length === 0) return new Map();
  const { rows } = await sql<ResponseCounts & { activityId: string }>`
    select activity_id, count(distinct message_id)::integer as replied, count(distinct message_id) filter (where kind = 'press')::integer as pressed
    from activity_responses where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[]) group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ activityId, ...counts }) => [activityId, counts]));
}

export type ButtonCount = { button: string; presses: number; people: number };
/** Lists each button with its presses and its people, the most pressed first. */
export async function listButtons(tx: Read, enterpriseId: string, activityIds: readonly string[]): Promise<ButtonCount[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<ButtonCount>`
    select button, count(*)::integer as presses, count(distinct message_id)::integer as people from activity_responses
    where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[]) and kind = 'press'
    group by 1 order by 3 desc, 2 desc, 1 limit 200`.execute(tx);
  return rows;
}

export type ResponseFilter = { kind: 'reply' | 'press' | ''; button: string };
export type ResponseLine = {
  responseId: string;
  activityId: string;
  messageId: string;
  kind: 'reply' | 'press';
  button: string;
  payload: string;
  body: string;
  address: string;
  name: string | null;
  at: Date;
};

/** Responses to iterations, the newest first. @param before the id of the last one of the page before; '' for the first page */
export async function listResponseLines(
  tx: Read,
  enterpriseId: string,
  activityIds: readonly string[],
  { kind, button }: ResponseFilter,
  { before = '', from = 0, limit }: { before?: string; from?: number; limit: number },
): Promise<ResponseLine[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<ResponseLine>`
    select r.response_id, r.activity_id, r.message_id, r.kind, r.button, r.payload, r.body, r.address, r.at, c.name
    from activity_responses r
      left join customers c on c.enterprise_id = r.enterprise_id and c.customer_id = r.customer_id and c.deleted_at is null
    where r.enterprise_id = ${enterpriseId} and r.activity_id = any(${[...activityIds]}::uuid[])
      ${kind === '' ? sql`` : sql`and r.kind = ${kind}`} ${button === '' ? sql`` : sql`and r.kind = 'press' and r.button = ${button}`}
      ${before === '' ? sql`` : sql`and r.response_id < ${before}`}
    order by r.response_id desc limit ${limit} offset ${from}`.execute(tx);
  return rows;
}
