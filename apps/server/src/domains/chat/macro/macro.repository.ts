import type { MacroStep } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { MacroTable } from '#platform/db/schema.chat.ts';

export type MacroRow = Selectable<MacroTable>;
/** Macros of a user, of a department, or with neither of the enterprise. */
export type Place = { userId: string | null; deptId: string | null };

const macros = (tx: Read, enterpriseId: string) => tx.selectFrom('macros as m').selectAll('m').where('m.enterpriseId', '=', enterpriseId);

export const findMacro = (tx: Read, enterpriseId: string, macroId: string): Promise<MacroRow | undefined> =>
  macros(tx, enterpriseId).where('m.macroId', '=', macroId).executeTakeFirst();

export const lockMacro = (tx: Tx, enterpriseId: string, macroId: string): Promise<MacroRow | undefined> =>
  macros(tx, enterpriseId).where('m.macroId', '=', macroId).forUpdate('m').executeTakeFirst();

const isOf = ({ userId, deptId }: Place) =>
  sql<boolean>`m.user_id is not distinct from ${userId}::uuid and m.dept_id is not distinct from ${deptId}::uuid`;

export const listMacros = (tx: Read, enterpriseId: string, place: Place): Promise<MacroRow[]> =>
  macros(tx, enterpriseId).where(isOf(place)).orderBy('m.place').orderBy('m.macroId').execute();

/** The macros of a user, then those of a department, then those of the enterprise. @param deptId null: of no department */
export const listUsable = (tx: Read, enterpriseId: string, { userId, deptId }: Place): Promise<MacroRow[]> =>
  macros(tx, enterpriseId)
    .where(sql<boolean>`(m.user_id = ${userId}::uuid or (m.user_id is null and (m.dept_id is null or m.dept_id = ${deptId}::uuid)))`)
    .orderBy(sql`case when m.user_id is not null then 0 when m.dept_id is not null then 1 else 2 end`)
    .orderBy('m.place')
    .orderBy('m.macroId')
    .execute();

/** Macros of a scope are added and put into order one after the other: their number has a limit. */
export async function lockScope(tx: Tx, enterpriseId: string, { userId, deptId }: Place): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`macros ${enterpriseId} ${userId ?? ''} ${deptId ?? ''}`}, 0))`.execute(tx);
}

type NewMacro = Place & { macroId: string; name: string; letter: string; steps: readonly MacroStep[]; place: number };

export async function insertMacro(tx: Tx, enterpriseId: string, { steps, ...row }: NewMacro): Promise<void> {
  await tx
    .insertInto('macros')
    .values({ enterpriseId, ...row, steps: JSON.stringify(steps) })
    .execute();
}

type MacroChange = { name?: string; letter?: string; steps?: string; place?: number; version?: number };

export async function updateMacro(tx: Tx, enterpriseId: string, macroId: string, change: MacroChange): Promise<void> {
  await tx.updateTable('macros').set(change).where('enterpriseId', '=', enterpriseId).where('macroId', '=', macroId).execute();
}

export async function deleteMacro(tx: Tx, enterpriseId: string, macroId: string): Promise<void> {
  await tx.deleteFrom('macros').where('enterpriseId', '=', enterpriseId).where('macroId', '=', macroId).execute();
}

type RunKey = { enterpriseId: string; userId: string; requestKey: string };

export const findRun = (tx: Tx, { enterpriseId, userId, requestKey }: RunKey) =>
  tx
    .selectFrom('macroRuns')
    .select(['chatId', 'done'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

export async function insertRun(tx: Tx, run: RunKey & { chatId: string; done: number; ranAt: Date }): Promise<void> {
  await tx.insertInto('macroRuns').values(run).execute();
}

/** Those of these labels that there are. */
export async function findLabels(tx: Read, enterpriseId: string, labelIds: readonly string[]) {
  if (labelIds.length === 0) return [];
  return tx
    .selectFrom('chatLabels')
    .select(['labelId', 'name', 'isActive'])
    .where('enterpriseId', '=', enterpriseId)
    .where('labelId', 'in', [...labelIds])
    .execute();
}
