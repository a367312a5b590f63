import type { AnalyticsCell, AnalyticsMeasure, ChatBy } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { columnOf, isIn } from '#platform/measures/aggregate.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { aboveOf, isOfSpells, measureOf } from './analytics.measures.ts';
import { type Asked, chatFacts, isAsked, isOfPart, partOf, spellFacts, weekday } from './facts.repository.ts';

/** A fact as a row shows it. */
export type FactRow = {
  chatId: string;
  spellNo: number;
  at: Date;
  endedAt: Date | null;
  wasMissed: boolean;
  value: number | null;
  waitMs: number | null;
  handlingMs: number | null;
  rating: number | null;
  agents: string[];
};

export type CellOf = Pick<AnalyticsCell, 'day' | 'hour' | 'by' | 'part' | 'above'>;

/** The condition of a cell: the same as that of its figure, and the day, hour or part that it is of. @param of a part of a board's figure */
export const conditionOf = (measure: Measure, asked: Asked, { day, hour, by, part, above }: CellOf, of?: { by: ChatBy; part: string }) =>
  sql<boolean>`${isAsked(asked, isOfSpells(measure.code as AnalyticsMeasure))} and ${isIn(openedBy(measure))}
    ${of === undefined ? sql`` : sql`and ${isOfPart(of, isOfSpells(measure.code as AnalyticsMeasure))}`}
    ${by === undefined ? sql`` : sql`and ${partOf[by]} = ${part}`}
    ${above === undefined ? sql`` : sql`and ${isIn(aboveOf(measure, above))}`}
    ${day === '' ? sql`` : sql`and f.day = ${day}::date`}
    ${hour === undefined ? sql`` : sql`and ${weekday} * 24 + f.hour = ${hour}`}`;

/** A share opens its part. */
const openedBy = (measure: Measure): Measure => ('ratio' in measure.kind ? measureOf(measure.kind.ratio[0] as AnalyticsMeasure) : measure);

const agentsOf = (fact: RawBuilder<unknown>) => sql<
  string[]
>`array(select n.name from (select s.user_id, min(s.spell_no) as no from chat_spells s
  where s.enterprise_id = ${fact}.enterprise_id and s.chat_id = ${fact}.chat_id group by 1) s
  join users n on n.enterprise_id = ${fact}.enterprise_id and n.user_id = s.user_id order by s.no)`;

/** A page of facts, newest first. Times of the chat are shown with a fact of either kind. */
export async function readFacts(
  tx: Read,
  measure: Measure,
  where: RawBuilder<boolean>,
  after: string | undefined,
  most: number,
): Promise<FactRow[]> {
  const column = columnOf(openedBy(measure).kind);
  const [at, chatId, spell] = after?.split('_') ?? [];
  const { rows } = await sql<FactRow>`
    select f.chat_id, f.spell_no, f.at, f.ended_at, f.was_missed, ${column === undefined ? sql`null` : sql.ref(`f.${column}`)}::float8 as value,
      x.wait_ms, x.handling_ms, x.rating, ${agentsOf(sql.ref('x'))} as agents
    from ${isOfSpells(measure.code as AnalyticsMeasure) ? spellFacts : chatFacts} f
      join chat_facts x on x.enterprise_id = f.enterprise_id and x.chat_id = f.chat_id
    where ${where} ${at ? sql`and (f.at, f.chat_id, f.spell_no) < (${at}::timestamptz, ${chatId}::uuid, ${spell}::integer)` : sql``}
    order by f.at desc, f.chat_id desc, f.spell_no desc limit ${most}`.execute(tx);
  return rows;
}

export async function countFacts(tx: Read, measure: Measure, where: RawBuilder<boolean>): Promise<number> {
  const facts = isOfSpells(measure.code as AnalyticsMeasure) ? spellFacts : chatFacts;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${facts} f where ${where}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** All that is measured of a chat; of its customer nothing but the chat's number leads there. */
export type ChatLine = {
  chatId: string;
  at: Date;
  chatNo: number | null;
  inOpenHours: boolean | null;
  channelId: string;
  deptId: string | null;
  agents: string[];
  outcome: string;
  endedBy: string;
  endedAt: Date | null;
  wasMissed: boolean;
  missedReason: number | null;
  waitMs: number | null;
  firstReplyMs: number | null;
  handlingMs: number | null;
  suspendedMs: number;
  transfers: boolean;
  rating: number | null;
  cameBack: boolean;
  labels: string[];
};

/** The next chats of a file, newest first. */
export async function readChats(tx: Read, asked: Asked, last: ChatLine | undefined, most: number): Promise<ChatLine[]> {
  const { rows } =
    await sql<ChatLine>`select f.chat_id, f.at, c.chat_no, f.in_open_hours, f.channel_id, f.dept_id, ${agentsOf(sql.ref('f'))} as agents, f.outcome,
      case when f.outcome = 'closed' then f.ended_by else '' end as ended_by, f.ended_at, f.was_missed, f.missed_reason, f.wait_ms, f.first_reply_ms,
      f.handling_ms, f.suspended_ms, f.is_transferred as transfers, f.rating, f.came_back,
      array(select l.name from chat_label_marks m join chat_labels l on l.enterprise_id = m.enterprise_id and l.label_id = m.label_id
        where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id order by l.name) as labels
    from ${chatFacts} f join chats c on c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id
    where ${isAsked(asked, false)} ${last ? sql`and (f.at, f.chat_id) < (${last.at}, ${last.chatId}::uuid)` : sql``}
    order by f.at desc, f.chat_id desc limit ${most}`.execute(tx);
  return rows;
}
