import { administratorRole } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Actor, Ctx, EnterpriseContext } from '../src/context.ts';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { effectivePermissions } from '../src/domains/account/door.ts';
import type { HistoryMark } from './demo-history.plan.ts';

/** The objects that the steps of the history work with. */
export type Past = {
  deps: Deps;
  ctx: EnterpriseContext;
  tx: Tx;
  mark: HistoryMark;
  /** Sets the time that services are told. */
  goTo: (time: Date) => void;
  /** Lets so many seconds pass. */
  pass: (seconds: number) => void;
  /** The context of a demo user. */
  as: (email: string) => Ctx;
};

/** The context of a demo user who has not signed in. */
export function asDemoUser({ flags }: Pick<Deps, 'flags'>, ctx: EnterpriseContext, mark: Pick<HistoryMark, 'users'>, email: string): Ctx {
  const { userId, name, role } = mark.users[email] as HistoryMark['users'][string];
  const actor: Actor = {
    enterpriseId: ctx.enterpriseId,
    userId,
    name,
    email,
    roles: [role],
    permissions: effectivePermissions([role], [], flags),
    isAdministrator: role === administratorRole,
    dataScope: 'enterprise',
    maskedFields: [],
    sessionId: '',
    sessionEndsAt: ctx.now(),
    sessionKind: 'password',
    departments: [],
    networks: [],
    provedAt: null,
    connectionId: null,
    mustEnrol: false,
  };
  return { ...ctx, requestId: '', address: '', actor };
}

/**
 * A context in the past, inside one transaction: services write what they write at that time, and nobody hears of it. A step is whole or not
 * there, since each transaction of a service is a part of the step's.
 */
export function openPast(deps: Deps, enterpriseId: string, tx: Tx, mark: HistoryMark): Past {
  let now = new Date(mark.beganAt);
  const ctx: EnterpriseContext = {
    ...enterpriseContext(deps, enterpriseId),
    now: () => now,
    transaction: (work) => work(tx),
    // The step's own rows must be seen, and no other connection sees them yet.
    read: (work) => work(tx),
    events: { record: () => Promise.resolve() },
    jobs: { enqueue: () => Promise.resolve() },
    bus: { publish: () => {} },
  };
  return {
    deps,
    ctx,
    tx,
    mark,
    goTo: (time) => {
      now = time;
    },
    pass: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    as: (email) => asDemoUser(deps, ctx, mark, email),
  };
}
