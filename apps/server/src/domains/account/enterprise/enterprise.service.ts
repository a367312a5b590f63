import type { Tx } from '#platform/db/database.ts';
import { addReadyMadeRoles } from '../access/role.service.ts';
import { insertEnterprise } from './enterprise.repository.ts';

export type NewEnterprise = {
  name: string;
  address?: string;
  city?: string;
  region?: string;
  country?: string;
  pincode?: string;
  timeZone?: string;
};

/** An enterprise with the roles that every one starts with; users and channels are added by those who own them. */
export async function createEnterprise(tx: Tx, enterpriseId: string, enterprise: NewEnterprise): Promise<void> {
  await insertEnterprise(tx, { enterpriseId, ...enterprise });
  await addReadyMadeRoles(tx, enterpriseId);
}

/** The IANA name of the zone that the enterprise keeps its hours in. */
export async function readTimeZone(tx: Tx, enterpriseId: string): Promise<string> {
  const { timeZone } = await tx
    .selectFrom('enterprises')
    .select('timeZone')
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return timeZone;
}
