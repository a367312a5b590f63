import type { Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseSecurityTable } from '#platform/db/schema.account.ts';

export type SecurityRow = Omit<Selectable<EnterpriseSecurityTable>, 'enterpriseId' | 'updatedAt'>;

/** The row of an enterprise without requirements beyond those of the installation. */
const nothingAsked: SecurityRow = {
  requireTwoFactor: false,
  graceUntil: null,
  sessionHours: null,
  idleMinutes: null,
  domains: [],
  networks: [],
  passwordDays: null,
  version: 0,
};

/** Reads an enterprise's requirements for sign-in. */
export async function readSecurity(tx: Read, enterpriseId: string): Promise<SecurityRow> {
  const row = await tx
    .selectFrom('enterpriseSecurity')
    .select(['requireTwoFactor', 'graceUntil', 'sessionHours', 'idleMinutes', 'domains', 'networks', 'passwordDays', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();
  return row ?? nothingAsked;
}

type Change = Pick<SecurityRow, 'sessionHours' | 'idleMinutes' | 'domains' | 'networks' | 'passwordDays'>;

export async function writeSecurity(tx: Tx, enterpriseId: string, change: Change, version: number, updatedAt: Date): Promise<void> {
  const columns = { ...change, version, updatedAt };
  await tx
    .insertInto('enterpriseSecurity')
    .values({ enterpriseId, ...columns })
    .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet(columns))
    .execute();
}
