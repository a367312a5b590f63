import type { FillingState } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { FormAnswerTable, FormConflict, FormFillingTable } from '#platform/db/schema.journey.ts';

export type FillingRow = Selectable<FormFillingTable>;

/** Finds the page of an address. @property fillingId null: the form's own page, which everybody may open */
export async function findPage(
  db: Db,
  code: string,
): Promise<{ enterpriseId: string; formId: string; fillingId: string | null } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; formId: string; fillingId: string | null }>`
    select enterprise_id, form_id, filling_id from find_form_page(${code})`.execute(db);
  return rows[0];
}

export const findFilling = (tx: Read, enterpriseId: string, fillingId: string, { lock = false } = {}): Promise<FillingRow | undefined> =>
  tx
    .selectFrom('formFillings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('fillingId', '=', fillingId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

type NewFilling = Omit<FillingRow, 'state' | 'faces' | 'revision' | 'endedAt'>;
/** Opens a filling; a turn that is taken again finds it opened. */
export async function insertFilling(tx: Tx, row: NewFilling): Promise<void> {
  await tx
    .insertInto('formFillings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'fillingId']).doNothing())
    .execute();
}

type FillingChange = Partial<Pick<FillingRow, 'progress' | 'seen' | 'screen' | 'faces' | 'state' | 'changedAt' | 'endedAt' | 'customerId'>>;
export async function updateFilling(tx: Tx, enterpriseId: string, fillingId: string, change: FillingChange): Promise<void> {
  await tx
    .updateTable('formFillings')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('enterpriseId', '=', enterpriseId)
    .where('fillingId', '=', fillingId)
    .execute();
}

/** Ends a filling that is open; what was typed and not sent goes with it. */
export async function endFilling(
  tx: Tx,
  enterpriseId: string,
  fillingId: string,
  state: Exclude<FillingState, 'OPEN' | 'SUBMITTED'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('formFillings')
    .set({ state, endedAt: at, progress: '', given: '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('fillingId', '=', fillingId)
    .where('state', '=', 'OPEN')
    .execute();
}

/** Closes what a walk has left open. */
export async function closeFillings(tx: Tx, enterpriseId: string, instanceId: string, at: Date): Promise<void> {
  await tx
    .updateTable('formFillings')
    .set({ state: 'CLOSED', endedAt: at, progress: '', given: '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('state', '=', 'OPEN')
    .execute();
}

export type NewAnswer = Omit<Selectable<FormAnswerTable>, 'conflicts' | 'erasedAt'>;
/** Stores what was sent, once for each filling. @returns false: it was stored before */
export async function insertAnswer(tx: Tx, { answers, ...row }: NewAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('formAnswers')
    .values({ ...row, answers: JSON.stringify(answers) })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'fillingId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function noteConflicts(tx: Tx, enterpriseId: string, fillingId: string, conflicts: readonly FormConflict[]): Promise<void> {
  await tx
    .updateTable('formAnswers')
    .set({ conflicts: JSON.stringify(conflicts) })
    .where('enterpriseId', '=', enterpriseId)
    .where('fillingId', '=', fillingId)
    .execute();
}

/** Fillings whose time is over, of all enterprises. */
export async function findDueFillings(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; fillingId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; fillingId: string }>`
    select enterprise_id, filling_id from due_form_fillings(${at}, ${most})`.execute(db);
  return rows;
}

/** Finds the form that a walk waits for on a page; one that is asked in questions is answered in the chat. */
export async function findOpenFilling(
  tx: Read,
  enterpriseId: string,
  instanceId: string,
): Promise<{ fillingId: string; code: string } | undefined> {
  const { rows } = await sql<{ fillingId: string; code: string }>`
    select f.filling_id, f.code from form_fillings f
    where f.enterprise_id = ${enterpriseId} and f.instance_id = ${instanceId} and f.state = 'OPEN' and exists (
      select from journey_instances i where i.enterprise_id = f.enterprise_id and i.instance_id = f.instance_id
        and i.instance #>> '{wait,kind}' = 'form')
    order by f.opened_at desc limit 1`.execute(tx);
  return rows[0];
}

/** Locks the open fillings of walks that have been seen on a page, by their ids. */
export const lockFilledOnPages = (
  tx: Tx,
  enterpriseId: string,
  instanceIds: readonly string[],
): Promise<Pick<FillingRow, 'fillingId' | 'revision' | 'progress'>[]> =>
  tx
    .selectFrom('formFillings')
    .select(['fillingId', 'revision', 'progress'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', 'in', instanceIds)
    .where('state', '=', 'OPEN')
    .where('progress', '<>', '')
    .where(sql<boolean>`'page' = any (faces)`)
    .orderBy('fillingId')
    .forUpdate()
    .execute();
