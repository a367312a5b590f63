import {
  type Artifact,
  type ArtifactQuery,
  type ArtifactSave,
  fieldError,
  fileArtifacts,
  kindOfArtifact,
  type UploadedFile,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ArtifactContent } from '#platform/db/schema.library.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { insertFile, replaceFile } from '../file/file.repository.ts';
import { accessFile } from '../file/file.service.ts';
import { packArtifact } from './artifact.bin.ts';
import { artifactInvalid, type TakenFile, takeUpload } from './artifact.file.ts';
import { mayEdit, presentArtifact } from './artifact.present.ts';
import { artifactRecord } from './artifact.record.ts';
import {
  type ArtifactRow,
  accessArtifact,
  accessBucket,
  changeArtifact,
  findSameUpload,
  getListedArtifact,
  insertArtifact,
  type ListedArtifact,
  listArtifactRows,
  removeArtifact,
} from './artifact.repository.ts';
import { departmentChecks, listArtifactUses, listFileUses, makerNames } from './artifact.uses.ts';

const fileIdsOf = (rows: readonly Pick<ArtifactRow, 'fileId'>[]) => rows.flatMap(({ fileId }) => (fileId ? [fileId] : []));

/** Returns the makers' names. */
async function namesOf(ctx: Ctx, tx: Read, rows: readonly Pick<ArtifactRow, 'ownerId'>[]): Promise<string[]> {
  const ownerIds = rows.map(({ ownerId }) => ownerId);
  const [names = []] = await Promise.all(ctx.extensions.of(makerNames).map((find) => find(tx, ctx.enterpriseId, ownerIds)));
  return names;
}

async function presentAll(ctx: Ctx, tx: Read, rows: readonly ListedArtifact[]): Promise<Artifact[]> {
  const uses = await listFileUses(ctx, tx, fileIdsOf(rows));
  const named = await listArtifactUses(
    ctx,
    tx,
    rows.map(({ artifactId }) => artifactId),
  );
  const names = await namesOf(ctx, tx, rows);
  return rows.map((row, index) => presentArtifact(row, ctx.actor, { uses, named, makerName: names[index] ?? '' }, ctx.fileUrl));
}

export function listArtifacts(ctx: Ctx, query: ArtifactQuery): Promise<{ artifacts: Artifact[]; more: boolean }> {
  const limit = query.perPage === -1 ? 1000 : query.perPage;
  return ctx.read(async (tx) => {
    const rows = await listArtifactRows(ctx, tx, query, { from: query.from, limit: limit + 1 });
    return { artifacts: await presentAll(ctx, tx, rows.slice(0, limit)), more: rows.length > limit };
  });
}

async function presentOne(ctx: Ctx, tx: Read, artifactId: string): Promise<Artifact> {
  const [artifact] = await presentAll(ctx, tx, [await getListedArtifact(tx, ctx.actor, artifactId)]);
  return artifact as Artifact;
}
export const getArtifact = (ctx: Ctx, artifactId: string): Promise<Artifact> => ctx.read((tx) => presentOne(ctx, tx, artifactId));

/** Returns the fields that each type needs beside its file. @throws DomainError artifact.invalid */
function contentOf({ data }: ArtifactSave): ArtifactContent {
  switch (data.type) {
    case 'LOCATION':
      if (data.latitude === null || data.longitude === null) throw artifactInvalid(fieldError('latitude', 'artifact.place'));
      return { latitude: data.latitude, longitude: data.longitude, address: data.address.trim() };
    case 'MSG':
      if (data.message.trim() === '') throw artifactInvalid(fieldError('message', 'artifact.no_message'));
      return { message: data.message };
    case 'URL':
      if (!/^https?:\/\/[^\s]+$/i.test(data.url.trim()) || !URL.canParse(data.url.trim()))
        throw artifactInvalid(fieldError('url', 'artifact.link'));
      return { url: data.url.trim(), title: data.title.trim() };
    default:
      return {};
  }
}

