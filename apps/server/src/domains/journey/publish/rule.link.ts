import { channelTypes } from '@parley/contract';

const digits = (text: string): string => text.replace(/\D/g, '');

/**
 * Returns the target of a link or a QR code that writes a word to a channel; '' where the channel has no such address.
 * @param contact number, bot or page of the channel
 */
export function linkOf({ type, contact, word }: { type: number; contact: string; word: string }): string {
  if (contact === '' || word === '') return '';
  const said = encodeURIComponent(word);
  switch (type) {
    case channelTypes.WHATSAPP:
      return digits(contact) === '' ? '' : `https://wa.me/${digits(contact)}?text=${said}`;
    case channelTypes.SMS:
      return digits(contact) === '' ? '' : `sms:+${digits(contact)}?body=${said}`;
    case channelTypes.EMAIL:
      return `mailto:${encodeURIComponent(contact)}?subject=${said}`;
    case channelTypes.TELEGRAM:
      return /^@?\w{3,64}$/.test(contact) ? `https://t.me/${contact.replace(/^@/, '')}?text=${said}` : '';
    case channelTypes.FACEBOOK_MESSENGER:
      return /^[\w.]{2,80}$/.test(contact) ? `https://m.me/${contact}?ref=${said}` : '';
    default:
      return '';
  }
}
