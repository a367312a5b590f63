import type { TemplateComponent } from '@parley/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import type { TemplateTable } from '#platform/db/schema.sending.ts';
import { fileIdOf } from '#platform/files/file-url.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor } from '../../../context.ts';
import type { FileUse, FileUser } from '../../file/door.ts';

export type ChannelRow = Selectable<ChannelTable>;
/** A template with what its channel says of it. */
export type TemplateRow = Selectable<TemplateTable> & { channelName: string; channelType: number; vendor: string };

export type TemplateFilter = {
  from: number;
  limit: number;
  channelId: string;
  types: readonly number[];
  name: string;
  status: string;
  category: string;
  language: string;
};

const rowsOf = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('templates as t')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 't.enterpriseId').onRef('c.channelId', '=', 't.channelId'))
    .selectAll('t')
    .select(['c.name as channelName', 'c.type as channelType', 'c.vendor'])
    .where('t.enterpriseId', '=', enterpriseId)
    .where('t.deletedAt', 'is', null);

/** @throws DomainError template.not_found, for another enterprise's and a deleted one too */
export async function accessTemplate(tx: Read, enterpriseId: string, templateId: string, { lock = false } = {}): Promise<TemplateRow> {
  const row = await rowsOf(tx, enterpriseId)
    .where('t.templateId', '=', templateId)
    .$if(lock, (query) => query.forUpdate('t'))
    .executeTakeFirst();
  if (!row) throw new DomainError('template.not_found', 'No such template.', {});
  return row;
}

/** Finds a template by its id, or by its name on a channel, where an approved one comes first. */
export async function accessNamedTemplate(tx: Read, enterpriseId: string, channelId: string, idOrName: string): Promise<TemplateRow> {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(idOrName)) return accessTemplate(tx, enterpriseId, idOrName);
  const row = await rowsOf(tx, enterpriseId)
    .where('t.name', '=', idOrName)
    .where('t.replacesId', 'is', null)
    .$if(channelId !== '', (query) => query.where('t.channelId', '=', channelId))
    .orderBy(sql`t.status <> 'APPROVED'`)
    .orderBy('t.templateId')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new DomainError('template.not_found', 'No such template.', {});
  return row;
}

export async function accessTemplateChannel(tx: Read, enterpriseId: string, channelId: string): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  if (!row) throw new DomainError('channel.not_found', 'No such channel.', {});
  return row;
}

export function listTemplateRows(tx: Read, enterpriseId: string, filter: TemplateFilter): Promise<TemplateRow[]> {
  return rowsOf(tx, enterpriseId)
    .where('c.type', 'in', filter.types)
    .$if(filter.channelId !== '', (query) => query.where('t.channelId', '=', filter.channelId))
    .$if(filter.name !== '', (query) => query.where('t.name', 'ilike', containing(filter.name)))
    .$if(filter.status !== '', (query) => query.where('t.status', '=', filter.status as TemplateRow['status']))
    .$if(filter.category !== '', (query) => query.where('t.category', '=', filter.category as TemplateRow['category']))
    .$if(filter.language !== '', (query) => query.where('t.language', '=', filter.language))
    .orderBy('t.name')
    .orderBy('t.language')
    .orderBy('t.templateId')
    .$call(pageOf(filter))
    .execute();
}

/** All of a channel, locked in the order of their ids; without a name, every one. */
export const lockChannelTemplates = (tx: Tx, enterpriseId: string, channelId: string, names?: readonly string[]): Promise<TemplateRow[]> =>
  rowsOf(tx, enterpriseId)
    .where('t.channelId', '=', channelId)
    .$if(names !== undefined, (query) => query.where('t.name', 'in', names ?? []))
    .orderBy('t.templateId')
    .forUpdate('t')
    .execute();

/** A template that still exists, locked. */
export const lockTemplate = (tx: Tx, enterpriseId: string, templateId: string): Promise<TemplateRow | undefined> =>
  rowsOf(tx, enterpriseId).where('t.templateId', '=', templateId).forUpdate('t').executeTakeFirst();

export async function findLastSync(tx: Read, enterpriseId: string, { channelId, types }: Pick<TemplateFilter, 'channelId' | 'types'>) {
  const row = await tx
    .selectFrom('templates as t')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 't.enterpriseId').onRef('c.channelId', '=', 't.channelId'))
    .select((eb) => eb.fn.max('t.syncedAt').as('at'))
    .where('t.enterpriseId', '=', enterpriseId)
    .where('c.type', 'in', types)
    .$if(channelId !== '', (query) => query.where('t.channelId', '=', channelId))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The version of each that is being worked on, or waits for the vendor. */
export async function findReplacements(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('templates')
    .select(['templateId', 'replacesId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('replacesId', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.replacesId ?? '', row.templateId]));
}

export async function insertTemplates(tx: Tx, rows: readonly Insertable<TemplateTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('templates').values(rows).execute();
}

export async function updateTemplate(tx: Tx, enterpriseId: string, templateId: string, changes: Updateable<TemplateTable>): Promise<void> {
  await tx.updateTable('templates').set(changes).where('enterpriseId', '=', enterpriseId).where('templateId', '=', templateId).execute();
}

/** The values of a template that the audit trail keeps. */
export const findTemplateRecord = (tx: Read, enterpriseId: string, templateId: string) =>
  tx
    .selectFrom('templates as t')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 't.enterpriseId').onRef('c.channelId', '=', 't.channelId'))
    .select([
      't.name',
      'c.name as channelName',
      't.language',
      't.category',
      't.status',
      't.statusReason',
      't.quality',
      't.vendorTemplateId',
      't.replacesId',
      't.components',
      't.extra',
    ])
    .where('t.enterpriseId', '=', enterpriseId)
    .where('t.templateId', '=', templateId)
    .where('t.deletedAt', 'is', null)
    .executeTakeFirst();

