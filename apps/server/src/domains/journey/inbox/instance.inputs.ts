import type { Input, Media } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Sealing, seal, unseal } from '../row/instance.seal.ts';
import { wakeInstances } from '../row/instance.wake.ts';

/** The first input of a walk: what it was started with, and what the person wrote to start it. */
export type StartInput = { kind: 'start'; entry: Record<string, unknown>; text: string | null; media: Media[] };
export type StoredInput = Input | StartInput;
/** @property input an answer of a call is sealed in it; @property isSecret all of it is sealed; @property key the same thing told twice is one input; null: each is its own */
export type NewInput = { instanceId: string; input: StoredInput; key: string | null; isSecret?: boolean };

/** Keeps what came in, in the transaction that received it, and wakes the walks. No step is taken here. */
export async function putInputs(ctx: EnterpriseContext, tx: Tx, inputs: readonly NewInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const at = ctx.now();
  await tx
    .insertInto('journeyInputs')
    .values(
      inputs.map(({ instanceId, input, key, isSecret = false }) => ({
        enterpriseId: ctx.enterpriseId,
        instanceId,
        input: JSON.stringify(isSecret ? { kind: input.kind, ...(seal(ctx, input) as object) } : input),
        inputKey: key,
        at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'instanceId', 'inputKey']).where('inputKey', 'is not', null).doNothing())
    .execute();
  wakeInstances(ctx, tx, [...new Set(inputs.map(({ instanceId }) => instanceId))]);
}

export type WaitingInput = { inputId: number; instanceId: string; input: StoredInput; isKept: boolean; at: Date };
/** New inputs of one walk that are read at once; a flood of them is read in several. */
const mostRead = 100;
/** Most texts kept for a walk while it does not listen. */
const mostKept = 20;

/** Reads the pending inputs of each walk in their order: all kept ones, and the new ones. */
export async function readInputs(
  tx: Tx,
  secrets: Sealing,
  enterpriseId: string,
  instanceIds: readonly string[],
): Promise<Map<string, WaitingInput[]>> {
  const { rows } = await sql<WaitingInput>`
    select i.* from unnest(${[...instanceIds]}::uuid[]) w(id)
    cross join lateral (
      select input_id, instance_id, input, is_kept, at from journey_inputs
      where enterprise_id = ${enterpriseId} and instance_id = w.id and is_kept
      union all (select input_id, instance_id, input, is_kept, at from journey_inputs
        where enterprise_id = ${enterpriseId} and instance_id = w.id and not is_kept order by input_id limit ${mostRead})) i
    order by i.input_id`.execute(tx);
  const opened = rows.map((row) => {
    const input = unseal(secrets, row.input);
    return { ...row, input: input.kind === 'call' ? { ...input, answer: unseal(secrets, input.answer) } : input };
  });
  return Map.groupBy(opened, ({ instanceId }) => instanceId);
}

type Settled = { read: readonly number[]; kept: readonly number[] };

/** Limits the kept inputs of a walk: texts beyond the limit stand in the chat alone. */
export function withoutSurplus(inputs: readonly (readonly WaitingInput[])[], { read, kept }: Settled): Settled {
  const isKept = new Set(kept);
  const surplus = inputs.flatMap((waiting) =>
    waiting.filter(({ inputId, input }) => isKept.has(inputId) && (input.kind === 'message' || input.kind === 'press')).slice(mostKept),
  );
  const gone = new Set(surplus.map(({ inputId }) => inputId));
  return { read: [...read, ...gone], kept: kept.filter((inputId) => !gone.has(inputId)) };
}

/** The statements leave at once and in their order; who does not wait for them sends them on with the commit. */
export async function settleInputs(tx: Tx, enterpriseId: string, { read, kept }: Settled): Promise<void> {
  const all = [...read, ...kept];
  const writes: Promise<unknown>[] = [];
  // Locks them in the order of their ids, as resuming a stream does: otherwise both could wait for each other.
  if (all.length > 1)
    writes.push(
      sql`select from journey_inputs where enterprise_id = ${enterpriseId} and input_id = any(${all}::bigint[])
        order by input_id for update`.execute(tx),
    );
  if (read.length > 0)
    writes.push(
      tx
        .deleteFrom('journeyInputs')
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`input_id = any(${[...read]}::bigint[])`)
        .execute(),
    );
  if (kept.length > 0)
    writes.push(
      tx
        .updateTable('journeyInputs')
        .set({ isKept: true })
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`input_id = any(${[...kept]}::bigint[])`)
        .execute(),
    );
  await Promise.all(writes);
}
