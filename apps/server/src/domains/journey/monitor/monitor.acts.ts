import type { MonitorAct } from '@parley/contract';
import { type Input, isOver } from '@parley/journey';
import { sql } from 'kysely';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { type NewInput, putInputs } from '../instance/instance.inputs.ts';
import { VersionCache } from '../instance/instance.versions.ts';
import { journeyRecord } from '../journey/journey.record.ts';
import { lockFailed, takeUp } from './monitor.retry.ts';

export type Acting = { act: MonitorAct; instanceIds: string[]; node: string; departmentId: string; repeatsCalls: boolean };
export type Refusal = { instanceId: string; reason: string };
export type Acted = { done: number; refused: Refusal[] };

/** Walks that one transaction takes; a selection of a thousand holds nobody up. */
const chunk = 100;
const versions = new VersionCache();

export const notThere = 'No such walk.';
const hasEnded = 'It has ended.';

type Found = { instanceId: string; journeyId: string; version: number; isLive: boolean; state: string };

/**
 * What an operator does to each walk of a list. Those that refuse say why, and the others are done: as inputs, so that each is a turn with its
 * trace.
 */
export async function actOnInstances(ctx: Ctx, acting: Acting): Promise<Acted> {
  const ids = [...new Set(acting.instanceIds)];
  const acted: Acted = { done: 0, refused: [] };
  for (let from = 0; from < ids.length; from += chunk) {
    const part = ids.slice(from, from + chunk);
    const refused = await ctx.transaction((tx) => actOnSome(ctx, tx, part, acting));
    acted.refused.push(...refused);
    acted.done += part.length - refused.length;
  }
  return acted;
}

async function actOnSome(ctx: Ctx, tx: Tx, instanceIds: readonly string[], acting: Acting): Promise<Refusal[]> {
  const { enterpriseId } = ctx;
  const whole = await refusalOfAll(tx, enterpriseId, acting);
  if (whole !== '') return instanceIds.map((instanceId) => ({ instanceId, reason: whole }));
  const isTakenUp = acting.act === 'retry' || acting.act === 'continue';
  const failed = isTakenUp ? await lockFailed(tx, enterpriseId, instanceIds) : new Map();
  const found = new Map((await findAll(tx, enterpriseId, instanceIds)).map((one) => [one.instanceId, one]));
  const refused: Refusal[] = [];
  const inputs: NewInput[] = [];
  const counts = new Map<string, number>();
  for (const instanceId of instanceIds) {
    const one = found.get(instanceId);
    const reason = one ? await actOn(ctx, tx, one, { acting, failed: failed.get(instanceId), inputs }) : notThere;
    if (reason !== '') refused.push({ instanceId, reason });
    else if (one) counts.set(one.journeyId, (counts.get(one.journeyId) ?? 0) + 1);
  }
  await putInputs(ctx, tx, inputs);
  for (const [journeyId, count] of counts) {
    const after = await journeyRecord.read(tx, enterpriseId, journeyId);
    recordChange(ctx, tx, {
      record: journeyRecord,
      id: journeyId,
      action: 'edit',
      before: after,
      after,
      counts: { [`${acting.act}Count`]: count },
    });
  }
  return refused;
}

/** What is wrong with the act itself, whichever walk it is for. */
async function refusalOfAll(tx: Tx, enterpriseId: string, { act, node, departmentId }: Acting): Promise<string> {
  if (act === 'continue' && node === '') return 'Choose the node to go on at.';
  if (act !== 'handOver') return '';
  if (departmentId === '') return '';
  return (await departmentNames(tx, enterpriseId)).has(departmentId) ? '' : 'No such department.';
}

/** Those that go on are held in their place until the input stands: what has ended reads nothing any more. */
export async function findAll(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<Found[]> {
  const ids = instanceIds.filter(isUuid);
  await sql`select from journey_live where enterprise_id = ${enterpriseId} and instance_id = any(${ids}::uuid[]) order by instance_id for key share`.execute(
    tx,
  );
  const { rows } = await sql<Found>`
    select i.instance_id, i.journey_id, i.version, l.instance_id is not null as is_live, i.state from journey_instances i
    left join journey_live l on l.enterprise_id = i.enterprise_id and l.instance_id = i.instance_id
    where i.enterprise_id = ${enterpriseId} and i.instance_id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}

type Work = { acting: Acting; failed: Parameters<typeof takeUp>[2] | undefined; inputs: NewInput[] };

/** @returns why it refuses; '' when it is done */
async function actOn(ctx: Ctx, tx: Tx, one: Found, { acting, failed, inputs }: Work): Promise<string> {
  const { act, node, departmentId, repeatsCalls } = acting;
  const put = (input: Input): string => {
    inputs.push({ instanceId: one.instanceId, input, key: null });
    return '';
  };
  const isLive = one.isLive && !isOver(one.state as never);
  switch (act) {
    case 'stop':
      return isLive ? put({ kind: 'stop', reason: 'OPERATOR' }) : hasEnded;
    case 'handOver':
      return isLive ? put({ kind: 'handOver', department: departmentId }) : hasEnded;
    case 'continue': {
      const { compiled } = await versions.load(tx, ctx.enterpriseId, one.journeyId, one.version);
      if (!compiled.main.nodes.has(node)) return `Its version ${one.version} has no such node.`;
      if (isLive) return put({ kind: 'continue', node });
      if (!failed) return hasEnded;
      const taken = await takeUp(ctx, tx, failed, null);
      return 'refused' in taken ? taken.refused : put({ kind: 'continue', node });
    }
    case 'retry': {
      if (!failed) return isLive ? 'It has not failed.' : hasEnded;
      const taken = await takeUp(ctx, tx, failed, { repeatsCalls });
      return 'refused' in taken ? taken.refused : put(taken.input);
    }
  }
}
