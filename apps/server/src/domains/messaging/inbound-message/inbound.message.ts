import type { EntryMail } from '@parley/contract';
import type { InboundAbout, InboundNote as NoteContent, OutgoingMedia } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment, Visit } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { KnownCustomer, Told } from '../../customer/door.ts';
import type { ChatLine } from '../sending/chat-line.ts';

/**
 * The detail of a customer's message beside its words.
 * @property answers the vendor's id of our message that it answers
 * @property isAutomatic a program has written it
 * @property about the advert or the product that it was written from
 */
export type InboundDetail = { answers?: string; isAutomatic?: true; about?: InboundAbout } & (
  | { kind: 'text' }
  /** @property payload what the pressed button or chosen row carries */
  | { kind: 'reply'; payload: string }
  | { kind: 'form'; name: string; form: Readonly<Record<string, unknown>> }
  | { kind: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { kind: 'contacts'; contacts: readonly { name: string; phones: readonly string[] }[] }
  | { kind: 'media'; media: OutgoingMedia['kind'] }
);

export type Secret = { text: string; detail: InboundDetail | undefined };

/**
 * The form before the chat, as it may be kept.
 * @property lines answers for the chat's record, which everybody in it reads. @property consent the text that was agreed to; '' for none
 */
export type FormTaken = {
  told: Told;
  lines: readonly { kind: string; label: string; value: string }[];
  consent: string;
  reach: { email?: string; phone?: string };
};

/** The mail in which a message came. @property answers ids that it names as answered, the likeliest first @property page '': it has none */
export type InboundMail = { entry: EntryMail; answers: readonly string[]; page: string };

/** One message of a customer, as a channel's adapter understood it. */
export type InboundMessage = {
  enterpriseId: string;
  channelId: string;
  /** The recipient when no chat is open. */
  entry: 'bot' | 'queue';
  address: string;
  /** Known once this address has written before; saves looking it up for each message. */
  customer?: KnownCustomer | undefined;
  /** The vendor's data about a customer who writes for the first time. */
  person?: { name: string; number: string } | undefined;
  /** The line of a vendor's channel */
  line?: ChatLine | undefined;
  visit: Visit;
  /** The filled form with which a visitor begins */
  form?: FormTaken | undefined;
  /** The sender's key: the same key from the same customer is the same message. */
  key: string;
  text: string;
  /** The vendor's time of writing; absent: now */
  writtenAt?: Date | undefined;
  detail?: InboundDetail | undefined;
  /** The original words of a secret answer: `text` and `detail` are masked, and the asker takes it from here */
  secret?: Secret | undefined;
  attachment: StoredAttachment | null;
  mail?: InboundMail | undefined;
  /** The key of the message that it is a part of, and stands with */
  partOf?: string | undefined;
  /** Nobody has to answer: neither bot nor queue gets it, such as a word that stops marketing. An open chat shows it. */
  isSettled?: boolean | undefined;
  /** A program has written it: people see it in the chat, and nobody greets, answers or waits for it. */
  isAutomatic?: boolean | undefined;
};

/**
 * A form that a customer has filled in within the conversation.
 * @property answers whole, as the vendor passed them on
 * @property files those that it names and that are kept, by the vendor's ids of them
 */
export type InboundForm = {
  channelId: string;
  address: string;
  answers: Readonly<Record<string, unknown>>;
  files: ReadonlyMap<string, StoredAttachment>;
};
/** @property lines answers as everybody in the chat may read them, by the labels of their fields */
export type HeardForm = { title: string; lines: Readonly<Record<string, string>> };

/** Extension point: takes a form that is ours, whole, in the transaction that reads it. undefined: it is somebody else's, and stays a message. */
export const inboundForms =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, form: InboundForm) => Promise<HeardForm | undefined>>('inbound.form');

export type FlowReport = { vendorFlowId: string; status: string; text: string };
/** Extension point: applies what a vendor tells of the flows of a channel. */
export const flowReports =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, channelId: string, report: FlowReport) => Promise<unknown>>('inbound.flow');

/** Extension point: takes customers' messages of a vendor's channel, one channel's in their order, in the transaction that read them. */
export const inboundTakers =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]) => Promise<unknown>>('inbound.message');

/**
 * A customer's change to an existing message. @property messageId the vendor's id of it. @property eventId the vendor's id of the note.
 * @property at when they did
 */
export type InboundNote = { eventId: string; channelId: string; address: string; at: Date } & Exclude<NoteContent, { kind: 'nothing' }>;

/**
 * Extension point: shows customers' changes to messages, after the messages of the same batch. Ignores changes to unknown messages.
 * @returns the notes that change what nobody may read
 */
export const inboundNotes =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, notes: readonly InboundNote[]) => Promise<readonly InboundNote[]>>('inbound.note');

/** The subjects of one batch of a channel: the customers who have written, and the chats of messages that a vendor reports on. */
export type InboundConcern = {
  channelId: string;
  addresses: readonly string[];
  /** Those of the addresses whose messages a program has written */
  automatic: readonly string[];
  chatIds: readonly string[];
  notes: readonly InboundNote[];
};

/**
 * Extension point: locks the rows that the takers and the listeners of outcomes will change, before either begins. Each alone locks in
 * order. One after the other in one transaction they would not, and could deadlock.
 */
export const inboundLocks =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, concern: InboundConcern) => Promise<unknown>>('inbound.lock');
