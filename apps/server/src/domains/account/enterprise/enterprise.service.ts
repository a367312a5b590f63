import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
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

/** An enterprise with the roles that every one starts with; the modules that own users and channels add them. */
export async function createEnterprise(tx: Tx, enterpriseId: string, enterprise: NewEnterprise): Promise<void> {
  await insertEnterprise(tx, { enterpriseId, ...enterprise });
  await addReadyMadeRoles(tx, enterpriseId);
}

/** The IANA name of the zone that the enterprise keeps its hours in. */
export async function readTimeZone(tx: Read, enterpriseId: string): Promise<string> {
  const { timeZone } = await tx
    .selectFrom('enterprises')
    .select('timeZone')
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return timeZone;
}

/** The country of the enterprise's own address, as its form has it. */
export async function readCountry(tx: Read, enterpriseId: string): Promise<string> {
  const { country } = await tx
    .selectFrom('enterprises')
    .select('country')
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return country;
}

/** Both of them, in one look. */
export const readPlace = (tx: Read, enterpriseId: string): Promise<{ timeZone: string; country: string }> =>
  tx.selectFrom('enterprises').select(['timeZone', 'country']).where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();

/** `demo`: how far the demo enterprise's history is made. */
type SettingsPart = 'company' | 'demo';

/** Reads an enterprise's settings of one part of the product; each part knows its own defaults. */
export async function readSettings(tx: Read, enterpriseId: string, part: SettingsPart): Promise<Record<string, unknown>> {
  const { settings } = await tx
    .selectFrom('enterprises')
    .select('settings')
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return (settings[part] as Record<string, unknown> | undefined) ?? {};
}

/** Parts are saved one after the other, each by what stands when it is its turn. */
export async function lockSettings(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .selectFrom('enterprises')
    .select('enterpriseId')
    .where('enterpriseId', '=', enterpriseId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Sets what the change names; the rest of the part stays. */
export async function saveSettings(tx: Tx, enterpriseId: string, part: SettingsPart, change: Record<string, unknown>): Promise<void> {
  await tx
    .updateTable('enterprises')
    .set({
      settings: sql`jsonb_set(settings, ${[part]}::text[], coalesce(settings->${part}::text, '{}'::jsonb) || ${JSON.stringify(change)}::jsonb)`,
    })
    .where('enterpriseId', '=', enterpriseId)
    .execute();
}

export const readEnterpriseName = async (tx: Read, enterpriseId: string): Promise<string> =>
  (await tx.selectFrom('enterprises').select('name').where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow()).name;

/** Reads the postal address of the enterprise, in lines. */
export async function readPostalAddress(tx: Tx, enterpriseId: string): Promise<string> {
  const row = await tx
    .selectFrom('enterprises')
    .select(['address', 'city', 'pincode', 'region', 'country'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return [row.address, [row.city, row.pincode].filter(Boolean).join(' '), row.region, row.country].filter(Boolean).join('\n');
}

/** '' where the enterprise has told none. */
export async function readTaxId(tx: Tx, enterpriseId: string): Promise<string> {
  const { taxId = '' } = (await readSettings(tx, enterpriseId, 'company')) as { taxId?: string };
  return taxId;
}