/** A template whose place an approved version takes, as it was. */
export const readOriginal = (tx: Read, enterpriseId: string, templateId: string) =>
  tx
    .selectFrom('templates')
    .select(['version', 'vendorTemplateId', 'status', 'category'])
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .executeTakeFirstOrThrow();

/** A template in the bin, locked. */
export const lockDeletedTemplate = (tx: Tx, enterpriseId: string, templateId: string) =>
  tx
    .selectFrom('templates')
    .select(['name', 'language', 'channelId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .where('deletedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Finds the template of this name and language on a channel of a type. */
export const findTemplateByName = (
  tx: Read,
  enterpriseId: string,
  { name, channelType, language }: Pick<TemplateRow, 'name' | 'channelType' | 'language'>,
): Promise<{ id: string; name: string } | undefined> =>
  tx
    .selectFrom('templates as t')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 't.enterpriseId').onRef('c.channelId', '=', 't.channelId'))
    .select(['t.templateId as id', 't.name'])
    .where('t.enterpriseId', '=', enterpriseId)
    .where('t.name', '=', name)
    .where('t.language', '=', language)
    .where('c.type', '=', channelType)
    .where('t.deletedAt', 'is', null)
    .where('t.replacesId', 'is', null)
    .orderBy('t.templateId')
    .limit(1)
    .executeTakeFirst();

/** Tells whether a channel has a template of this name in a language. */
export async function isTemplateName(
  tx: Read,
  enterpriseId: string,
  { channelId, language }: Pick<TemplateRow, 'channelId' | 'language'>,
  name: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('templates')
    .select('templateId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('name', '=', name)
    .where('language', '=', language)
    .where('deletedAt', 'is', null)
    .where('replacesId', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function purgeTemplates(tx: Tx, enterpriseId: string, templateIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('templates')
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', [...templateIds])
    .where('deletedAt', 'is not', null)
    .execute();
}

/** Stores the time of a channel's last reading of its templates from the vendor. */
export async function noteSynced(tx: Tx, enterpriseId: string, channelId: string, syncedAt: Date): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ syncedAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Stores the time of a template's last sending, for the list. */
export const noteTemplateSent = (tx: Tx, enterpriseId: string, templateId: string, at: Date): Promise<void> =>
  updateTemplate(tx, enterpriseId, templateId, { lastSentAt: at });

export type Sample = { fileId: string; format: 'IMAGE' | 'VIDEO' | 'DOCUMENT' };

/** Files of the house that stand as samples in a template. */
/** Every file of ours that components name, by its id or by its address. */
export function filesOf(components: readonly TemplateComponent[]): string[] {
  const ids = components.flatMap((component) => {
    if (component.type === 'HEADER') return [component.fileId, fileIdOf(component.resourceUrl) ?? ''];
    if (component.type !== 'CAROUSEL') return [];
    return component.cards.flatMap(({ header }) => [header.fileId, fileIdOf(header.url) ?? '']);
  });
  return [...new Set(ids.filter(Boolean))];
}

/**
 * Files that templates hold: users who work with templates read them anyway. An id that only stands in a template's words is none of its
 * files, or writing it there would open the file.
 */
export async function listTemplateFiles(tx: Tx, { enterpriseId }: Actor, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ components: TemplateComponent[] }>`select t.components from templates t
    where t.enterprise_id = ${enterpriseId} and t.deleted_at is null
      and exists (select from unnest(${[...fileIds]}::text[]) f (id) where position(f.id in t.components::text) > 0)`.execute(tx);
  const held = new Set(rows.flatMap(({ components }) => filesOf(components)));
  return fileIds.filter((fileId) => held.has(fileId));
}

/** Templates that name a file in their components. */
export const templateFiles: FileUser = {
  async list(tx, enterpriseId, fileIds) {
    const { rows } = await sql<FileUse>`
      select f.id as file_id, t.name, t.status = 'APPROVED' as is_live from unnest(${[...fileIds]}::text[]) f (id)
        join templates t on t.enterprise_id = ${enterpriseId} and t.deleted_at is null and position(f.id in t.components::text) > 0`.execute(
      tx,
    );
    return rows;
  },
};

/** Matches files that templates name, in whatever state these are. */
export const isInTemplate = (enterpriseId: RawBuilder<string>, fileId: RawBuilder<string | null>): RawBuilder<SqlBool> =>
  sql`exists (select from templates t where t.enterprise_id = ${enterpriseId} and t.deleted_at is null
    and position(${fileId}::text in t.components::text) > 0)`;

export const samplesOf = (components: readonly TemplateComponent[]): Sample[] =>
  components.flatMap((component): Sample[] => {
    if (component.type === 'HEADER') {
      const { fileId, format } = component;
      return fileId === '' || format === 'NONE' || format === 'TEXT' ? [] : [{ fileId, format }];
    }
    if (component.type !== 'CAROUSEL') return [];
    return component.cards.flatMap(({ header: { fileId, format } }) => (fileId === '' || format === 'NONE' ? [] : [{ fileId, format }]));
  });
