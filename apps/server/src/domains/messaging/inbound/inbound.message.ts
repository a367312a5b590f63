import type { OutgoingMedia } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment, Visit } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { KnownCustomer } from '../../customer/door.ts';
import type { ChatLine } from '../sending/chat-line.ts';

/** What a customer's message carries beside its words. @property answers the vendor's id of our message that it answers */
export type InboundDetail = { answers?: string } & (
  | { kind: 'text' }
  /** @property payload what the pressed button or chosen row carries */
  | { kind: 'reply'; payload: string }
  | { kind: 'form'; name: string; form: Readonly<Record<string, unknown>> }
  | { kind: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { kind: 'media'; media: OutgoingMedia['kind'] }
);

/** One message of a customer, as a channel's adapter understood it. */
export type InboundMessage = {
  enterpriseId: string;
  channelId: string;
  /** Who answers when no chat is open. */
  entry: 'bot' | 'queue';
  address: string;
  /** Known once this address has written before; saves looking it up for each message. */
  customer?: KnownCustomer | undefined;
  /** What the vendor tells of somebody who has not written before. */
  person?: { name: string; number: string } | undefined;
  /** Of a vendor's channel */
  line?: ChatLine | undefined;
  visit: Visit;
  /** The sender's key: the same key from the same customer is the same message. */
  key: string;
  text: string;
  detail?: InboundDetail | undefined;
  attachment: StoredAttachment | null;
  /** Nobody has to answer: neither bot nor queue gets it, such as a word that stops marketing. An open chat shows it. */
  isSettled?: boolean | undefined;
};

/** Who takes what customers of a vendor's channel have written: messages of one channel, in their order, in the transaction that read them. */
export const inboundTakers =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]) => Promise<unknown>>('inbound.message');

/** What one reading of a channel is about: whoever has written, and the chats of messages that a vendor reports on. */
export type InboundConcern = { channelId: string; addresses: readonly string[]; chatIds: readonly string[] };

/**
 * Who locks what the takers and the listeners of outcomes will change, before either begins. Each alone locks in order; one after the other in
 * one transaction they would not, and wait for others in a circle.
 */
export const inboundLocks =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, concern: InboundConcern) => Promise<unknown>>('inbound.lock');
