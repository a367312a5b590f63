import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { sqlObstacles } from './sql-kinds.ts';

/** Hours for which a former login works beside its successor, so that programs can be told the new one. */
export const sqlGraceHours = 24;
/** A statement that takes longer is cancelled. */
export const sqlStatementSeconds = 30;
export const sqlConnections = 4;
export const sqlLogDays = 30;

export const SqlLogin = z.object({
  login: z.string(),
  createdOn: Instant,
  createdBy: z.string(),
  /** Null: the one in use; a former one works until then */
  validUntil: Instant.nullable(),
});
export type SqlLogin = z.infer<typeof SqlLogin>;

export const SqlAccess = z
  .object({
    /** Null: logins can be made */
    obstacle: z.enum(sqlObstacles).nullable(),
    /** Statements for the operator of the installation, where they help */
    remedy: z.string(),
    host: z.string(),
    port: z.number(),
    database: z.string(),
    /** None: it is off. The one in use is the first */
    logins: z.array(SqlLogin),
  })
  .meta({ id: 'SqlAccess' });
export type SqlAccess = z.infer<typeof SqlAccess>;

export const sqlOutcomes = ['running', 'ended', 'cancelled', 'terminated'] as const;
export const SqlStatement = z
  .object({
    id: Id,
    login: z.string(),
    beganAt: Instant,
    application: z.string(),
    address: z.string(),
    /** 500 characters, with ? in place of each literal */
    statement: z.string(),
    tookMs: z.number(),
    outcome: z.enum(sqlOutcomes),
  })
  .meta({ id: 'SqlStatement' });
export type SqlStatement = z.infer<typeof SqlStatement>;

/** The password is told here and never again. */
const Made = SqlAccess.extend({ password: z.string() });
export type SqlAccessMade = z.infer<typeof Made>;

const tag = 'SQL';
const base = '/e/enterprise/reports/sql';
const access = ['ENTERPRISE.EDIT'] as const;
export const sqlEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Where and by which login the enterprise reads its figures by SQL',
    tag,
    access,
    answer: SqlAccess,
  }),
  on: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Make a login that reads the views; `password` is told here and never again',
    tag,
    access,
    proof: true,
    audit: leaves('reporting_login', 'create'),
    answer: Made,
  }),
  renew: defineEndpoint({
    method: 'POST',
    path: `${base}/password`,
    summary: `Make a new login and password; the former login works ${sqlGraceHours} hours more`,
    tag,
    access,
    proof: true,
    audit: leaves('reporting_login', 'change_password'),
    answer: Made,
  }),
  off: defineEndpoint({
    method: 'DELETE',
    path: base,
    summary: 'Delete the logins; their sessions end at once',
    tag,
    access,
    audit: leaves('reporting_login', 'delete'),
    answer: SqlAccess,
  }),
  log: defineEndpoint({
    method: 'GET',
    path: `${base}/log`,
    summary: 'Statements that were seen, the newest first',
    tag,
    access,
    query: z.object({
      perPage: z.coerce.number().int().min(1).max(100).default(25),
      after: z.union([Id, z.literal('')]).default(''),
    }),
    answer: z.object({ statements: z.array(SqlStatement), more: z.boolean() }),
  }),
};
