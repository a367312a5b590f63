import {
  type ActedPerson,
  type ActJob,
  type ActOutcome,
  type CallAnswer,
  type endpoints,
  fieldError,
  mostActed,
  mostActedByJob,
  showNumber,
  type WalkFilter,
} from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { walkConditions } from '../walk/monitor.filter.ts';
import { findListedWalksByIds } from '../walk/walk.repository.ts';
import { accessAct, isOverAct } from './act.access.ts';
import { runAct } from './act.jobs.ts';
import { presentActs, presentOne } from './act.present.ts';
import {
  type ActRow,
  countByStreams,
  countMatching,
  findActByKey,
  findActed,
  findMatching,
  findNewestActs,
  findNodes,
  insertAct,
  insertPeople,
  updateAct,
} from './act.repository.ts';
import { type Acting, actOnInstances, presentActed, recordOnStream, recordOnStreams } from './monitor.acts.ts';

type Answer = CallAnswer<typeof endpoints.journeyMonitor.act>;
export type Asked = Acting & { instanceIds: readonly string[]; filter?: WalkFilter | undefined; key: string };

/** Counts the walks that match a filter, up to the limit of an act. @throws DomainError filter.invalid */
export const countWalks = (ctx: Ctx, filter: WalkFilter): Promise<{ count: number; isCut: boolean }> =>
  ctx.read(async (tx) => {
    const conditions = await walkConditions(ctx, tx, filter, null);
    const count = await countMatching(tx, ctx.enterpriseId, conditions, mostActedByJob + 1);
    return { count: Math.min(count, mostActedByJob), isCut: count > mostActedByJob };
  });

/**
 * Acts on walks of a list, or on all that a filter leaves, which are found here: at once as far as one call goes, else as a job.
 * @throws DomainError request.invalid, filter.invalid or journey.walks_too_many
 */
export async function act(ctx: Ctx, { instanceIds, filter, key, ...acting }: Asked): Promise<Answer> {
  if (instanceIds.length > 0 === (filter !== undefined)) throw invalidRequest(fieldError('instanceIds', 'field.required'));
  const chosen = filter ? await choose(ctx, filter, acting, key) : { instanceIds };
  if ('job' in chosen) return { done: 0, held: 0, refused: 0, people: [], job: chosen.job };
  const acted = await actOnInstances(ctx, chosen.instanceIds, acting);
  const count = (outcome: ActOutcome) => acted.filter((one) => one.outcome === outcome).length;
  const eyes = readingOf(ctx.actor);
  return {
    done: count('done'),
    held: count('held'),
    refused: count('refused'),
    people: acted.map((one) => presentActed(one, eyes)),
    job: null,
  };
}

/**
 * Finds the people that a filter means: their ids, or the job that has them. Asked again with the same key it answers the job of before.
 */
function choose(ctx: Ctx, filter: WalkFilter, acting: Acting, key: string): Promise<{ instanceIds: string[] } | { job: ActJob }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const former = key === '' ? undefined : await findActByKey(tx, enterpriseId, ctx.actor.userId, key);
    if (former) return { job: await presentOne(tx, former) };
    const conditions = await walkConditions(ctx, tx, filter, null);
    const instanceIds = await findMatching(tx, enterpriseId, conditions, mostActed + 1);
    if (instanceIds.length <= mostActed) return { instanceIds };
    return { job: await presentOne(tx, await freeze(ctx, tx, conditions, acting, key)) };
  });
}

