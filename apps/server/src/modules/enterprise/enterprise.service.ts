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
