import type { ActedPerson, ActOutcome, ActReason, MonitorAct } from '@parley/contract';
import { type Input, isOver } from '@parley/journey';
import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { type Reading, shownAddress, shownName } from '../../customer/door.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { type NewInput, putInputs } from '../inbox/instance.inputs.ts';
import { VersionCache } from '../row/instance.versions.ts';
import { actWords, outcomeOf } from '../walk/monitor.reasons.ts';
import { findWalks, type Walk } from '../walk/monitor.walks.ts';
import { recordAct } from '../walk/walk.record.ts';
import type { Listed } from '../walk/walk.repository.ts';
import { lockFailed, takeUp } from './monitor.retry.ts';

export type Acting = { act: MonitorAct; node: string; departmentId: string; repeatsCalls: boolean };
/** @property walk as it stood; undefined: there is none @property code why it holds or refuses; '': it is done */
export type Acted = { instanceId: string; walk: Listed | undefined; code: ActReason | ''; outcome: ActOutcome };
/** Actor and origin of an act: a call's own context, or a job's with the user who asked for it. */
export type ActContext = EnterpriseContext & Auditing;

/** Walks that one transaction takes; a selection of a thousand holds nobody up. */
export const chunk = 100;
const versions = new VersionCache();

/**
 * Does to each walk of a list what an operator wants. Those that hold or refuse it say why, and the others are done: as inputs, so that each is a
 * turn with its trace.
 */
export async function actOnInstances(ctx: ActContext, instanceIds: readonly string[], acting: Acting): Promise<Acted[]> {
  const ids = [...new Set(instanceIds)];
  const acted: Acted[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const part = ids.slice(from, from + chunk);
    acted.push(
      ...(await ctx.transaction(async (tx) => {
        const some = await actOnSome(ctx, tx, part, acting);
        await recordOnStreams(ctx, tx, acting.act, countByStream(some));
        return some;
      })),
    );
  }
  return acted;
}

/** Acts on one part, and enters each person in the audit trail with the node where they stood. */
export async function actOnSome(ctx: ActContext, tx: Tx, instanceIds: readonly string[], acting: Acting): Promise<Acted[]> {
  const { enterpriseId } = ctx;
  const departments = acting.act === 'handOver' && acting.departmentId !== '' ? await departmentNames(tx, enterpriseId) : new Map();
  const whole = refusalOfAll(acting, departments);
  const isTakenUp = acting.act === 'retry' || acting.act === 'continue';
  const failed = whole === '' && isTakenUp ? await lockFailed(tx, enterpriseId, instanceIds) : new Map();
  const found = new Map((await findWalks(tx, enterpriseId, instanceIds)).map((one) => [one.instanceId, one]));
  const inputs: NewInput[] = [];
  const acted: Acted[] = [];
  for (const instanceId of instanceIds) {
    const walk = found.get(instanceId);
    const code = whole !== '' ? whole : walk ? await actOn(ctx, tx, walk, { acting, failed: failed.get(instanceId), inputs }) : 'NOT_THERE';
    const outcome = outcomeOf(code);
    acted.push({ instanceId, walk, code, outcome });
    if (!walk || outcome === 'refused') continue;
    recordAct(ctx, tx, walk, {
      act: acting.act,
      goesOnAt: acting.act === 'continue' ? await nodeName(tx, enterpriseId, walk, acting.node) : '',
      department: departments.get(acting.departmentId) ?? '',
      repeatsCalls: acting.act === 'retry' && acting.repeatsCalls,
      heldBecause: code === '' ? '' : actWords[code],
    });
  }
  await putInputs(ctx, tx, inputs);
  return acted;
}

export type StreamCounts = ReadonlyMap<string, Partial<Record<ActOutcome, number>>>;

export function countByStream(acted: readonly Acted[]): StreamCounts {
  const counts = new Map<string, Partial<Record<ActOutcome, number>>>();
  for (const { walk, outcome } of acted) {
    if (!walk) continue;
    const own = counts.get(walk.journeyId) ?? {};
    counts.set(walk.journeyId, { ...own, [outcome]: (own[outcome] ?? 0) + 1 });
  }
  return counts;
}

