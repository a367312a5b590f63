import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { ArtifactType } from './artifact-types.ts';
import { UploadedFile } from './file.ts';

/** Kinds of attachments (ATTACH-015), and what their data is (ATTACH-014, ATTACH-016). TAG has no data of its own. */
export const artifactKinds = { DOC: 0, MEDIA: 1, MAP: 2, URL: 3, TAG: 4, MSG: 7 } as const;
export const kindOfArtifact: Record<ArtifactType, number> = {
  IMAGE: artifactKinds.MEDIA,
  VIDEO: artifactKinds.MEDIA,
  AUDIO: artifactKinds.MEDIA,
  DOC: artifactKinds.DOC,
  LOCATION: artifactKinds.MAP,
  MSG: artifactKinds.MSG,
  URL: artifactKinds.URL,
};
/** Types that are files. */
export const fileArtifacts: Partial<Record<ArtifactType, 'image' | 'video' | 'audio' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
  DOC: 'document',
};

export const artifactPage = 20;
export const pickerPage = 15;

/** Places that a picture may be made for. */
export const artifactFits = ['whatsAppHeader', 'rcsShort', 'rcsMedium', 'rcsTall', 'profile'] as const;
export type ArtifactFit = (typeof artifactFits)[number];

const near = (ratio: number, wanted: number) => Math.abs(ratio / wanted - 1) <= 0.05;
/** Returns the places where a picture fits without being cut. WhatsApp takes up to 5 MB; RCS cards have the shapes 3:1, 2:1 and 4:3. */
export function fitsOf(picture: { width: number; height: number; size: number }): ArtifactFit[] {
  const { width, height, size } = picture;
  if (width < 1 || height < 1) return [];
  const ratio = width / height;
  const fits: [ArtifactFit, boolean][] = [
    ['whatsAppHeader', size <= 5 * 1024 * 1024],
    ['rcsShort', near(ratio, 3)],
    ['rcsMedium', near(ratio, 2)],
    ['rcsTall', near(ratio, 4 / 3)],
    ['profile', near(ratio, 1) && width >= 192],
  ];
  return fits.flatMap(([fit, isFit]) => (isFit ? [fit] : []));
}

export const ArtifactData = z.object({
  type: ArtifactType,
  name: z.string(),
  desc: z.string(),
  /** Link to a file that works for a day; for a URL the address itself */
  url: z.string(),
  address: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  message: z.string(),
  /** URL only */
  title: z.string(),
});
export type ArtifactData = z.infer<typeof ArtifactData>;

export const Artifact = z
  .object({
    _id: Id,
    /** The numeric kind */
    type: z.number(),
    deptId: z.string(),
    bucketId: z.string(),
    bucketName: z.string(),
    isPublic: z.boolean(),
    adminCreated: z.boolean(),
    /** True if the caller may change it */
    mayEdit: z.boolean(),
    data: ArtifactData,
    usedBy: z.array(z.object({ name: z.string(), isLive: z.boolean() })),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.number(),
  })
  .meta({ id: 'Artifact' });
export type Artifact = z.infer<typeof Artifact>;

export const Bucket = z
  .object({ id: Id, name: z.string(), isPublic: z.boolean(), count: z.number(), mayEdit: z.boolean(), version: z.number() })
  .meta({ id: 'Bucket' });
export type Bucket = z.infer<typeof Bucket>;

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit).nullable().default(null);
const Choice = z.union([Id, z.literal('')]).default('');
const ArtifactInput = z.object({
  type: ArtifactType,
  /** Empty: the file's own name, the place's label or the words' beginning */
  name: text(120).default(''),
  desc: text(500).default(''),
  /** An upload of the caller (POST e/drive/upload) */
  fileId: Choice,
  url: text(2000).default(''),
  title: text(200).default(''),
  address: text(500).default(''),
  latitude: degrees(90),
  longitude: degrees(180),
  message: text(4096).default(''),
});
const ArtifactSave = z.object({
  /** The numeric kind, which data.type gives as well */
  type: z.coerce.number().int().min(0).max(7).optional(),
  deptId: Choice,
  bucketId: Choice,
  isPublic: formBoolean.default(false),
  /** Artifact of the administrators' library, read-only for users who may not edit creatives */
  adminCreated: formBoolean.default(false),
  data: ArtifactInput,
  /** The same file again, though the library has it */
  isCopy: formBoolean.default(false),
});
export type ArtifactSave = z.infer<typeof ArtifactSave>;

const ArtifactQuery = z.object({
  from: z.coerce.number().int().min(0).max(100_000).default(0),
  perPage: z.coerce.number().int().min(-1).max(200).default(artifactPage),
  type: z.union([z.coerce.number().int().min(0).max(7), z.literal('')]).default(''),
  /** Words of name, description, address or text */
  desc: text(120).default(''),
  visibility: z.enum(['public', 'private', '']).default(''),
  /** One type, or several of the same name; none: all */
  mediaType: formList(ArtifactType).default([]),
  deptId: Choice,
  /** Public items alone, as administrators keep them */
  adminView: formBoolean.default(false),
  bucketId: Choice,
  /** Artifacts in no template */
  unused: formBoolean.default(false),
});
export type ArtifactQuery = z.infer<typeof ArtifactQuery>;
const BucketQuery = ArtifactQuery.omit({ bucketId: true, unused: true, perPage: true }).extend({
  perPage: z.coerce.number().int().min(-1).max(200).default(-1),
});
const BucketSave = z.object({ name: requiredText(60), isPublic: formBoolean.default(false) });

