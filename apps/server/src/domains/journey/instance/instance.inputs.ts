import type { Input, Media } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { wakeInstances } from './instance.wake.ts';

/** The first input of a walk: what it was started with, and what the person wrote to start it. */
export type StartInput = { kind: 'start'; entry: Record<string, unknown>; text: string | null; media: Media[] };
export type StoredInput = Input | StartInput;
/** @property key the same thing told twice is one input; null: each is its own */
export type NewInput = { instanceId: string; input: StoredInput; key: string | null };

/** Keeps what came in, in the transaction that received it, and wakes the walks. No step is taken here. */
export async function putInputs(ctx: EnterpriseContext, tx: Tx, inputs: readonly NewInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const at = ctx.now();
  await tx
    .insertInto('journeyInputs')
    .values(
      inputs.map(({ instanceId, input, key }) => ({
        enterpriseId: ctx.enterpriseId,
        instanceId,
        input: JSON.stringify(input),
        inputKey: key,
        at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'instanceId', 'inputKey']).where('inputKey', 'is not', null).doNothing())
    .execute();
  wakeInstances(ctx, tx, [...new Set(inputs.map(({ instanceId }) => instanceId))]);
}

export type WaitingInput = { inputId: number; instanceId: string; input: StoredInput; isKept: boolean; at: Date };
/** Inputs of one walk that one turn reads at most; a flood of them is read in several. */
const mostRead = 20;

/** What each has to read, in its order: what it has kept from before comes first. */
export async function readInputs(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<Map<string, WaitingInput[]>> {
  const { rows } = await sql<WaitingInput>`
    select i.* from unnest(${[...instanceIds]}::uuid[]) w(id)
    cross join lateral (
      select input_id, instance_id, input, is_kept, at from journey_inputs
      where enterprise_id = ${enterpriseId} and instance_id = w.id order by input_id limit ${mostRead * 2}) i
    order by i.input_id`.execute(tx);
  return new Map([...Map.groupBy(rows, ({ instanceId }) => instanceId)].map(([id, inputs]) => [id, inputs.slice(0, mostRead)]));
}

export async function settleInputs(
  tx: Tx,
  enterpriseId: string,
  { read, kept }: { read: readonly number[]; kept: readonly number[] },
): Promise<void> {
  if (read.length > 0)
    await tx
      .deleteFrom('journeyInputs')
      .where('enterpriseId', '=', enterpriseId)
      .where(sql<boolean>`input_id = any(${[...read]}::bigint[])`)
      .execute();
  if (kept.length > 0)
    await tx
      .updateTable('journeyInputs')
      .set({ isKept: true })
      .where('enterpriseId', '=', enterpriseId)
      .where(sql<boolean>`input_id = any(${[...kept]}::bigint[])`)
      .execute();
}
