import { mostPixels, uploadTexts } from '@parley/contract';
import sharp from 'sharp';
import { DomainError } from '#platform/http/domain-error.ts';

/** Writes a picture without its metadata to `target`, where it has any. @throws DomainError file.image_limits */
export default async function strip({ path, target }: { path: string; target: string }) {
  const { exif, iptc, xmp, format, autoOrient, width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > mostPixels) throw new DomainError('file.image_limits', uploadTexts.tooManyPixels, {});
  const isBare = !exif && !iptc && !xmp;
  if (!isBare) {
    const turned = sharp(path, { limitInputPixels: mostPixels }).autoOrient();
    await (format === 'png' ? turned.png() : turned.jpeg({ quality: 92 })).toFile(target);
  }
  return { isBare, width: autoOrient.width, height: autoOrient.height };
}
