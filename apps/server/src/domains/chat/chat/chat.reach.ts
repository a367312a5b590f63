import { type ConsentChannel, channelTypes, type Reach } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { accessCustomer } from '../../customer/door.ts';

const consentOf: Partial<Record<string, ConsentChannel>> = { WEB: 'WEB', WHATSAPP: 'WHATSAPP', SMS: 'SMS', RCS: 'RCS', EMAIL: 'EMAIL' };
const texts: Record<Reach['reason'], string> = {
  OK: 'Can be messaged now',
  INVALID_NUMBER: 'There is no phone number to write to',
  OPTED_OUT: 'Has opted out of marketing on this channel',
  CHANNEL_DOWN: 'The channel is switched off',
  WINDOW_CLOSED: 'Can be answered only while a chat is open',
};

const nameOfType = new Map<number, string>(Object.entries(channelTypes).map(([name, type]) => [type, name]));

type Facts = { isActive: boolean; isWeb: boolean; hasNumber: boolean; hasOpenChat: boolean; isOptedOut: boolean };

/** The send gate's checks that need no message, in its order (screens 0.2). */
function reasonOf({ isActive, isWeb, hasNumber, hasOpenChat, isOptedOut }: Facts): Reach['reason'] {
  if (!isWeb && !hasNumber) return 'INVALID_NUMBER';
  if (isOptedOut) return 'OPTED_OUT';
  if (!isActive) return 'CHANNEL_DOWN';
  return isWeb && !hasOpenChat ? 'WINDOW_CLOSED' : 'OK';
}

/** Can I message this person now? One answer for each channel. @throws DomainError customer.not_found */
export function listReach(ctx: Ctx, customerId: string): Promise<Reach[]> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const customer = await accessCustomer(tx, enterpriseId, customerId);
    const [channels, open, refused] = await Promise.all([
      tx
        .selectFrom('channels')
        .select(['channelId', 'name', 'type', 'state'])
        .where('enterpriseId', '=', enterpriseId)
        .orderBy('name')
        .execute(),
      tx
        .selectFrom('chats')
        .select('channelId')
        .where('enterpriseId', '=', enterpriseId)
        .where('customerId', '=', customerId)
        .where('state', 'not in', [3, 4])
        .execute(),
      tx
        .selectFrom('customerConsents')
        .select('channel')
        .where('enterpriseId', '=', enterpriseId)
        .where('customerId', '=', customerId)
        .where('isGranted', '=', false)
        .execute(),
    ]);
    return channels.map(({ channelId, name, type, state }) => {
      const consent = consentOf[nameOfType.get(type) ?? ''];
      const reason = reasonOf({
        isActive: state === 'ACTIVE',
        isWeb: type === channelTypes.WEB,
        hasNumber: customer.number !== '',
        hasOpenChat: open.some((chat) => chat.channelId === channelId),
        isOptedOut: consent !== undefined && refused.some((row) => row.channel === consent),
      });
      return { channelId, channelName: name, channelType: type, canMessage: reason === 'OK', reason, text: texts[reason] };
    });
  });
}
