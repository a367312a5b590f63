import { Text } from '@mantine/core';
import { type ChatAction, reasonTexts, z } from '@parley/contract';
import { IconBrandWhatsapp, IconMail, IconMailOff } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { chatMailWords } from '../../../locales/chat-mail.ts';
import classes from './mail-message.module.css';
import { messageStateOf } from './thread-items.ts';

const Mailed = z.object({
  address: z.string(),
  reason: z.string().default(''),
  by: z.literal('whatsApp').optional(),
  waits: z.boolean().default(false),
});

/** Hides most of an address: a colleague sees that it went, and its writer to whom. */
export const hideAddress = (address: string): string => (address === '' ? '…@…' : address.replace(/(^.|@.)[^@]*/g, '$1…'));

function wordOf(isPhone: boolean, isLost: boolean, waits: boolean) {
  if (!isPhone) return isLost ? ('lostTo' as const) : ('sentTo' as const);
  if (isLost) return 'phoneLostTo' as const;
  return waits ? ('phoneWaits' as const) : ('phoneSentTo' as const);
}

type Props = Pick<ChatAction, 'detail' | 'status' | 'deliveryStatus'>;

/** Says below an answer that its visitor had left and has got it by e-mail or WhatsApp, or why not. */
export function MailedLine({ detail, status, deliveryStatus }: Props) {
  const t = useWords(chatMailWords.mail);
  const { data } = Mailed.safeParse(detail.mailed);
  if (!data) return null;
  const isPhone = data.by === 'whatsApp';
  const address = isPhone ? data.address : hideAddress(data.address);
  const reason = Object.hasOwn(reasonTexts, data.reason) ? reasonTexts[data.reason as keyof typeof reasonTexts] : data.reason;
  const isLost = messageStateOf({ detail, status, deliveryStatus }) === 'failed';
  const hasGone = data.reason === '' && !isLost;
  return (
    <Text component="span" className={classes.mark}>
      {isPhone ? <IconBrandWhatsapp size={13} aria-hidden /> : null}
      {!isPhone && hasGone ? <IconMail size={13} aria-hidden /> : null}
      {isPhone || hasGone ? null : <IconMailOff size={13} aria-hidden />}
      {data.reason === ''
        ? t(wordOf(isPhone, isLost, data.waits), { address, interpolation: { escapeValue: false } })
        : t(isPhone ? 'phoneNotSentTo' : 'notSentTo', { address, reason, interpolation: { escapeValue: false } })}
    </Text>
  );
}
