import { CompanyGeneral } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { readSettings, saveSettings } from '../enterprise/enterprise.service.ts';

type Company = { general: CompanyGeneral; version: number };

/** Columns of the enterprise, and what lies in its settings; what was never saved has version 0. */
export async function readCompany(tx: Read, enterpriseId: string): Promise<Company> {
  const { region: state, ...row } = await tx
    .selectFrom('enterprises')
    .select(['name', 'address', 'city', 'region', 'pincode', 'country', 'timeZone'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  const { version = 0, ...more } = (await readSettings(tx, enterpriseId, 'company')) as Partial<CompanyGeneral> & { version?: number };
  return { general: CompanyGeneral.parse({ ...more, ...row, state }), version };
}

export async function writeCompany(tx: Tx, enterpriseId: string, general: CompanyGeneral, version: number): Promise<void> {
  const { name, address, city, state: region, pincode, country, timeZone, ...more } = general;
  await tx
    .updateTable('enterprises')
    .set({ name: name.trim(), address, city, region, pincode, country, timeZone })
    .where('enterpriseId', '=', enterpriseId)
    .execute();
  await saveSettings(tx, enterpriseId, 'company', { ...more, version });
}
