import { timingSafeEqual } from 'node:crypto';
import { isUuid } from '#platform/db/uuid.ts';

/** The place of a mail of ours: the entry of a chat whose words it carries. */
export type MailPlace = { chatId: string; number: number };
type Keyed = { enterpriseId: string; keyedHash: (use: string, text: string) => Buffer };

/** 96 bits: nobody tries as many mails. Hexadecimal, since some servers write an id in lower case. */
const macLength = 24;
const pattern = /<?\s*c\.([\da-f-]{36})\.(\d{1,9})\.([\da-f]{24})@[^\s<>@]+\s*>?/gi;

const macOf = ({ enterpriseId, keyedHash }: Keyed, { chatId, number }: MailPlace): Buffer =>
  Buffer.from(keyedHash('mail-id', `${enterpriseId} ${chatId} ${number}`).toString('hex').slice(0, macLength));

/**
 * Makes the Message-ID of a mail that we send, without angle brackets. An answer that names it belongs to the chat, whoever writes its subject.
 * @param domain of the address that it is sent from
 */
export const mailIdOf = (keyed: Keyed, place: MailPlace, domain: string): string =>
  `c.${place.chatId}.${place.number}.${macOf(keyed, place).toString()}@${domain}`;

/**
 * Reads the newest id of ours from a header, such as References, whose last id is that of the mail that is answered.
 * @returns undefined: there is none, or another enterprise or nobody of ours has signed it
 */
export function readMailId(keyed: Keyed, header: string): MailPlace | undefined {
  for (const [, chat = '', number = '', mac = ''] of [...header.matchAll(pattern)].reverse()) {
    const place = { chatId: chat.toLowerCase(), number: Number(number) };
    if (isUuid(place.chatId) && timingSafeEqual(Buffer.from(mac.toLowerCase()), macOf(keyed, place))) return place;
  }
  return undefined;
}
