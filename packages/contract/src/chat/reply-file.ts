import { type ChannelType, channelTypes } from '../channel/channel-types.ts';
import { uploadLimitBytes } from '../file/file.ts';

const megabyte = 1024 * 1024;

/** WhatsApp carries smaller files than our store takes. */
const whatsAppLimits: Readonly<Record<string, number>> = { image: 5 * megabyte, video: 16 * megabyte, audio: 16 * megabyte };

export function replyFileLimit(channelType: number, mimeType: string): number {
  const own = channelType === channelTypes.WHATSAPP ? whatsAppLimits[mimeType.split('/')[0] ?? ''] : undefined;
  return Math.min(own ?? uploadLimitBytes, uploadLimitBytes);
}

/** Short messages are words: a file would arrive as an address. */
export const takesFiles = (channelType: number): boolean => channelType !== (channelTypes.SMS satisfies ChannelType);

/** Returns why a channel does not take a file that our store has; '': it takes it. */
export function faultOfReplyFile({ type, size }: { type: string; size: number }, channelType: number): 'no_files' | 'too_large' | '' {
  if (!takesFiles(channelType)) return 'no_files';
  return size > replyFileLimit(channelType, type) ? 'too_large' : '';
}

const captioned: readonly number[] = [channelTypes.WEB, channelTypes.WHATSAPP, channelTypes.TELEGRAM, channelTypes.EMAIL];

/** Tells whether words arrive in one message with the file. Where they would be lost, as with a recording or at Messenger, they go before it. */
export function takesCaption({ type }: { type: string }, channelType: number): boolean {
  if (channelType === channelTypes.RCS) return /^(image|video)\//.test(type);
  return captioned.includes(channelType) && (channelType === channelTypes.WEB || !type.startsWith('audio/'));
}
