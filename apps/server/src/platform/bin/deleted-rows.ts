import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Lets `work` meet deleted rows of the tables that hide them (migration 0060); afterwards they are hidden again. */
export async function seeingDeleted<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const see = (isOn: boolean) => sql`select set_config('app.sees_deleted', ${isOn ? 'on' : ''}, true)`.execute(tx);
  await see(true);
  const result = await work();
  await see(false);
  return result;
}
