import { channelTypes } from '@parley/contract';

export const hiddenName = '•••';

/** Hides the addresses in words that are read by somebody who may not see any. */
export const withoutAddresses = (words: string): string => words.replace(/[^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]{1,255}/g, hiddenName);

/** The same in a cleaned page: in its words and its links of mail. Other places of its tags name pictures and links of servers. */
export const pageWithoutAddresses = (page: string): string =>
  page
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part.replace(/(["'])mailto:[^"']*\1/gi, '""') : withoutAddresses(part)))
    .join('');

type Reader = { canSeeEmails: boolean };

/** Words of a message: those of a mail without addresses, where the reader may see none. */
export const shownWords = (words: string, channelType: number, { canSeeEmails }: Reader): string =>
  canSeeEmails || channelType !== channelTypes.EMAIL ? words : withoutAddresses(words);
