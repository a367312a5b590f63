import { type Attachment, faultOfReplyFile, type MessageCard, mediaExtensions, replyFileLimit, wordsOfCard } from '@parley/contract';
import { formatBytes } from '../../../lib/format.ts';
import { isAllowedFile } from '../../../lib/upload.ts';
import { chatWords } from '../../../locales/chat.ts';

/** A file of the disk, an attachment that is stored already, or a place or people, which are a message of their own. */
export type ReplyFile = File | Attachment | MessageCard;

export const isCard = (file: ReplyFile): file is MessageCard => 'kind' in file;
export const isFile = (file: ReplyFile): file is File | Attachment => !isCard(file);

const voices = new WeakSet<File>();
/** Marks a file as a recorded voice note: it stays one wherever it lies until it is sent. */
export function markVoice(file: File): File {
  voices.add(file);
  return file;
}
export const isVoiceFile = (file: File): boolean => voices.has(file);

/** The name of a file, or the first words of a card. */
export const nameOfPart = (file: ReplyFile): string => (isCard(file) ? (wordsOfCard(file).split('\n')[0] ?? '') : file.name);

/** WebP goes as a JPEG: WhatsApp takes it for stickers alone, and other channels for nothing. */
const webp = 'webp';
const extensions = [...Object.values(mediaExtensions).flat(), webp];
/** Returns the reason why a file cannot be sent, with the limit that it breaks; '' if it can. */
export function faultOfFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, channelType: number): string {
  const say = chatWords.conversation;
  const fault = faultOfReplyFile({ type, size }, channelType);
  if (fault === 'no_files') return say('smsNoFiles');
  if (!isAllowedFile(name, extensions)) return say('fileKind', { name, kinds: extensions.join(', ') });
  if (fault === '') return '';
  return say('fileTooLarge', { name, size: formatBytes(size), limit: formatBytes(replyFileLimit(channelType, type)) });
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
