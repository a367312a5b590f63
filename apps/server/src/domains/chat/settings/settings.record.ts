import { chatSettingKeys } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import type { Read } from '#platform/db/database.ts';
import { findDepartmentName, findScopes } from './settings.repository.ts';
import { ownValues, resolve } from './settings.rules.ts';

/** A value that a department inherits is null; of the enterprise all values are shown. */
async function readValues(tx: Read, enterpriseId: string, id: string): Promise<Snapshot | undefined> {
  if (id === enterpriseId) return resolve(await findScopes(tx, enterpriseId, null)).chat;
  const department = await findDepartmentName(tx, enterpriseId, id);
  if (department === undefined) return undefined;
  const own = ownValues((await findScopes(tx, enterpriseId, id)).department?.own, true);
  return { department, ...Object.fromEntries(chatSettingKeys.map((key) => [key, own[key] ?? null])) };
}

/** One of the enterprise, under its id, and one of each department. */
export const chatSettingsRecord = defineRecord({
  kind: 'chat_settings',
  module: 'chat',
  tables: ['chatSettings'],
  fields: { ...Object.fromEntries(chatSettingKeys.map((key) => [key, 'plain' as const])), department: 'plain' },
  read: readValues,
  nameOf: ({ department }) => String(department ?? ''),
});