const ArtifactParams = z.object({ artifactId: Id });
const BucketParams = z.object({ bucketId: Id });
const ArtifactPageAnswer = z.object({ artifacts: z.array(Artifact), more: z.boolean() });
const tag = 'Artifacts';
const access = 'session';
/** An agent keeps attachments of their own; whose a record is decides the service (decision 0019). */
const ownLibrary = ['CHAT.HANDLE'] as const;
const base = '/e/enterprise/artifacts';

export const artifactEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Attachments: public ones, and the private ones of the caller',
    tag,
    access,
    query: ArtifactQuery,
    answer: ArtifactPageAnswer,
    wrap: 'response',
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add an attachment',
    audit: leaves('artifact', 'create'),
    tag,
    access: ['CREATIVES.CREATE', ...ownLibrary],
    body: ArtifactSave,
    answer: Artifact,
    wrap: 'response',
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:artifactId`,
    summary: 'One attachment with its users',
    tag,
    access,
    params: ArtifactParams,
    answer: Artifact,
    wrap: 'response',
  }),
  /** Another fileId replaces the file behind the same id: what names it sends the new one from then on. */
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:artifactId`,
    summary: 'Change an attachment',
    audit: leaves('artifact', 'edit'),
    tag,
    access: ['CREATIVES.EDIT', ...ownLibrary],
    params: ArtifactParams,
    body: ArtifactSave.extend({ version: Version }),
    answer: Artifact,
    wrap: 'response',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:artifactId`,
    summary: 'Delete an attachment that no approved template uses',
    audit: leaves('artifact', 'delete'),
    tag,
    access: ['CREATIVES.DELETE', ...ownLibrary],
    params: ArtifactParams,
    answer: z.null(),
    wrap: 'response',
  }),
  copy: defineEndpoint({
    method: 'POST',
    path: `${base}/:artifactId/copy`,
    summary: 'The file as an upload of the caller, to be sent',
    audit: leavesNothing('a file belongs to nothing until a record names it'),
    tag,
    access: ['CREATIVES.CREATE', ...ownLibrary],
    params: ArtifactParams,
    answer: UploadedFile,
    wrap: 'response',
  }),
  buckets: defineEndpoint({
    method: 'GET',
    path: `${base}/buckets`,
    summary: 'Buckets with the number of attachments that the filter leaves in them',
    tag,
    access,
    query: BucketQuery,
    answer: z.object({ list: z.array(Bucket) }),
  }),
  createBucket: defineEndpoint({
    method: 'POST',
    path: `${base}/bucket`,
    summary: 'Make a bucket',
    audit: leaves('bucket', 'create'),
    tag,
    access: ['CREATIVES.CREATE', ...ownLibrary],
    body: BucketSave,
    answer: Bucket,
  }),
  getBucket: defineEndpoint({
    method: 'GET',
    path: `${base}/bucket/:bucketId`,
    summary: 'A bucket with its attachments',
    tag,
    access,
    params: BucketParams,
    answer: ArtifactPageAnswer.extend({ bucket: Bucket }),
  }),
  updateBucket: defineEndpoint({
    method: 'PUT',
    path: `${base}/bucket/:bucketId`,
    summary: 'Rename or share a bucket',
    audit: leaves('bucket', 'edit'),
    tag,
    access: ['CREATIVES.EDIT', ...ownLibrary],
    params: BucketParams,
    body: BucketSave.extend({ version: Version }),
    answer: Bucket,
  }),
  removeBucket: defineEndpoint({
    method: 'DELETE',
    path: `${base}/bucket/:bucketId`,
    summary: 'Delete a bucket; its attachments stay, in none',
    audit: leaves('bucket', 'delete'),
    tag,
    access: ['CREATIVES.DELETE', ...ownLibrary],
    params: BucketParams,
    answer: z.null(),
  }),
  move: defineEndpoint({
    method: 'PUT',
    path: `${base}/bucket/:bucketId/move`,
    summary: 'Put attachments into a bucket',
    audit: leaves('artifact', 'move'),
    tag,
    access: ['CREATIVES.EDIT', ...ownLibrary],
    params: BucketParams,
    body: z.object({ artifactIds: formList(Id).refine((ids) => ids.length >= 1 && ids.length <= 200, faultTexts['artifact.count']) }),
    answer: z.object({ moved: z.number() }),
  }),
  removeFromBucket: defineEndpoint({
    method: 'DELETE',
    path: `${base}/bucket/removeArtifact/:artifactId`,
    summary: 'Take an attachment out of its bucket',
    audit: leaves('artifact', 'move'),
    tag,
    access: ['CREATIVES.EDIT', ...ownLibrary],
    params: ArtifactParams,
    answer: z.null(),
  }),
};