function nameOf({ data }: ArtifactSave, file: Pick<TakenFile, 'name'> | undefined): string {
  const own = data.name.trim() || file?.name || data.title.trim() || data.address.trim() || data.message.trim() || data.url.trim();
  return own.length > 120 ? `${own.slice(0, 119)}…` : own || 'Attachment';
}

function assertForm(ctx: Ctx, save: ArtifactSave): void {
  if (save.type !== undefined && save.type !== kindOfArtifact[save.data.type])
    throw artifactInvalid(fieldError('type', 'artifact.type_kind', { type: save.data.type, kind: kindOfArtifact[save.data.type] }));
  if (!save.adminCreated) return;
  if (!can(ctx.actor, 'CREATIVES.CREATE')) throw accessDenied(['CREATIVES.CREATE']);
  if (!save.isPublic) throw artifactInvalid(fieldError('isPublic', 'artifact.public'));
}

const sizeOf = ({ width, height }: TakenFile): ArtifactContent => (width && height ? { width, height } : {});
const writeFile = (tx: Tx, ctx: Ctx, { fileId, sha256, name, type, kind, sizeBytes }: TakenFile) =>
  insertFile(tx, {
    enterpriseId: ctx.enterpriseId,
    fileId,
    sha256,
    name,
    type,
    kind,
    sizeBytes,
    createdBy: ctx.actor.userId,
    visitorAddress: null,
  });

async function assertDepartment(ctx: Ctx, tx: Tx, { deptId }: ArtifactSave): Promise<void> {
  if (deptId !== '') await Promise.all(ctx.extensions.of(departmentChecks).map((check) => check(tx, ctx.enterpriseId, [deptId])));
}

/** Adds an attachment. The same file twice offers the one that is there. */
export async function createArtifact(ctx: Ctx, save: ArtifactSave): Promise<Artifact> {
  assertForm(ctx, save);
  const content = contentOf(save);
  const isFile = fileArtifacts[save.data.type] !== undefined;
  if (isFile && save.data.fileId === '') throw artifactInvalid(fieldError('fileId', 'file.missing'));
  const file = isFile ? await takeUpload(ctx, save.data.fileId, save.data.type) : undefined;
  const artifactId = newId();
  return ctx.transaction(async (tx) => {
    const same = file && !save.isCopy ? await findSameUpload(tx, ctx.actor, file.uploadSha256) : undefined;
    if (same) throw new DomainError('artifact.duplicate', `The library already has this file: ${same.name}.`, same);
    if (save.bucketId) await accessBucket(tx, ctx.actor, save.bucketId);
    await assertDepartment(ctx, tx, save);
    if (file) await writeFile(tx, ctx, file);
    const row = {
      enterpriseId: ctx.enterpriseId,
      artifactId,
      dataType: save.data.type,
      name: nameOf(save, file),
      description: save.data.desc.trim(),
      data: JSON.stringify({ ...content, ...(file ? sizeOf(file) : {}) }),
      fileId: file?.fileId ?? null,
      uploadSha256: file?.uploadSha256 ?? '',
      bucketId: save.bucketId || null,
      deptId: save.deptId || null,
      isPublic: save.isPublic,
      isAdminCreated: save.adminCreated,
      ownerId: ctx.actor.userId,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    };
    await creating(
      ctx,
      tx,
      artifactRecord,
      () => artifactId,
      () => insertArtifact(tx, row),
    );
    return presentOne(ctx, tx, artifactId);
  });
}

async function accessEditable(tx: Tx, ctx: Ctx, artifactId: string): Promise<ArtifactRow> {
  const row = await accessArtifact(tx, ctx.actor, artifactId);
  if (!mayEdit(row, ctx.actor)) throw accessDenied(['CREATIVES.EDIT']);
  return row;
}

