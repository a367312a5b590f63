import type { WorkKind, WorkLeft } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint, extend } from '../../../extensions.ts';
import { notify } from '../notification/notification.service.ts';

export const workShown = 20;

/** One kind of what a user leaves behind. */
export type WorkReport = {
  kind: WorkKind;
  /** Somebody has to take it. False: without somebody named it ends with the user. */
  isMoved: boolean;
  /** How much there is, and the first `workShown` of it. */
  find: (tx: Tx, enterpriseId: string, userId: string) => Promise<Pick<WorkLeft, 'count' | 'first'>>;
  /**
   * Gives it to somebody else, or ends it where nobody is named.
   * @throws DomainError user.heir_unfit for somebody who cannot take it
   */
  move: (ctx: Ctx, tx: Tx, fromUserId: string, toUserId: string | undefined) => Promise<void>;
};

const workReports = defineExtensionPoint<WorkReport>('user.work');
/** How a module tells what its users leave behind. */
export const reportWork = (report: WorkReport) => extend(workReports, report);

export const heirUnfit = (kind: WorkKind, message: string) => new DomainError('user.heir_unfit', message, { kind });

/** Whatever a user would leave behind, by kind; kinds without any are left out. */
export async function listWork({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, userId: string): Promise<WorkLeft[]> {
  const work: WorkLeft[] = [];
  for (const { kind, isMoved, find } of extensions.of(workReports)) {
    const { count, first } = await find(tx, enterpriseId, userId);
    if (count > 0) work.push({ kind, count, first, isMoved });
  }
  return work;
}

export type Heirs = Partial<Record<WorkKind, string>>;

/**
 * Moves a user's work to those who are named.
 * @throws DomainError user.work_left, user.has_open_chats where it is chats alone, or user.heir_unfit
 */
export async function moveWork(ctx: Ctx, tx: Tx, user: { userId: string; name: string }, heirs: Heirs): Promise<WorkLeft[]> {
  const work = await listWork(ctx, tx, user.userId);
  const left = work.filter(({ kind, isMoved }) => isMoved && heirs[kind] === undefined);
  if (left.length > 0) throw workLeft(user.name, left);
  await assertFit(tx, ctx.enterpriseId, user.userId, heirs);
  for (const { kind, move } of ctx.extensions.of(workReports))
    if (work.some((one) => one.kind === kind)) await move(ctx, tx, user.userId, heirs[kind]);
  await tellHeirs(ctx, tx, user.name, work, heirs);
  return work;
}

/** Where each kind of work is found. */
const places: Record<WorkKind, string> = {
  chats: '/chat/conversation',
  offers: '/chat/conversation',
  broadcasts: '/campaigns/broadcast',
  campaigns: '/campaigns/campaigns-list',
  streams: '/journey/workspace',
  departments: '/admin/departments',
  invitations: '/admin/users',
  keys: '/admin/details?tab=apiKeys',
};

/** Whoever takes work over is told what, and whose it was; the one who has arranged it knows. */
async function tellHeirs(ctx: Ctx, tx: Tx, name: string, work: readonly WorkLeft[], heirs: Heirs): Promise<void> {
  for (const { kind, count } of work) {
    const heirId = heirs[kind];
    if (!heirId || heirId === ctx.actor.userId) continue;
    await notify(ctx, tx, [heirId], {
      kind: 'work_moved',
      code: `work.moved_${kind}`,
      values: { user: name, count },
      link: places[kind],
      cause: `${kind} ${name}`,
    });
  }
}

function workLeft(name: string, left: readonly WorkLeft[]): DomainError {
  const [one, ...more] = left;
  if (one?.kind !== 'chats' || more.length > 0)
    return new DomainError('user.work_left', `Choose who takes over what ${name} leaves behind.`, { kinds: left.map(({ kind }) => kind) });
  const [chats, them] = one.count === 1 ? ['an open chat', 'it'] : [`${one.count} open chats`, 'them'];
  return new DomainError('user.has_open_chats', `${name} has ${chats}. Transfer or close ${them} first.`, { openChats: one.count });
}

/** Whoever takes over is another active user; a kind may ask for more. */
async function assertFit(tx: Tx, enterpriseId: string, userId: string, heirs: Heirs): Promise<void> {
  const wanted = Object.entries(heirs) as [WorkKind, string][];
  if (wanted.length === 0) return;
  const active = await tx
    .selectFrom('users')
    .select('userId')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', [...new Set(wanted.map(([, heirId]) => heirId))])
    .where('state', '=', 1)
    // A deactivation of the heir at the same moment waits for this one, or this one finds the heir gone.
    .orderBy('userId')
    .forNoKeyUpdate()
    .execute();
  for (const [kind, heirId] of wanted)
    if (heirId === userId || !active.some((row) => row.userId === heirId))
      throw heirUnfit(kind, 'Choose another active user to take this over.');
}