/** Stores the people of the act, in one statement with the filter's current matches: people who match later are not meant. */
async function freeze(ctx: Ctx, tx: Tx, conditions: readonly RawBuilder<unknown>[], acting: Acting, key: string): Promise<ActRow> {
  const { enterpriseId, actor } = ctx;
  const actId = newId();
  await insertAct(tx, {
    enterpriseId,
    actId,
    ...acting,
    total: 0,
    why: ctx.reason ?? '',
    requestKey: key,
    createdBy: actor.userId,
    apiKey: actor.key ? JSON.stringify({ id: actor.key.id, name: actor.key.name }) : null,
    createdAt: ctx.now(),
  });
  const total = await insertPeople(tx, { enterpriseId, actId }, conditions, mostActedByJob + 1);
  if (total > mostActedByJob)
    throw new DomainError('journey.walks_too_many', `An act takes at most ${showNumber(mostActedByJob, 'en')} walks. Narrow the filter.`, {
      most: mostActedByJob,
    });
  await updateAct(tx, { enterpriseId, actId }, { total });
  for (const [journeyId, { '': asked = 0 }] of await countByStreams(tx, { enterpriseId, actId }))
    await recordOnStream(ctx, tx, journeyId, { [`${acting.act}AskedCount`]: asked });
  await ctx.jobs.enqueue(tx, runAct, { enterpriseId, actId });
  return accessAct(tx, enterpriseId, actId);
}

const listed = 20;

export const listActs = (ctx: Ctx): Promise<{ jobs: ActJob[] }> =>
  ctx.read(async (tx) => {
    const rows = await findNewestActs(tx, ctx.enterpriseId, listed);
    return { jobs: await presentActs(tx, ctx.enterpriseId, rows) };
  });

const mostShown = 200;

/** @throws DomainError journey.act_not_found */
export function listActPeople(
  ctx: Ctx,
  actId: string,
  { outcome, from, perPage }: { outcome: ActOutcome | ''; from: number; perPage: number },
): Promise<{ people: ActedPerson[]; more: boolean }> {
  const { enterpriseId } = ctx;
  const limit = perPage === -1 ? mostShown : perPage;
  return ctx.read(async (tx) => {
    await accessAct(tx, enterpriseId, actId);
    const rows = await findActed(tx, { enterpriseId, actId }, { outcome, from, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const ids = shown.map(({ instanceId }) => instanceId);
    const walks = new Map((await findListedWalksByIds(tx, enterpriseId, ids)).map((walk) => [walk.instanceId, walk]));
    const nodes = await findNodes(
      tx,
      enterpriseId,
      shown.map(({ nodeId }) => nodeId),
      [...walks.values()].map(({ journeyId }) => journeyId),
    );
    const stood = new Map(nodes.map((node) => [`${node.journeyId} ${node.nodeId}`, node]));
    const eyes = readingOf(ctx.actor);
    const people = shown.flatMap(({ instanceId, outcome: came, code, nodeId }): ActedPerson[] => {
      if (came === '') return [];
      const walk = walks.get(instanceId);
      const node = stood.get(`${walk?.journeyId} ${nodeId}`);
      // The node where the walk stood when it was acted on: it has gone on since.
      const then = walk && { ...walk, nodeId, nodeName: node?.name ?? '', nodeType: node?.type ?? '' };
      return [presentActed({ instanceId, walk: then, code, outcome: came }, eyes)];
    });
    return { people, more: rows.length > limit };
  });
}

/** Stops before the next part. @throws DomainError journey.act_not_found or journey.act_over */
export const cancelAct = (ctx: Ctx, actId: string): Promise<ActJob> =>
  ctx.transaction(async (tx) => {
    const row = await accessAct(tx, ctx.enterpriseId, actId, { lock: true });
    if (isOverAct(row)) throw new DomainError('journey.act_over', 'The act has already ended.', {});
    const change = { state: 'cancelled', finishedAt: ctx.now() } as const;
    await updateAct(tx, row, change);
    const counts = await countByStreams(tx, row);
    await recordOnStreams(ctx, tx, row.act, counts);
    for (const [journeyId, { '': left = 0 }] of counts)
      if (left > 0) await recordOnStream(ctx, tx, journeyId, { [`${row.act}LeftCount`]: left });
    return presentOne(tx, { ...row, ...change });
  });
