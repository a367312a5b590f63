import { leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id } from '../fields.ts';
import { z } from '../z.ts';

/** File types that may be uploaded, by kind (UPLOAD-010). */
export const mediaExtensions = {
  audio: ['aac', 'mpeg', 'm4a', 'mp3', 'amr', 'ogg'],
  image: ['jpeg', 'jpg', 'png'],
  video: ['mp4'],
  document: ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'csv'],
} as const;
export type MediaKind = keyof typeof mediaExtensions;

/** Campaign data files (UPLOAD-009). */
export const campaignDataExtensions = ['csv', 'xlsx', 'zip'] as const;

export const imageLimits = { widthPx: 1024, heightPx: 1024, sizeBytes: 50 * 1024 } as const;
/** Most pixels of a picture, all of its pages together: unfolded it takes four bytes for each. */
export const mostPixels = 50_000_000;
/**
 * Largest size of any file, from any sender. Files of customers are kept whatever they are, over vendors, by mail and by the widget alike:
 * only this and being empty are refused (file.too_large, file.empty).
 */
export const uploadLimitBytes = 25 * 1024 * 1024;

export const uploadTexts = {
  invalidFormat: 'Invalid File Format !',
  invalidFormatCrop: 'Invalid file format',
  imageLimits: 'Image must be within 1024 x 1024 resoultion and maximum size should be 50kb',
  tooManyPixels: 'A picture has at most 50 million pixels, all of its pages together.',
  failed: 'Something bad happened. Please try again later.',
} as const;

export const UploadedFile = z
  .object({ id: Id, url: z.string(), name: z.string(), type: z.string(), size: z.number() })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof UploadedFile>;

/**
 * Reasons why there is no copy that browsers play: no program makes one, it cannot be read, it is too long, its copy grew too large or took
 * too long, too many wait.
 */
export const playableReasons = ['no_program', 'unreadable', 'too_long', 'too_large', 'too_slow', 'too_many'] as const;
export const PlayableReason = z.enum(playableReasons);
export type PlayableReason = z.infer<typeof PlayableReason>;

/** State of the copy of a recording or video: `none` is needed, since browsers play the file itself. */
export const PlayableCopy = z
  .object({
    state: z.enum(['none', 'waiting', 'ready', 'failed']),
    /** Reason of a failed copy */
    reason: PlayableReason.optional(),
    /** Type of a ready copy, such as `audio/mp4` */
    type: z.string().optional(),
  })
  .meta({ id: 'PlayableCopy' });
export type PlayableCopy = z.infer<typeof PlayableCopy>;

/** Returns the address of the copy. @param url signed, of the file itself */
export const playableUrl = (url: string): string => `${url}&playable=true`;

const tag = 'Files';
const AccessId = z.string().max(500).default('');
export const fileEndpoints = {
  /** Multipart: `file`, and optionally rType ('artifact' or 'campaign') and bucketUpload; `limits=image` checks the image limits. */
  upload: defineEndpoint({
    method: 'POST',
    path: '/e/drive/upload',
    summary: 'Upload one file as multipart/form-data',
    audit: leavesNothing('a file belongs to nothing until a record names it'),
    tag,
    access: 'session',
    changes: 'own',
    answer: UploadedFile,
    wrap: 'response',
  }),
  downloadToken: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/download/getId',
    summary: 'A token that one download link carries as x-access-id, for one download within 15 minutes',
    tag,
    access: 'session',
    answer: z.object({ id: z.string() }),
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/files/:fileId',
    summary: 'A stored file; the link carries x-access-id',
    tag,
    access: 'public',
    perMinute: 600,
    params: z.object({ fileId: Id }),
    /** `playable`: its copy that browsers play */
    query: z.object({ 'x-access-id': AccessId, playable: formBoolean.default(false) }),
  }),
  /** Asked while an attachment with `hasPlayable` is shown; users who may read the file may ask. */
  playable: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/files/:fileId/playable',
    summary: "Whether there is a copy of a customer's recording or video that browsers play; the link's x-access-id goes with it",
    tag,
    access: 'session',
    params: z.object({ fileId: Id }),
    query: z.object({ 'x-access-id': AccessId }),
    answer: PlayableCopy,
  }),
};
