import type { ActivityMove, SealPart } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import { listHolders, type Notice, notify } from '../../account/door.ts';
import { activityRecord } from '../row/activity.record.ts';
import { type ActivityRow, findActivity, standingOf } from '../row/activity.repository.ts';
import { isAllowed, type Move } from '../row/activity.rules.ts';
import { tellStanding } from '../row/activity.webhook.ts';
import { mayMove } from './activity.present.ts';

export const stateInvalid = ({ approval, stateNow }: Pick<ActivityRow, 'approval' | 'stateNow'>) =>
  new DomainError('activity.state_invalid', 'This is not possible in the state in which the iteration is now.', {
    approval,
    state: stateNow,
  });

export const activityChanged = (parts: readonly SealPart[], seal: string) =>
  new DomainError('activity.changed', 'It has changed since you read it. Please read it again.', { parts: [...parts], seal });

/** @throws DomainError 1403 for a right that is missing, activity.state_invalid for a move that its state does not allow */
export function assertMove(actor: Actor, move: ActivityMove, row: ActivityRow): void {
  if (!mayMove(actor, move)) throw accessDenied([move === 'approve' || move === 'reject' ? 'CAMPAIGNS.APPROVE' : 'CAMPAIGNS.EDIT']);
  assertAllowed(move, row);
}

export function assertAllowed(move: Move, row: ActivityRow): void {
  if (!isAllowed(move, standingOf(row))) throw stateInvalid(row);
}

/** @throws DomainError campaign.needs_list where the people come with the start */
export function assertNamesPeople({ plan }: ActivityRow): void {
  if (plan.audience.given)
    throw new DomainError('campaign.needs_list', 'The people of this iteration come with its start, by a program.', {});
}

type Changing = Parameters<typeof changing>;
/** Does `work`, records what it changed of an iteration, and tells own systems where it stands otherwise now. */
export async function changingActivity<T>(
  ctx: Changing[0] & EnterpriseContext,
  tx: Tx,
  activityId: string,
  action: Changing[4],
  work: () => Promise<T>,
  more: string | Changing[6] = '',
): Promise<T> {
  const before = await findActivity(tx, ctx.enterpriseId, activityId);
  const noted = typeof more !== 'string' ? more : more === '' ? {} : { reason: more };
  const result = await changing(ctx, tx, activityRecord, activityId, action, work, noted);
  if (before) await tellStanding(ctx, tx, { before, after: await findActivity(tx, ctx.enterpriseId, activityId) });
  return result;
}

/** The one address of an iteration that its makers and its checkers may open. */
const linkOf = ({ activityId }: ActivityRow) => `/campaigns/activity/${activityId}`;
export const wordsOf = ({ campaignName, number }: ActivityRow) => ({ campaign: campaignName, number });

type ChangeNotice = Omit<Notice, 'link' | 'cause'>;

/** Notifies the users who made and submitted the iteration, and the campaign's maker; the user who acts knows already. */
export function tellMakers(ctx: EnterpriseContext & { actor?: Actor }, tx: Tx, row: ActivityRow, notice: ChangeNotice): Promise<void> {
  return tell(ctx, tx, row, [row.lastEditedBy, row.submittedBy, row.campaignBy], notice);
}

/** The same, and who has approved it. */
export function tellMakersAndChecker(
  ctx: EnterpriseContext & { actor?: Actor },
  tx: Tx,
  row: ActivityRow,
  notice: ChangeNotice,
): Promise<void> {
  return tell(ctx, tx, row, [row.lastEditedBy, row.submittedBy, row.campaignBy, row.decidedBy], notice);
}

/** Everybody who may approve it: neither its last editor nor who submitted it. */
export async function tellApprovers(
  ctx: EnterpriseContext & { actor?: Actor },
  tx: Tx,
  row: ActivityRow,
  notice: ChangeNotice,
): Promise<void> {
  const holders = await listHolders(tx, ctx.enterpriseId, 'CAMPAIGNS.APPROVE');
  const approvers = holders.filter((userId) => userId !== row.lastEditedBy && userId !== row.submittedBy);
  await tell(ctx, tx, row, approvers, notice);
}

async function tell(
  ctx: EnterpriseContext & { actor?: Actor },
  tx: Tx,
  row: ActivityRow,
  userIds: readonly (string | null)[],
  notice: ChangeNotice,
): Promise<void> {
  const told = [...new Set(userIds)].flatMap((userId) => (userId === null || userId === ctx.actor?.userId ? [] : userId));
  await notify(ctx, tx, told, { ...notice, link: linkOf(row), cause: `${row.activityId} ${notice.code}` } as Notice);
}
