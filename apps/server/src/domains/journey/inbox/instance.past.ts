import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { StoredInput, WaitingInput } from './instance.inputs.ts';

/** Most bytes of inputs of one walk; a longer walk is not replayed. */
const mostBytes = 1024 ** 2;
const mostInputs = 1000;

/** Keeps what turns have read, for replays alone, which open it. @param at when they read it */
export async function keepPast(
  tx: Tx,
  secrets: Pick<Secrets, 'encrypt'>,
  enterpriseId: string,
  inputs: readonly WaitingInput[],
  at: Date,
): Promise<void> {
  if (inputs.length === 0) return;
  const sealed = inputs.map(({ input }) => secrets.encrypt(JSON.stringify(input)));
  await sql`
    insert into journey_past_inputs (enterprise_id, instance_id, input_id, at, input)
    select ${enterpriseId}, p.instance_id, p.input_id, ${at}, p.input
    from unnest(${inputs.map(({ instanceId }) => instanceId)}::uuid[], ${inputs.map(({ inputId }) => inputId)}::bigint[], ${sealed}::text[])
      p(instance_id, input_id, input)`.execute(tx);
}

/** Reads the past inputs of walks in their order, each with the time when it was read; null for a walk with more than a replay takes. */
export async function readPast(
  tx: Read,
  secrets: Pick<Secrets, 'decrypt'>,
  enterpriseId: string,
  instanceIds: readonly string[],
): Promise<Map<string, WaitingInput[] | null>> {
  const { rows } = await sql<{ instanceId: string; inputId: number; at: Date; input: string; isTooLong: boolean }>`
    select p.* from unnest(${[...instanceIds]}::uuid[]) w(id)
    cross join lateral (
      select instance_id, input_id, at, case when is_too_long then '' else input end as input, is_too_long from (
        select *, sum(length(input)) over o > ${mostBytes} or row_number() over o > ${mostInputs} as is_too_long from journey_past_inputs
        where enterprise_id = ${enterpriseId} and instance_id = w.id window o as (order by at, input_id)) k
      order by at, input_id limit ${mostInputs + 1}) p`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, ({ instanceId }) => instanceId)].map(([id, all]) => {
      if (all.some(({ isTooLong }) => isTooLong)) return [id, null];
      const past = all.map(({ inputId, at, input }): WaitingInput => {
        const opened = JSON.parse(secrets.decrypt(input)) as StoredInput;
        return { inputId: Number(inputId), instanceId: id, input: opened, isKept: false, at };
      });
      return [id, past];
    }),
  );
}
