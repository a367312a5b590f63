import { leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';

/** What may be uploaded, by kind (UPLOAD-010). */
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
/** Of a picture, all of its pages together: unfolded it takes four bytes for each. */
export const mostPixels = 50_000_000;
export const uploadLimitBytes = 25 * 1024 * 1024;
/** Of somebody who is not signed in. */
export const visitorUploadLimitBytes = 10 * 1024 * 1024;

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

const tag = 'Files';
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
    query: z.object({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