/** Changes an attachment. Another upload takes the place of its file, whose id and links stay: future sends carry the new one. */
export async function updateArtifact(ctx: Ctx, artifactId: string, save: ArtifactSave & { version: number }): Promise<Artifact> {
  // First of all whether it is there: to strangers a wrong form tells nothing else.
  const before = await ctx.read((tx) => getListedArtifact(tx, ctx.actor, artifactId));
  assertForm(ctx, save);
  const content = contentOf(save);
  const isReplaced = before.fileId !== null && save.data.fileId !== '' && save.data.fileId !== before.fileId;
  const file = isReplaced ? await takeUpload(ctx, save.data.fileId, before.dataType) : undefined;
  return ctx.transaction(async (tx) => {
    const row = await accessEditable(tx, ctx, artifactId);
    await assertVersion(ctx, tx, artifactRecord, { id: artifactId, version: row.version }, save.version);
    if (row.dataType !== save.data.type) throw artifactInvalid(fieldError('type', 'artifact.type_fixed'));
    if (save.bucketId && save.bucketId !== row.bucketId) await accessBucket(tx, ctx.actor, save.bucketId);
    // One that was deleted since stays named: an author who changes the words need not choose another.
    if (save.deptId !== row.deptId) await assertDepartment(ctx, tx, save);
    const change = {
      name: nameOf(save, { name: row.name }),
      description: save.data.desc.trim(),
      data: JSON.stringify({ ...(row.fileId ? row.data : {}), ...content, ...(file ? sizeOf(file) : {}) }),
      ...(file ? { uploadSha256: file.uploadSha256 } : {}),
      bucketId: save.bucketId || null,
      deptId: save.deptId || null,
      isPublic: save.isPublic,
      isAdminCreated: save.adminCreated,
      version: row.version + 1,
      updatedAt: ctx.now(),
    };
    await changing(ctx, tx, artifactRecord, artifactId, 'edit', async () => {
      if (file && row.fileId) await replaceFile(tx, ctx.enterpriseId, row.fileId, file);
      await changeArtifact(tx, ctx.enterpriseId, artifactId, change);
    });
    return presentOne(ctx, tx, artifactId);
  });
}

/** Its file stays while chats and the ledger may show it. @throws DomainError artifact.in_use while approved content names it */
export function deleteArtifact(ctx: Ctx, artifactId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const mayDelete = can(ctx.actor, 'CREATIVES.DELETE');
    const row = await accessArtifact(tx, ctx.actor, artifactId, { hidden: mayDelete });
    if (!mayDelete && !mayEdit(row, ctx.actor)) throw accessDenied(['CREATIVES.DELETE']);
    const found = [...(await listFileUses(ctx, tx, fileIdsOf([row]))), ...(await listArtifactUses(ctx, tx, [artifactId]))];
    const uses = found.filter(({ isLive }) => isLive).map(({ name }) => name);
    if (uses.length > 0) throw new DomainError('artifact.in_use', `This attachment is in use: ${uses.join(', ')}.`, { uses });
    await ctx.bin.put(tx, ctx.actor.userId, [await packArtifact(tx, row)]);
    await changing(ctx, tx, artifactRecord, artifactId, 'delete', () => removeArtifact(tx, ctx.enterpriseId, artifactId));
  });
}

/** The file as an upload of the caller, since only one's own uploads can be sent; what is sent stays as it was when it is replaced later. */
export async function copyFile(ctx: Ctx, artifactId: string): Promise<UploadedFile> {
  return ctx.transaction(async (tx) => {
    const row = await getListedArtifact(tx, ctx.actor, artifactId);
    if (!row.fileId) throw artifactInvalid(fieldError('type', 'artifact.no_file'));
    const { sha256, name, type, kind, sizeBytes } = await accessFile(tx, ctx.enterpriseId, row.fileId);
    const fileId = newId();
    await writeFile(tx, ctx, { fileId, sha256, name, type, kind: kind as TakenFile['kind'], sizeBytes, uploadSha256: sha256 });
    return { id: fileId, url: ctx.fileUrl(fileId), name, type, size: sizeBytes };
  });
}
