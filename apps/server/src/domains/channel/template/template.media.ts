import { broadcastTexts, mediaSampleLimits } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';

export type MediaFormat = keyof typeof mediaSampleLimits;
export const isMediaFormat = (format: string): format is MediaFormat => Object.hasOwn(mediaSampleLimits, format);

/** Documents as media are PDF alone. */
const typesOf: Record<MediaFormat, readonly string[]> = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
};

/** Tells whether a stored file may be the media of a template. @throws DomainError file.type_not_allowed or file.too_large */
export function assertMedia(format: MediaFormat, file: { type: string; sizeBytes: number }): void {
  if (!typesOf[format].includes(file.type)) throw new DomainError('file.type_not_allowed', broadcastTexts.invalidFileType, {});
  const limitBytes = mediaSampleLimits[format];
  if (file.sizeBytes > limitBytes)
    throw new DomainError('file.too_large', `The file is larger than ${limitBytes / 1024 / 1024} MB.`, { limitBytes });
}
