import { busyMovePhases, type MoveOutcome, type MoveReason, type MoveRecordKind } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { MoveRecordTable, MoveTable } from '#platform/db/schema.market.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type MoveRow = Selectable<MoveTable>;
export type MoveRecordRow = Selectable<MoveRecordTable>;
type Key = Pick<MoveRow, 'enterpriseId' | 'moveId'>;

/** @throws DomainError move.not_found */
export async function accessMove(tx: Read, enterpriseId: string, moveId: string, { lock = false } = {}): Promise<MoveRow> {
  const row = await tx
    .selectFrom('moves')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .where('phase', '<>', 'discarding')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new DomainError('move.not_found', 'There is no such move.', {});
  return row;
}

export async function lockMove(tx: Tx, { enterpriseId, moveId }: Key): Promise<MoveRow | undefined> {
  return tx
    .selectFrom('moves')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .forUpdate()
    .executeTakeFirst();
}

/** One after the other, so that their number is bounded. */
export async function lockMoves(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moves ${enterpriseId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('moves')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMove(tx: Tx, row: Insertable<MoveTable>): Promise<void> {
  await tx.insertInto('moves').values(row).execute();
}
export async function updateMove(tx: Tx, { enterpriseId, moveId }: Key, change: Updateable<MoveTable>): Promise<void> {
  await tx.updateTable('moves').set(change).where('enterpriseId', '=', enterpriseId).where('moveId', '=', moveId).execute();
}
export async function deleteMove(tx: Tx, { enterpriseId, moveId }: Key): Promise<void> {
  await tx.deleteFrom('moves').where('enterpriseId', '=', enterpriseId).where('moveId', '=', moveId).execute();
}

/** The move whose turn it is: one at a time, the oldest that need not wait. */
export const findNextMove = (tx: Tx, enterpriseId: string, now: Date): Promise<MoveRow | undefined> =>
  tx
    .selectFrom('moves')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('phase', 'in', [...busyMovePhases])
    .where((eb) => eb.or([eb('nextAt', 'is', null), eb('nextAt', '<=', now)]))
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const listMoveRows = (
  tx: Read,
  enterpriseId: string,
  { source, phase, from, limit }: { source: string; phase: string; from: number; limit: number },
): Promise<MoveRow[]> =>
  tx
    .selectFrom('moves')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('phase', '<>', 'discarding')
    .$if(source !== '', (query) => query.where('source', '=', source as MoveRow['source']))
    .$if(phase !== '', (query) => query.where('phase', '=', phase as MoveRow['phase']))
    .orderBy('createdAt', 'desc')
    .orderBy('moveId', 'desc')
    .$call(pageOf({ from, limit }))
    .execute();

export type NewRecord = {
  kind: MoveRecordKind;
  key: string;
  place: number;
  ref?: string;
  name?: string;
  number?: string;
  email?: string;
  externalId?: string;
  data?: Record<string, unknown>;
  outcome?: MoveOutcome;
  reason?: MoveReason;
};

/** Adds records; those that are known stay as they are. */
export async function insertRecords(tx: Tx, { enterpriseId, moveId }: Key, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return;
  const given = records.map(({ externalId = '', ...record }) => ({
    ...{ ref: '', name: '', number: '', email: '', data: {}, outcome: 'read', reason: '' },
    ...record,
    external_id: externalId,
  }));
  await sql`insert into move_records (enterprise_id, move_id, kind, key, place, ref, name, number, email, external_id, data, outcome, reason)
    select ${enterpriseId}::uuid, ${moveId}::uuid, n.kind, n.key, n.place, n.ref, n.name, n.number, n.email, n.external_id, n.data, n.outcome, n.reason
    from json_to_recordset(${JSON.stringify(given)}) as n (kind text, key text, place bigint, ref text, name text, number text, email text, external_id text,
      data jsonb, outcome text, reason text)
    on conflict do nothing`.execute(tx);
}

/** Records of a kind in the order in which they were read. */
export const listKind = (tx: Read, { enterpriseId, moveId }: Key, kind: MoveRecordKind, most = 20_000): Promise<MoveRecordRow[]> =>
  tx
    .selectFrom('moveRecords')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .where('kind', '=', kind)
    .where('outcome', '<>', 'drop')
    .orderBy('place')
    .limit(most)
    .execute();

/** The next contacts by their keys. @param outcomes those that are asked for */
export const listContacts = (
  tx: Read,
  { enterpriseId, moveId }: Key,
  { outcomes, after, most }: { outcomes: readonly MoveOutcome[]; after: string; most: number },
): Promise<MoveRecordRow[]> =>
  tx
    .selectFrom('moveRecords')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .where('kind', '=', 'contact')
    .where('outcome', 'in', [...outcomes])
    .where('key', '>', after)
    .orderBy('key')
    .limit(most)
    .execute();

export type RecordChange = {
  kind: MoveRecordKind;
  key: string;
  outcome: MoveOutcome;
  reason?: MoveReason;
  recordId?: string | null;
  /** Is added to what the mark says; left out: it stays */
  mark?: Record<string, unknown>;
};

export async function changeRecords(tx: Tx, { enterpriseId, moveId }: Key, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return;
  const given = changes.map(({ kind, key, outcome, reason = '', recordId, mark = {} }) => ({
    ...{ kind, key, outcome, reason, mark },
    record_id: recordId ?? null,
    keeps: recordId === undefined,
  }));
  await sql`update move_records r set outcome = n.outcome, reason = n.reason, record_id = case when n.keeps then r.record_id else n.record_id end, mark = r.mark || n.mark
    from json_to_recordset(${JSON.stringify(given)}) as n (kind text, key text, outcome text, reason text, record_id uuid, keeps boolean, mark jsonb)
    where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = n.kind and r.key = n.key`.execute(tx);
}

/** Contacts who have a number or an address of one before them: they are the same person. */
export async function markTwins(tx: Tx, { enterpriseId, moveId }: Key): Promise<void> {
  await sql`with people as (
      select r.key, r.place, r.number, lower(r.email) as email from move_records r
      where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact' and r.outcome = 'come'
    ), firsts as (
      select p.key, p.number,
        case when p.number <> '' then first_value(p.key) over (partition by p.number order by p.place) end as by_number,
        case when p.email <> '' then first_value(p.key) over (partition by p.email order by p.place) end as by_email,
        case when p.email <> '' then first_value(p.number) over (partition by p.email order by p.place) end as number_of_email
      from people p
    ), twins as (
      select f.key, case when f.by_number <> f.key then f.by_number
        when f.by_email <> f.key and (f.number = '' or f.number_of_email = '' or f.number = f.number_of_email) then f.by_email end as first
      from firsts f)
    update move_records r set outcome = 'drop', reason = 'twice', mark = r.mark || jsonb_build_object('same', t.first)
    from twins t where t.first is not null and r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact' and r.key = t.key`.execute(
    tx,
  );
}

/** Twins become who their first has become. */
export async function followFirsts(tx: Tx, { enterpriseId, moveId }: Key): Promise<void> {
  await sql`update move_records r set record_id = f.record_id from move_records f
    where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact' and r.reason = 'twice' and r.record_id is null
      and f.enterprise_id = r.enterprise_id and f.move_id = r.move_id and f.kind = 'contact' and f.key = r.mark ->> 'same'`.execute(tx);
}

/** Names in contacts alone: labels, lists, and their own fields, with how many contacts have each. */
export async function listNamesOfContacts(
  tx: Read,
  { enterpriseId, moveId }: Key,
): Promise<{ kind: 'label' | 'list' | 'attribute'; name: string; count: number }[]> {
  const contacts = sql`from move_records r where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact'`;
  const { rows } = await sql<{ kind: 'label' | 'list' | 'attribute'; name: string; count: number }>`
    (select 'label' as kind, l.name, count(*)::integer as count from (select r.data ${contacts}) c cross join jsonb_array_elements_text(c.data -> 'labels') l(name) group by l.name order by 3 desc, 2 limit 1000)
    union all
    (select 'list', l.name, count(*)::integer from (select r.data ${contacts}) c cross join jsonb_array_elements_text(c.data -> 'lists') l(name) group by l.name order by 3 desc, 2 limit 1000)
    union all
    (select 'attribute', a.name, count(*)::integer from (select r.data ${contacts}) c cross join jsonb_object_keys(c.data -> 'attributes') a(name) group by a.name order by 3 desc, 2 limit 500)`.execute(
    tx,
  );
  return rows;
}

export type OutcomeCount = { kind: MoveRecordKind; outcome: MoveOutcome; reason: MoveReason; count: number; messages: number };

export async function countOutcomes(tx: Read, { enterpriseId, moveId }: Key): Promise<OutcomeCount[]> {
  const { rows } =
    await sql<OutcomeCount>`select r.kind, r.outcome, r.reason, count(*)::integer as count, coalesce(sum((r.data ->> 'count')::integer), 0)::integer as messages
    from move_records r where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} group by 1, 2, 3 order by 1, 4 desc`.execute(tx);
  return rows;
}

export async function countOptOuts(tx: Read, { enterpriseId, moveId }: Key): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select coalesce(sum(jsonb_array_length(r.data -> 'optOuts')), 0)::integer as count from move_records r
    where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact' and r.outcome in ('come', 'here')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Customers that contacts have become, by the keys of the contacts. */
export async function findContacts(tx: Read, { enterpriseId, moveId }: Key, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('moveRecords')
    .select(['key', 'recordId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .where('kind', '=', 'contact')
    .where(sql<boolean>`key = any(${[...new Set(keys)]}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ key, recordId }) => (recordId === null ? [] : [[key, recordId]])));
}

export const listMoveRecords = (
  tx: Read,
  { enterpriseId, moveId }: Key,
  { kind, outcome, reason, from, limit }: { kind: string; outcome: string; reason: string; from: number; limit: number },
): Promise<MoveRecordRow[]> =>
  tx
    .selectFrom('moveRecords')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .$if(kind !== '', (query) => query.where('kind', '=', kind as MoveRecordRow['kind']))
    .$if(outcome !== '', (query) => query.where('outcome', '=', outcome as MoveOutcome))
    .$if(reason !== '', (query) => query.where('reason', '=', reason as MoveReason))
    .orderBy('place')
    .orderBy('kind')
    .orderBy('key')
    .$call(pageOf({ from, limit }))
    .execute();

/** Attributes that were dropped for want of a mapping may get one now. */
export async function restoreDropped(tx: Tx, { enterpriseId, moveId }: MoveRow): Promise<void> {
  await tx
    .updateTable('moveRecords')
    .set({ outcome: 'read', reason: '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('moveId', '=', moveId)
    .where('kind', '=', 'attribute')
    .where('reason', '=', 'not_mapped')
    .execute();
}

/** Names of labels that contacts have: others are labels of conversations alone. */
export async function labelsOfContacts(tx: Read, { enterpriseId, moveId }: MoveRow, most: number): Promise<Set<string>> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct lower(l.name) as name from move_records r cross join jsonb_array_elements_text(r.data -> 'labels') l(name)
    where r.enterprise_id = ${enterpriseId} and r.move_id = ${moveId} and r.kind = 'contact' limit ${most}`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** Enterprises whose moves wait for a worker. */
export async function listStalled(db: Db): Promise<{ enterpriseId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from stalled_moves()`.execute(db);
  return rows;
}
