import { type Attachment, type ChannelType, channelTypes, mediaExtensions, uploadLimitBytes } from '@parley/contract';
import { formatBytes } from '../../../lib/format.ts';
import { isAllowedFile } from '../../../lib/upload.ts';
import { chatWords } from '../../../locales/chat.ts';

/** A file of the disk, or an attachment of the library, which is stored already. */
export type ReplyFile = File | Attachment;

/** WebP goes as a JPEG: WhatsApp takes it for stickers alone, and other channels for nothing. */
const webp = 'webp';
const extensions = [...Object.values(mediaExtensions).flat(), webp];
const megabyte = 1024 * 1024;

/** WhatsApp carries smaller files than our store takes. */
const whatsAppLimits: Readonly<Record<string, number>> = { image: 5 * megabyte, video: 16 * megabyte, audio: 16 * megabyte };

export function limitOf(channelType: number, mimeType: string): number {
  const own = channelType === channelTypes.WHATSAPP ? whatsAppLimits[mimeType.split('/')[0] ?? ''] : undefined;
  return Math.min(own ?? uploadLimitBytes, uploadLimitBytes);
}

/** Short messages are words: a file would arrive as an address. */
export const takesFiles = (channelType: number): boolean => channelType !== (channelTypes.SMS satisfies ChannelType);

/** Returns the reason why a file cannot be sent, with the limit that it breaks; '' if it can. */
export function faultOfFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, channelType: number): string {
  const say = chatWords.conversation;
  if (!takesFiles(channelType)) return say('smsNoFiles');
  if (!isAllowedFile(name, extensions)) return say('fileKind', { name, kinds: extensions.join(', ') });
  const limit = limitOf(channelType, type);
  return size > limit ? say('fileTooLarge', { name, size: formatBytes(size), limit: formatBytes(limit) }) : '';
}

const captioned: readonly number[] = [channelTypes.WEB, channelTypes.WHATSAPP, channelTypes.TELEGRAM, channelTypes.EMAIL];

/** Tells whether words arrive in one message with the file. Where they would be lost, as with a recording or at Messenger, they go before it. */
export function takesCaption({ type }: Pick<ReplyFile, 'type'>, channelType: number): boolean {
  if (channelType === channelTypes.RCS) return /^(image|video)\//.test(type);
  return captioned.includes(channelType) && (channelType === channelTypes.WEB || !type.startsWith('audio/'));
}

/** The file as it leaves. @throws when the browser cannot read a picture */
export async function toSendable(file: File): Promise<File> {
  if (!isAllowedFile(file.name, [webp])) return file;
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('The browser draws no pictures.');
  // A JPEG has no transparency: what shines through would be black.
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0);
  picture.close();
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!made) throw new Error('The picture could not be read.');
  return new File([made], file.name.replace(/\.webp$/i, '.jpg'), { type: 'image/jpeg' });
}
