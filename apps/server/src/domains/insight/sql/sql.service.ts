import { randomBytes } from 'node:crypto';
import { type SqlAccess, type SqlAccessMade, type SqlStatement, sqlGraceHours, type sqlObstacles } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import { listStatements } from './sql.log.repository.ts';
import { reportingLoginRecord } from './sql.record.ts';
import {
  deleteLogin,
  ensureKey,
  findReadiness,
  insertLogin,
  limitLogin,
  listLogins,
  lockAccess,
  type Readiness,
} from './sql.repository.ts';
import { makeLogin, makePassword, verifierOf } from './sql.rules.ts';

type Address = Config['sqlAddress'];
type Obstacle = (typeof sqlObstacles)[number];

function obstacleOf(address: Address, { hasViews, mayMakeRoles }: Readiness): Obstacle | null {
  if (!address) return 'address';
  if (!mayMakeRoles) return 'roles';
  return hasViews ? null : 'views';
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** Statements by which the operator makes room; the views are made at the next start. */
const remedies = (owner: string): Record<Obstacle, string> => ({
  address: 'SQL_ADDRESS=<host>:<port>',
  roles: `alter role ${quoted(owner)} createrole;`,
  views: `create role parley_reporting nologin; grant parley_reporting to ${quoted(owner)};`,
});

async function present(tx: Read, enterpriseId: string, address: Address): Promise<SqlAccess> {
  const [readiness, logins] = [await findReadiness(tx), await listLogins(tx, enterpriseId)];
  const obstacle = obstacleOf(address, readiness);
  return {
    obstacle,
    remedy: obstacle ? remedies(readiness.owner)[obstacle] : '',
    host: address?.host ?? '',
    port: address?.port ?? 0,
    database: readiness.database,
    logins: logins.map(({ login, createdAt, validUntil, createdByName }) => ({
      login,
      createdOn: createdAt.toISOString(),
      createdBy: createdByName,
      validUntil: validUntil?.toISOString() ?? null,
    })),
  };
}

export const getAccess = (ctx: Ctx, address: Address): Promise<SqlAccess> => ctx.read((tx) => present(tx, ctx.enterpriseId, address));

async function addLogin(ctx: Ctx, tx: Tx, verifier: string): Promise<void> {
  const { enterpriseId, actor } = ctx;
  await insertLogin(tx, { enterpriseId, login: makeLogin(), verifier, createdBy: actor.userId, createdAt: ctx.now() });
}

/** @throws DomainError sql.not_possible with the reason */
async function assertPossible(tx: Tx, address: Address): Promise<void> {
  const reason = obstacleOf(address, await findReadiness(tx));
  if (reason) throw new DomainError('sql.not_possible', 'Reading by SQL is not set up on this installation.', { reason });
}

/**
 * Makes the login of the enterprise.
 * @returns its password, which nobody is told again
 * @throws DomainError sql.not_possible, sql.is_on
 */
export async function switchOn(ctx: Ctx, address: Address): Promise<SqlAccessMade> {
  const { enterpriseId } = ctx;
  const password = makePassword();
  const verifier = await verifierOf(password);
  return ctx.transaction(async (tx) => {
    await ensureKey(tx, enterpriseId, randomBytes(32));
    await lockAccess(tx, enterpriseId);
    await assertPossible(tx, address);
    if ((await listLogins(tx, enterpriseId)).length > 0) throw new DomainError('sql.is_on', 'Reading by SQL is on already.', {});
    await creating(
      ctx,
      tx,
      reportingLoginRecord,
      () => enterpriseId,
      () => addLogin(ctx, tx, verifier),
    );
    return { ...(await present(tx, enterpriseId, address)), password };
  });
}

/**
 * Makes another login with a password of its own, since a role of PostgreSQL has one password at a time. The former one works for a day; the
 * one before that ends now.
 * @throws DomainError sql.not_possible, sql.is_off
 */
export async function renew(ctx: Ctx, address: Address): Promise<SqlAccessMade> {
  const { enterpriseId } = ctx;
  const password = makePassword();
  const verifier = await verifierOf(password);
  return ctx.transaction(async (tx) => {
    await lockAccess(tx, enterpriseId);
    await assertPossible(tx, address);
    const logins = await listLogins(tx, enterpriseId);
    if (logins.length === 0) throw new DomainError('sql.is_off', 'Reading by SQL is off.', {});
    await changing(ctx, tx, reportingLoginRecord, enterpriseId, 'change_password', async () => {
      const until = new Date(ctx.now().getTime() + sqlGraceHours * 3_600_000);
      for (const { login, validUntil } of logins) {
        if (validUntil) await deleteLogin(tx, enterpriseId, login);
        else await limitLogin(tx, enterpriseId, login, until);
      }
      await addLogin(ctx, tx, verifier);
    });
    return { ...(await present(tx, enterpriseId, address)), password };
  });
}

/** @throws DomainError sql.is_off */
export const switchOff = (ctx: Ctx, address: Address): Promise<SqlAccess> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockAccess(tx, enterpriseId);
    const logins = await listLogins(tx, enterpriseId);
    if (logins.length === 0) throw new DomainError('sql.is_off', 'Reading by SQL is off.', {});
    await changing(ctx, tx, reportingLoginRecord, enterpriseId, 'delete', async () => {
      for (const { login } of logins) await deleteLogin(tx, enterpriseId, login);
    });
    return present(tx, enterpriseId, address);
  });

type Page = { perPage: number; after: string };

export async function listLog(ctx: Ctx, { perPage, after }: Page): Promise<{ statements: SqlStatement[]; more: boolean }> {
  const rows = await ctx.read((tx) => listStatements(tx, ctx.enterpriseId, { limit: perPage + 1, after }));
  const statements = rows.slice(0, perPage).map((row) => ({
    id: row.statementId,
    login: row.login,
    beganAt: row.beganAt.toISOString(),
    application: row.application,
    address: row.address,
    statement: row.statement,
    tookMs: row.tookMs,
    outcome: row.outcome,
  }));
  return { statements, more: rows.length > perPage };
}
