import type { ScenarioChange, ScenarioState } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ScenarioResult } from './scenario.result.ts';

export type ScenarioRow = {
  scenarioId: string;
  name: string;
  fromDate: string;
  toDate: string;
  departments: string[];
  changes: ScenarioChange[];
  createdByName: string;
  createdAt: Date;
  state: ScenarioState;
  failure: string;
  runId: string;
  done: number;
  ofAll: number;
  toldAt: Date;
  finishedAt: Date | null;
};

const rows = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('chatScenarios as s')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 's.enterpriseId').onRef('u.userId', '=', 's.createdBy'))
    .select(['s.scenarioId', 's.name', 's.departments', 's.changes', 's.createdAt', 's.state', 's.failure', 's.runId', 's.done', 's.ofAll'])
    .select(['s.toldAt', 's.finishedAt'])
    .select(sql<string>`s.from_date::text`.as('fromDate'))
    .select(sql<string>`s.to_date::text`.as('toDate'))
    .select(sql<string>`coalesce(u.name, '')`.as('createdByName'))
    .where('s.enterpriseId', '=', enterpriseId);

export const listScenarios = (tx: Read, enterpriseId: string): Promise<ScenarioRow[]> =>
  rows(tx, enterpriseId).orderBy('s.createdAt', 'desc').orderBy('s.scenarioId', 'desc').execute();

export const findScenario = (tx: Read, enterpriseId: string, scenarioId: string): Promise<ScenarioRow | undefined> =>
  rows(tx, enterpriseId).where('s.scenarioId', '=', scenarioId).executeTakeFirst();

export const lockScenario = (tx: Tx, enterpriseId: string, scenarioId: string): Promise<ScenarioRow | undefined> =>
  rows(tx, enterpriseId).where('s.scenarioId', '=', scenarioId).forUpdate('s').executeTakeFirst();

export async function findResult(tx: Read, enterpriseId: string, scenarioId: string): Promise<ScenarioResult | null> {
  const row = await tx
    .selectFrom('chatScenarios')
    .select('result')
    .where('enterpriseId', '=', enterpriseId)
    .where('scenarioId', '=', scenarioId)
    .executeTakeFirst();
  return (row?.result ?? null) as ScenarioResult | null;
}

/** Scenarios of an enterprise are added one after the other: their number has a limit. */
export async function lockScenarios(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat_scenarios ${enterpriseId}`}, 0))`.execute(tx);
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::integer as count from chat_scenarios where enterprise_id = ${enterpriseId}`.execute(tx);
  return counted[0]?.count ?? 0;
}

type NewScenario = Pick<ScenarioRow, 'scenarioId' | 'name' | 'fromDate' | 'toDate' | 'departments' | 'changes' | 'createdAt' | 'runId'> & {
  createdBy: string;
};

export async function insertScenario(tx: Tx, enterpriseId: string, { changes, fromDate, toDate, ...row }: NewScenario): Promise<void> {
  await tx
    .insertInto('chatScenarios')
    .values({
      enterpriseId,
      ...row,
      fromDate: sql<Date>`${fromDate}::date`,
      toDate: sql<Date>`${toDate}::date`,
      changes: JSON.stringify(changes),
      state: 'waiting',
      toldAt: row.createdAt,
    })
    .execute();
}

/** Begins a new run: whatever the one before still tells is dropped. */
export async function beginRun(tx: Tx, enterpriseId: string, scenarioId: string, runId: string, now: Date): Promise<void> {
  await tx
    .updateTable('chatScenarios')
    .set({ runId, state: 'waiting', failure: '', done: 0, ofAll: 0, result: null, toldAt: now, finishedAt: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('scenarioId', '=', scenarioId)
    .execute();
}

type Told = {
  state: ScenarioState;
  failure?: string;
  done?: number;
  ofAll?: number;
  result?: ScenarioResult;
  finishedAt?: Date;
};

/** Tells of a run that is not over. @returns false: it is over, or another one has taken its place */
export async function tellRun(
  tx: Tx,
  enterpriseId: string,
  { scenarioId, runId }: Pick<ScenarioRow, 'scenarioId' | 'runId'>,
  { result, ...told }: Told,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chatScenarios')
    .set({ ...told, ...(result ? { result: JSON.stringify(result) } : {}), toldAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('scenarioId', '=', scenarioId)
    .where('runId', '=', runId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteScenario(tx: Tx, enterpriseId: string, scenarioId: string): Promise<void> {
  await tx.deleteFrom('chatScenarios').where('enterpriseId', '=', enterpriseId).where('scenarioId', '=', scenarioId).execute();
}

export type SavedChat = { chatId: string; chatNo: number | null; createdAt: Date };

/** Chats that would be missed no more, as they are by now: one that was deleted since is not there. */
export async function listSavedChats(tx: Read, enterpriseId: string, chatIds: readonly string[]): Promise<Map<string, SavedChat>> {
  if (chatIds.length === 0) return new Map();
  const { rows } = await sql<SavedChat>`
    select c.chat_id, c.chat_no, c.created_at from chats c
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.chatId, { ...row, chatNo: row.chatNo === null ? null : Number(row.chatNo) }]));
}
