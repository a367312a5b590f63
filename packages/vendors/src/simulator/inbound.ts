import type { SandboxAct, SandboxButton } from '@parley/contract';
import { sampleOf } from './samples.ts';
import { keepMedia, type Phone, type SimulatedChannel, type StoredMedia } from './state.ts';

/** The button that was pressed, of a message or of one of its cards. */
export function pressedButton(phone: Phone, act: Extract<SandboxAct, { kind: 'press' }>): SandboxButton | undefined {
  const message = phone.messages.find((one) => one.id === act.messageId);
  return [...(message?.buttons ?? []), ...(message?.cards ?? []).flatMap((card) => card.buttons)].find(
    (button) => button.id === act.buttonId,
  );
}

/**
 * Stores a file that the customer sent from their phone, under an id of digits; its address is open, as unguessable as the channel's id.
 */
export function storeMedia(
  channel: SimulatedChannel,
  act: Extract<SandboxAct, { kind: 'media' }>,
  id: string,
): StoredMedia & { mediaId: string; url: string } {
  const sample = sampleOf(act.media);
  const stored = {
    bytes: act.base64 ? Buffer.from(act.base64, 'base64') : sample.bytes,
    mimeType: act.mimeType || sample.mimeType,
    fileName: act.fileName || sample.fileName,
  };
  const mediaId = BigInt(`0x${Buffer.from(id.slice(-7)).toString('hex')}`).toString();
  keepMedia(channel, mediaId, stored);
  return { ...stored, mediaId, url: `${channel.origin}/media/${channel.channelId}/${mediaId}` };
}
