import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { TrainingReport } from '@parley/contract';
import { keptVersions } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BotVersionTable, VersionSummary } from '#platform/db/schema.bot.ts';
import { newId } from '#platform/ids.ts';
import type { BotDefinition, DefinedPassage, Phrase } from './bot.definition.ts';

export type VersionRow = Selectable<BotVersionTable>;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Parts of a version, by name; models are as the engine makes them, texts are JSON, packed. */
export type VersionParts = {
  definition: BotDefinition;
  phrases: Phrase[];
  passages: DefinedPassage[];
  intentModel: Uint8Array | null;
  slotModel: Uint8Array | null;
  passageIndex: Uint8Array | null;
};
type PartName = keyof VersionParts;
const models = new Set<PartName>(['intentModel', 'slotModel', 'passageIndex']);

const toBytes = async (name: PartName, value: VersionParts[PartName]): Promise<Buffer> =>
  models.has(name) ? Buffer.from(value as Uint8Array) : pack(Buffer.from(JSON.stringify(value)));

export type NewVersion = {
  botId: string;
  fingerprint: string;
  parts: VersionParts;
  summary: VersionSummary;
  report: TrainingReport;
  createdBy: string | null;
  createdAt: Date;
};

/** Stores a version, which nothing changes afterwards. Texts are packed beforehand: a transaction is no place to wait for that. */
export async function prepareParts(parts: VersionParts): Promise<{ part: PartName; bytes: Buffer }[]> {
  const given = Object.entries(parts).filter(([, value]) => value !== null) as [PartName, VersionParts[PartName]][];
  return Promise.all(given.map(async ([part, value]) => ({ part, bytes: await toBytes(part, value) })));
}

export async function insertVersion(
  tx: Tx,
  enterpriseId: string,
  { botId, fingerprint, summary, report, createdBy, createdAt }: Omit<NewVersion, 'parts'>,
  parts: { part: string; bytes: Buffer }[],
): Promise<string> {
  const versionId = newId();
  const { number } = await tx
    .updateTable('bots')
    .set({ lastVersionNumber: sql`last_version_number + 1` })
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .returning('lastVersionNumber as number')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('botVersions')
    .values({
      enterpriseId,
      versionId,
      botId,
      number,
      fingerprint,
      summary: JSON.stringify(summary),
      report: JSON.stringify(report),
      createdBy,
      createdAt,
    })
    .execute();
  for (const { part, bytes } of parts) await tx.insertInto('botVersionParts').values({ enterpriseId, versionId, part, bytes }).execute();
  return versionId;
}

/** Lets a version serve, and drops the models of those that nobody can restore any more: the last five and the serving one stay. */
export async function serveVersion(tx: Tx, enterpriseId: string, botId: string, versionId: string): Promise<void> {
  await tx
    .updateTable('bots')
    .set({ servingVersionId: versionId })
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .execute();
  await sql`with kept as (
      select version_id from bot_versions where enterprise_id = ${enterpriseId} and bot_id = ${botId} order by number desc limit ${keptVersions}
    ), dropped as (
      update bot_versions v set has_parts = false
      where v.enterprise_id = ${enterpriseId} and v.bot_id = ${botId} and v.has_parts and v.version_id <> ${versionId}
        and v.version_id not in (select version_id from kept) returning v.version_id
    ) delete from bot_version_parts p using dropped d where p.enterprise_id = ${enterpriseId} and p.version_id = d.version_id`.execute(tx);
}

/** Some parts of a version; one that it does not have is null. */
export async function readParts<const N extends PartName>(
  tx: Read,
  enterpriseId: string,
  versionId: string,
  names: readonly N[],
): Promise<{ [P in N]: VersionParts[P] | null }> {
  const rows = await tx
    .selectFrom('botVersionParts')
    .select(['part', 'bytes'])
    .where('enterpriseId', '=', enterpriseId)
    .where('versionId', '=', versionId)
    .where('part', 'in', [...names])
    .execute();
  const read = async (name: PartName) => {
    const bytes = rows.find(({ part }) => part === name)?.bytes;
    if (!bytes) return null;
    return models.has(name) ? new Uint8Array(bytes) : (JSON.parse((await unpack(bytes)).toString()) as unknown);
  };
  const parts = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
  return Object.fromEntries(parts) as { [P in N]: VersionParts[P] | null };
}

export const listVersionRows = (tx: Read, enterpriseId: string, botId: string, limit: number): Promise<VersionRow[]> =>
  tx
    .selectFrom('botVersions')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

export const findVersion = (tx: Read, enterpriseId: string, botId: string, versionId: string): Promise<VersionRow | undefined> =>
  tx
    .selectFrom('botVersions')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('versionId', '=', versionId)
    .executeTakeFirst();