/** Each stream of which something was done has its entry, with how many. */
export async function recordOnStreams(ctx: ActContext, tx: Tx, act: MonitorAct, counts: StreamCounts): Promise<void> {
  for (const [journeyId, { done = 0, held = 0, refused = 0 }] of counts) {
    if (done + held === 0) continue;
    await recordOnStream(ctx, tx, journeyId, {
      [`${act}Count`]: done,
      ...(held > 0 ? { heldCount: held } : {}),
      ...(refused > 0 ? { refusedCount: refused } : {}),
    });
  }
}

export async function recordOnStream(ctx: ActContext, tx: Tx, journeyId: string, counts: Record<string, number>): Promise<void> {
  const journey = await journeyRecord.read(tx, ctx.enterpriseId, journeyId);
  recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'edit', before: journey, after: journey, counts });
}

/** Returns the fault of the act itself, independent of the walk. */
function refusalOfAll({ act, node, departmentId }: Acting, departments: ReadonlyMap<string, string>): ActReason | '' {
  if (act === 'continue' && node === '') return 'NO_NODE';
  if (act !== 'handOver' || departmentId === '') return '';
  return departments.has(departmentId) ? '' : 'NO_DEPARTMENT';
}

async function nodeName(tx: Tx, enterpriseId: string, { journeyId, version }: Walk, node: string): Promise<string> {
  const { compiled } = await versions.load(tx, enterpriseId, journeyId, version);
  return compiled.main.nodes.get(node)?.name || node;
}

type Work = { acting: Acting; failed: Parameters<typeof takeUp>[2] | undefined; inputs: NewInput[] };

/** @returns why it holds or refuses; '' when it is done */
async function actOn(ctx: ActContext, tx: Tx, walk: Walk, { acting, failed, inputs }: Work): Promise<ActReason | ''> {
  const { act, node, departmentId, repeatsCalls } = acting;
  const { compiled } = await versions.load(tx, ctx.enterpriseId, walk.journeyId, walk.version);
  const put = (input: Input): ActReason | '' => {
    inputs.push({ instanceId: walk.instanceId, input, key: null });
    return holdOf(walk, act, compiled.main.document.settings.agentTalks === 'send');
  };
  const isLive = walk.isLive && !isOver(walk.state);
  switch (act) {
    case 'stop':
      return isLive ? put({ kind: 'stop', reason: 'OPERATOR' }) : 'ENDED';
    case 'handOver':
      return isLive ? put({ kind: 'handOver', department: departmentId }) : 'ENDED';
    case 'continue': {
      if (!compiled.main.nodes.has(node)) return 'NODE_MISSING';
      if (isLive) return put({ kind: 'continue', node });
      if (!failed) return 'ENDED';
      const taken = await takeUp(ctx, tx, failed, null);
      return 'refused' in taken ? taken.refused : put({ kind: 'continue', node });
    }
    case 'retry': {
      if (!failed) return isLive ? 'NOT_FAILED' : 'ENDED';
      const taken = await takeUp(ctx, tx, failed, { repeatsCalls });
      return 'refused' in taken ? taken.refused : put(taken.input);
    }
  }
}

/** Returns the reason why a walk keeps an act for later. A walk ends at once, even while others talk with its customer. */
function holdOf({ isHeld, isSuspended, isWithPeople }: Walk, act: MonitorAct, talksAnyway: boolean): ActReason | '' {
  if (act === 'stop') return '';
  if (isHeld) return 'STREAM_PAUSED';
  if (isSuspended) return 'SUSPENDED';
  return act !== 'handOver' && isWithPeople && !talksAnyway ? 'WITH_PEOPLE' : '';
}

export const presentActed = ({ instanceId, walk, code, outcome }: Acted, eyes: Reading): ActedPerson => ({
  instanceId,
  customerName: shownName(walk?.customerName ?? '', eyes),
  address: walk ? shownAddress(walk.address, eyes) : '',
  node: walk?.nodeId ?? '',
  nodeName: walk?.nodeName ?? '',
  nodeType: walk?.nodeType ?? '',
  outcome,
  code,
  reason: code === '' ? '' : actWords[code],
});
