import { Text } from '@mantine/core';
import { type ChatAction, reasonTexts, z } from '@parley/contract';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { chatMailWords } from '../../../locales/chat-mail.ts';
import classes from './mail-message.module.css';
import { messageStateOf } from './thread-items.ts';

const Mailed = z.object({ address: z.string(), reason: z.string().default('') });

/** Hides most of an address: a colleague sees that it went, and its writer to whom. */
export const hideAddress = (address: string): string => (address === '' ? '…@…' : address.replace(/(^.|@.)[^@]*/g, '$1…'));

type Props = Pick<ChatAction, 'detail' | 'status' | 'deliveryStatus'>;

/** Says below an answer that its visitor had left and has got it by e-mail, or why not. */
export function MailedLine({ detail, status, deliveryStatus }: Props) {
  const t = useWords(chatMailWords.mail);
  const { data } = Mailed.safeParse(detail.mailed);
  if (!data) return null;
  const address = hideAddress(data.address);
  const reason = Object.hasOwn(reasonTexts, data.reason) ? reasonTexts[data.reason as keyof typeof reasonTexts] : data.reason;
  const isLost = messageStateOf({ detail, status, deliveryStatus }) === 'failed';
  const hasGone = data.reason === '' && !isLost;
  return (
    <Text component="span" className={classes.mark}>
      {hasGone ? <IconMail size={13} aria-hidden /> : <IconMailOff size={13} aria-hidden />}
      {data.reason === ''
        ? t(isLost ? 'lostTo' : 'sentTo', { address, interpolation: { escapeValue: false } })
        : t('notSentTo', { address, reason, interpolation: { escapeValue: false } })}
    </Text>
  );
}
