import { userStates, type WorkKind, type WorkLeft } from '@parley/contract';
import { Overtaken, type Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint, extend } from '../../../extensions.ts';
import { notify } from '../notification/notification.service.ts';

export const workShown = 20;

/** One kind of work that a user leaves behind. */
export type WorkReport = {
  kind: WorkKind;
  /** Somebody has to take it. False: without somebody named it ends with the user. */
  isMoved: boolean;
  /** Returns the count, and the first `workShown` items. */
  find: (tx: Tx, enterpriseId: string, userId: string) => Promise<Pick<WorkLeft, 'count' | 'first'>>;
  /**
   * Gives it to somebody else, or ends it where nobody is named.
   * @throws DomainError user.heir_unfit for somebody who cannot take it
   */
  move: (ctx: Ctx, tx: Tx, fromUserId: string, toUserId: string | undefined) => Promise<void>;
  /**
   * Waits for transactions that were giving the user some more when the work was looked for, and lets no further one begin.
   * @returns whether some has come that way
   */
  hasCome?: (tx: Tx, enterpriseId: string, userId: string) => Promise<boolean>;
  /** Gives the work back to the common pool if the heir cannot take it and nobody is there to choose. */
  release?: (ctx: Ctx, tx: Tx, fromUserId: string) => Promise<void>;
};

const workReports = defineExtensionPoint<WorkReport>('user.work');
/** Registers a module's report of the work that its users leave behind. */
export const reportWork = (report: WorkReport) => extend(workReports, report);

export const heirUnfit = (kind: WorkKind, message: string) => new DomainError('user.heir_unfit', message, { kind });

/** Lists the work that a user would leave behind, by kind; kinds without any are left out. */
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
 * Moves a user's work to the named heirs.
 * @throws DomainError user.work_left, user.has_open_chats where it is chats alone, or user.heir_unfit
 */
export async function moveWork(ctx: Ctx, tx: Tx, user: { userId: string; name: string }, heirs: Heirs): Promise<WorkLeft[]> {
  const work = await listWork(ctx, tx, user.userId);
  const left = work.filter(({ kind, isMoved }) => isMoved && heirs[kind] === undefined);
  if (left.length > 0) throw workLeft(user.name, left);
  await assertFit(tx, ctx.enterpriseId, user.userId, heirs);
  for (const { kind, move } of ctx.extensions.of(workReports))
    if (work.some((one) => one.kind === kind)) await move(ctx, tx, user.userId, heirs[kind]);
  await assertNoneCame(ctx, tx, user.userId);
  await tellHeirs(ctx, tx, user.name, work, heirs);
  return work;
}

/** The outcome of work that was passed on. @property isNamedUnfit a part of it went elsewhere than to the named heir */
export type Passed = { work: WorkLeft[]; heirs: Heirs; isNamedUnfit: boolean };

/**
 * Passes a leaver's work on where nobody is there to choose: each kind goes to the one who is named, or to the first of the others who can
 * take it. Work that can be given back goes to nobody who is not named for it.
 * @param heirs an administrator among the others takes every kind that cannot be given back
 * @throws DomainError user.heir_unfit
 */
export async function passWork(
  ctx: Ctx,
  tx: Tx,
  user: { userId: string; name: string },
  { named, others }: { named: string | null; others: readonly string[] },
): Promise<Passed> {
  const work = await listWork(ctx, tx, user.userId);
  const candidates = [...(named === null ? [] : [named]), ...others];
  const active = new Set(await lockActive(tx, ctx.enterpriseId, candidates));
  const fit = candidates.filter((userId) => userId !== user.userId && active.has(userId));
  const heirs: Heirs = {};
  let isNamedUnfit = false;
  for (const report of ctx.extensions.of(workReports)) {
    if (!work.some(({ kind }) => kind === report.kind)) continue;
    if (!report.isMoved) {
      await report.move(ctx, tx, user.userId, undefined);
      continue;
    }
    const heirId = await giveToFirst(ctx, tx, user.userId, report, report.release ? fit.filter((userId) => userId === named) : fit);
    if (heirId) heirs[report.kind] = heirId;
    isNamedUnfit ||= heirId !== named;
  }
  await assertNoneCame(ctx, tx, user.userId);
  await tellHeirs(ctx, tx, user.name, work, heirs);
  return { work, heirs, isNamedUnfit };
}

/** @throws Overtaken when more came while the work was moved: all of it is looked for again */
async function assertNoneCame(ctx: Ctx, tx: Tx, userId: string): Promise<void> {
  for (const { kind, hasCome } of ctx.extensions.of(workReports))
    if (await hasCome?.(tx, ctx.enterpriseId, userId)) throw new Overtaken(`More came to a leaver: ${kind}`);
}

async function giveToFirst(ctx: Ctx, tx: Tx, fromUserId: string, { kind, move, release }: WorkReport, candidates: readonly string[]) {
  for (const userId of candidates)
    try {
      await move(ctx, tx, fromUserId, userId);
      return userId;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'user.heir_unfit') throw error;
    }
  if (!release) throw heirUnfit(kind, 'Nobody can take this over.');
  await release(ctx, tx, fromUserId);
  return undefined;
}

/** The screen of each kind of work. */
const places: Record<WorkKind, string> = {
  chats: '/chat/conversation',
  offers: '/chat/conversation',
  broadcasts: '/campaigns/broadcast',
  campaigns: '/campaigns/campaigns-list',
  approvals: '/campaigns/approved',
  streams: '/journey/workspace',
  departments: '/admin/departments',
  connections: '/admin/sso',
  heirs: '/admin/sso',
  invitations: '/admin/users',
  keys: '/admin/details?tab=apiKeys',
};

/** Notifies heirs of the work that they take over and its former owner; the user who arranged it knows. */
async function tellHeirs(ctx: Ctx, tx: Tx, name: string, work: readonly WorkLeft[], heirs: Heirs): Promise<void> {
  for (const { kind, count } of work) {
    const heirId = heirs[kind];
    if (!heirId || (!ctx.by && heirId === ctx.actor.userId)) continue;
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

/** Requires that an heir is another active user; a kind may ask for more. */
async function assertFit(tx: Tx, enterpriseId: string, userId: string, heirs: Heirs): Promise<void> {
  const wanted = Object.entries(heirs) as [WorkKind, string][];
  const active = await lockActive(
    tx,
    enterpriseId,
    wanted.map(([, heirId]) => heirId),
  );
  for (const [kind, heirId] of wanted)
    if (heirId === userId || !active.includes(heirId)) throw heirUnfit(kind, 'Choose another active user to take this over.');
}

/** The active ones among users. A deactivation of one at the same moment waits for this one, or this one finds them gone. */
async function lockActive(tx: Tx, enterpriseId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const active = await tx
    .selectFrom('users')
    .select('userId')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', [...new Set(userIds)])
    .where('state', '=', userStates.active)
    .orderBy('userId')
    .forNoKeyUpdate()
    .execute();
  return active.map((row) => row.userId);
}
