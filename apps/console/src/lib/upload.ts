import { imageLimits, type UploadedFile } from '@parley/contract';
import { api } from './api.ts';

export type UploadOptions = {
  /** 0 to 1, as the bytes leave. */
  onProgress?: (ratio: number) => void;
  rType?: 'artifact' | 'campaign';
  bucketUpload?: boolean;
  /** Asks the server to check the image limits as well. */
  hasImageLimits?: boolean;
};

/** Sends one file to the drive. */
export function uploadFile(file: File, { onProgress, rType, bucketUpload, hasImageLimits }: UploadOptions = {}): Promise<UploadedFile> {
  const form = new FormData();
  // Fields go before the file: the server reads the stream in order.
  if (rType) form.append('rType', rType);
  if (bucketUpload !== undefined) form.append('bucketUpload', String(bucketUpload));
  if (hasImageLimits) form.append('limits', 'image');
  form.append('file', file, file.name);
  return api.upload(form, onProgress);
}

export const extensionOf = (name: string) => (name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : '');

export const isAllowedFile = (name: string, extensions: readonly string[]) => extensions.includes(extensionOf(name));

/** Tells whether a picture is within 1024 × 1024 and strictly under 50 × 1024 bytes. */
export const isWithinImageLimits = (image: { width: number; height: number; sizeBytes: number }) =>
  image.width <= imageLimits.widthPx && image.height <= imageLimits.heightPx && image.sizeBytes < imageLimits.sizeBytes;

/** jpg and jpeg files are cropped to jpeg, png files to png; nothing else is cropped. */
export function cropOutputType(name: string): 'image/jpeg' | 'image/png' | undefined {
  const extension = extensionOf(name);
  if (extension === 'jpg' || extension === 'jpeg') return 'image/jpeg';
  return extension === 'png' ? 'image/png' : undefined;
}

/** The picture's own size in pixels. @throws when the browser cannot read it as one */
export async function measureImage(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const size = { width: bitmap.width, height: bitmap.height };
  bitmap.close();
  return size;
}
