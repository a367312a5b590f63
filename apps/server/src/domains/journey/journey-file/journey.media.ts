import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ArtifactType, fileArtifacts, z } from '@parley/contract';
import { type Document, refsOf } from '@parley/journey';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { createArtifact, storeUpload } from '../../file/door.ts';
import { findSameMedia, findSharedMedia } from './media.repository.ts';

/** Library media of a .parley file: what they are in `media.json`, their bytes below `media/` by their hash. */
export const mediaList = 'media.json';
export const mediaFile = /^media\/([0-9a-f]{64})$/;
const mostMedia = 500;

const PackedMedium = z.strictObject({
  id: z.string().min(1).max(100),
  type: ArtifactType.refine((type) => fileArtifacts[type] !== undefined),
  name: z.string().max(512),
  description: z.string().max(2000),
  fileName: z.string().min(1).max(255),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PackedMedium = z.infer<typeof PackedMedium>;
export const PackedMedia = PackedMedium.array().max(mostMedia);

const mediaIn = (documents: Iterable<Document>): string[] => [
  ...new Set([...documents].flatMap(refsOf).flatMap(({ ref, id }) => (ref === 'media' && /^[0-9a-f-]{36}$/i.test(id) ? [id] : []))),
];

/** The shared files of the library that documents name, as far as they fit: what does not is looked up by its name, as everything else is. */
export async function readMedia(tx: Tx, enterpriseId: string, documents: Iterable<Document>, mostBytes: number): Promise<PackedMedium[]> {
  const ids = mediaIn(documents);
  if (ids.length === 0) return [];
  const rows = await findSharedMedia(tx, enterpriseId, ids, mostMedia);
  let left = mostBytes;
  const packed = new Set<string>();
  return rows.flatMap(({ sizeBytes, ...medium }) => {
    if (!packed.has(medium.sha256)) {
      if (sizeBytes > left) return [];
      left -= sizeBytes;
      packed.add(medium.sha256);
    }
    return [medium];
  });
}

export const openMedium = async ({ files }: Pick<Ctx, 'files'>, { sha256 }: PackedMedium): Promise<Buffer> =>
  buffer(await files.open(sha256));

/** A file that is not what its name says is not what was exported. */
export const isUnchanged = (content: Buffer, sha256: string): boolean => createHash('sha256').update(content).digest('hex') === sha256;

/** @property isNew it was not in the library before */
export type TakenMedium = { id: string; name: string; isNew: boolean };

/**
 * Finds media of a file in the library, by themselves or by their content, and adds those that are not there: shared, and checked as uploads are.
 * @returns them by the id that they have in the file
 */
export async function takeMedia(
  ctx: Ctx,
  media: readonly PackedMedium[],
  contents: ReadonlyMap<string, Buffer>,
  invalid: (reason: string) => DomainError,
): Promise<Map<string, TakenMedium>> {
  const taken = await ctx.read((tx) => findMedia(tx, ctx.enterpriseId, media));
  const missing = Map.groupBy(
    media.filter(({ id }) => !taken.has(id)),
    ({ sha256 }) => sha256,
  );
  // All are looked at before the first one enters the library.
  const uploads: { same: PackedMedium[]; fileId: string }[] = [];
  for (const [sha256, same] of missing) {
    const [{ fileName }] = same as [PackedMedium];
    const part = { file: Readable.from([contents.get(sha256)]), filename: fileName };
    const { id } = await storeUpload(ctx, part, { createdBy: ctx.actor.userId }).catch((error: unknown) => {
      throw error instanceof DomainError ? invalid(`${fileName}: ${error.message}`) : error;
    });
    uploads.push({ same, fileId: id });
  }
  for (const { same, fileId } of uploads) {
    const [{ type, name, description, fileName }] = same as [PackedMedium];
    const data = { ...emptyData, type, name: name.slice(0, 120), desc: description, fileId };
    const made = await createArtifact(ctx, { ...shared, data }).catch((error: unknown) => {
      throw error instanceof DomainError ? invalid(`${fileName}: ${error.message}`) : error;
    });
    for (const { id } of same) taken.set(id, { id: made._id, name: made.data.name, isNew: true });
  }
  return taken;
}

type Save = Parameters<typeof createArtifact>[1];
/** The same file may lie in a private library already, which a stream cannot send from. */
const shared: Omit<Save, 'data'> = { deptId: '', bucketId: '', isPublic: true, adminCreated: false, isCopy: true };
const emptyData: Omit<Save['data'], 'type'> = {
  name: '',
  desc: '',
  fileId: '',
  url: '',
  address: '',
  latitude: null,
  longitude: null,
  message: '',
  title: '',
};

async function findMedia(tx: Read, enterpriseId: string, media: readonly PackedMedium[]): Promise<Map<string, TakenMedium>> {
  if (media.length === 0) return new Map();
  const rows = await findSameMedia(tx, enterpriseId, media);
  return new Map(rows.map(({ given, ...medium }) => [given, { ...medium, isNew: false }]));
}
