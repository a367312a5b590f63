import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { lockDesks, notePresence } from '../desk/desk.repository.ts';
import { agentStatusChanged } from '../record/chat.events.ts';

/** An open socket holds so long, and is put off well before: a process that was killed is missed after it. */
const heldMs = 60_000;
const beatEveryMs = 20_000;
/** A page that is loaded anew, or finds another process, is back by then. */
const graceMs = 30_000;
const sweptAtOnce = 200;

type Socket = { enterpriseId: string; userId: string; sessionId: string };

/** Tracks connected agents by the sockets of this process; stored in the database, so every process knows of all. */
export type Presence = {
  /** @returns to be called when the socket is closed */
  enter: (ctx: Ctx) => Promise<() => void>;
};

const until = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;

export function createPresence(deps: Deps): Presence {
  const open = new Map<string, Socket>();
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'presence of agents was not written down');

  async function beat(): Promise<void> {
    if (open.size === 0) return;
    const rows = [...open];
    await sql`select beat_agent_sockets(${rows.map(([, { enterpriseId }]) => enterpriseId)}::uuid[], ${rows.map(([id]) => id)}::uuid[],
      ${rows.map(([, { userId }]) => userId)}::uuid[], ${rows.map(([, { sessionId }]) => sessionId)}::uuid[],
      make_interval(secs => ${heldMs / 1000}))`.execute(deps.db);
  }
  setInterval(() => void beat().catch(warn), beatEveryMs).unref();

  return {
    async enter(ctx) {
      const { enterpriseId, userId, sessionId } = ctx.actor;
      const socketId = randomUUID();
      open.set(socketId, { enterpriseId, userId, sessionId });
      // The next beat writes down what could not be written now.
      await ctx.transaction((tx) => seeAgent(ctx, tx, socketId, heldMs)).catch(warn);
      return () => {
        open.delete(socketId);
        const left = enterpriseContext(deps, enterpriseId).transaction((tx) =>
          tx
            .updateTable('agentSockets')
            .set({ seenUntil: until(graceMs) })
            .where('enterpriseId', '=', enterpriseId)
            .where('socketId', '=', socketId)
            .execute(),
        );
        void left.catch(warn);
      };
    },
  };
}

async function seeAgent(ctx: Ctx, tx: Tx, socketId: string, heldFor: number): Promise<void> {
  const { enterpriseId, userId, sessionId } = ctx.actor;
  // A sweep that has missed the agent sets them Offline before this comes, or finds the socket behind the lock.
  await lockDesks(tx, enterpriseId, [userId]);
  await tx
    .insertInto('agentSockets')
    .values({ enterpriseId, socketId, userId, sessionId, seenUntil: until(heldFor) })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'socketId']).doUpdateSet({ seenUntil: until(heldFor) }))
    .execute();
  await tellPresence(ctx, tx, userId, true);
}

/** Counts an agent as present for a moment after a call, whether or not a socket follows. */
export async function seeByCall(ctx: Ctx, tx: Tx): Promise<void> {
  const { sessionId } = ctx.actor;
  if (isUuid(sessionId)) await seeAgent(ctx, tx, sessionId, heldMs);
}

async function tellPresence(ctx: EnterpriseContext, tx: Tx, userId: string, isPresent: boolean): Promise<void> {
  const agentStatus = await notePresence(tx, ctx.enterpriseId, userId, isPresent);
  if (agentStatus !== undefined) await ctx.events.record(tx, agentStatusChanged, { uId: userId, agentStatus });
}

/** Tells whether a console of an agent is connected, or was a moment ago: the agent's status follows within a second. */
export async function isConnected(tx: Tx, enterpriseId: string, userId: string): Promise<boolean> {
  const socket = await tx
    .selectFrom('agentSockets')
    .select('socketId')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('seenUntil', '>', sql<Date>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst();
  return socket !== undefined;
}

type Leaving = (ctx: EnterpriseContext, userId: string) => Promise<void>;

/** Agents whose last socket is gone are Offline from now on. @param leave what else it means, behind the commit */
export async function sweepAbsent(deps: Deps, leave: Leaving): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string; userId: string }>`select * from due_absences(${sweptAtOnce})`.execute(deps.db);
  for (const { enterpriseId, userId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    const isGone = await ctx.transaction(async (tx) => {
      // An agent who returns at this moment waits for the desk, or is found by the check behind it.
      await lockDesks(tx, enterpriseId, [userId]);
      if (await isConnected(tx, enterpriseId, userId)) return false;
      await tellPresence(ctx, tx, userId, false);
      return true;
    });
    // Offers that could not be given back end by their time. The other agents do not wait for that.
    if (isGone)
      await leave(ctx, userId).catch((error: unknown) =>
        deps.log.error({ err: error, userId }, 'offers of an absent agent were not given back'),
      );
  }
}
