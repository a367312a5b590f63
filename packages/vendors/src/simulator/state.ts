import { randomBytes } from 'node:crypto';
import { type ChannelType, SandboxBehaviour, type SandboxMessage, type SandboxStats, type VendorName } from '@parley/contract';
import type { VendorFlowStatus, VendorTemplate } from '../types.ts';
import type { PhoneFlow, Refusal } from './flow-component.ts';
import type { PhoneState } from './flow-state.ts';
import { IdSet } from './id-set.ts';

/** State of one sandbox channel in the simulator: the vendor's side of it. */
export type SimulatedChannel = {
  channelId: string;
  vendor: VendorName;
  type: ChannelType;
  contactId: string;
  config: Readonly<Record<string, string>>;
  hookUrl: string;
  /** The vendors' side of the simulator, as the channel's adapter reaches it */
  origin: string;
  behaviour: SandboxBehaviour;
  templates: Map<string, VendorTemplate>;
  phones: Map<string, Phone>;
  media: Map<string, StoredMedia>;
  flows: Map<string, SimulatedFlow>;
  /** The public key that phones seal by; '' while none was handed over */
  flowKey: string;
  /** Flows that messages have brought, by their token */
  flowMessages: Map<string, SentFlow>;
  /** Tokens that were given out, with the instant at which they end */
  tokens: Map<string, number>;
  stats: SandboxStats;
  seen: IdSet;
  /** Sum of failShare so far: at 1 one message fails, so the share is exact */
  failCredit: number;
  bucket: { second: number; taken: number };
};
export type StoredMedia = { bytes: Buffer; mimeType: string; fileName: string };
export type Phone = {
  address: string;
  name: string;
  messages: SandboxMessage[];
  /** Time on the simulator's clock; 0: never */
  lastInboundAt: number;
  isOptedOut: boolean;
  /** The flow that is open on it */
  flow?: OpenFlow | undefined;
};
export type SimulatedFlow = {
  id: string;
  name: string;
  status: VendorFlowStatus;
  endpointUrl: string;
  json: PhoneFlow | undefined;
  sentAt: number[];
};
export type SentFlow = { flowId: string; token: string; opens: { screen: string; data: Record<string, unknown> } | null };
/** @property flow as it was when it was opened @property round counts the requests, so that an answer to a former one changes nothing */
export type OpenFlow = {
  messageId: string;
  flow: PhoneFlow;
  endpointUrl: string;
  state: PhoneState;
  refused: Refusal[];
  trouble: string;
  round: number;
};

/** Bounds of what is kept for looking at; a load test asks for `isLight`. */
const mostPhones = 1000;
const mostMessages = 100;
const mostMedia = 20;
const mostTokens = 100;
const mostFlowMessages = 1000;

export const newChannel = (channelId: string, behaviour: Partial<SandboxBehaviour> = {}): SimulatedChannel => ({
  channelId,
  vendor: 'twixormcmi',
  type: 4,
  contactId: '',
  config: {},
  hookUrl: '',
  origin: '',
  behaviour: SandboxBehaviour.parse(behaviour),
  templates: new Map(),
  phones: new Map(),
  media: new Map(),
  flows: new Map(),
  flowKey: '',
  flowMessages: new Map(),
  tokens: new Map(),
  stats: {
    requests: 0,
    accepted: 0,
    refused: 0,
    duplicates: 0,
    byStatus: { sent: 0, delivered: 0, read: 0, failed: 0 },
    receiptsWaiting: 0,
    lostCallbacks: 0,
    customers: 0,
  },
  seen: new IdSet(),
  failCredit: 0,
  bucket: { second: 0, taken: 0 },
});

export const templateKey = (name: string, language: string): string => `${name}\n${language}`;

const hourMs = 3_600_000;
/** The simulator's clock of a channel: ahead by what the person asked for. */
export const clockOf = (channel: SimulatedChannel): number => Date.now() + channel.behaviour.clockShiftHours * hourMs;
export const isWindowOpen = (channel: SimulatedChannel, phone: Phone | undefined): boolean =>
  phone !== undefined && phone.lastInboundAt > 0 && clockOf(channel) - phone.lastInboundAt < 24 * hourMs;

/** The phone of an address, made when it is first written to or written from; the one that was idle longest makes room. */
export function phoneOf(channel: SimulatedChannel, address: string, name = ''): Phone {
  const phone = channel.phones.get(address) ?? { address, name: '', messages: [], lastInboundAt: 0, isOptedOut: false };
  if (name) phone.name = name;
  channel.phones.delete(address);
  channel.phones.set(address, phone);
  if (channel.phones.size > mostPhones) channel.phones.delete(channel.phones.keys().next().value as string);
  return phone;
}

export function keepMessage(phone: Phone, message: SandboxMessage): void {
  phone.messages.push(message);
  if (phone.messages.length > mostMessages) phone.messages.shift();
}

export function keepMedia(channel: SimulatedChannel, mediaId: string, media: StoredMedia): void {
  channel.media.set(mediaId, media);
  if (channel.media.size > mostMedia) channel.media.delete(channel.media.keys().next().value as string);
}

export function keepFlowMessage(channel: SimulatedChannel, sent: SentFlow): void {
  channel.flowMessages.set(sent.token, sent);
  if (channel.flowMessages.size > mostFlowMessages) channel.flowMessages.delete(channel.flowMessages.keys().next().value as string);
}

/** The message of that id on a phone, by whichever side. */
export const messageOn = (phone: Phone | undefined, id: string): SandboxMessage | undefined => phone?.messages.find((one) => one.id === id);

/** A message that its sender has taken back: nothing of it is seen any more. */
export const takeBack = (message: SandboxMessage): void => {
  Object.assign(message, { text: '', header: '', footer: '', media: null, location: null, buttons: [], cards: [], isTakenBack: true });
};

/** An empty message to fill: only what it shows need be named. */
export const messageWith = (more: Partial<SandboxMessage>): SandboxMessage => ({
  id: '',
  isFromCustomer: false,
  at: new Date().toISOString(),
  status: 'accepted',
  errorCode: '',
  subject: '',
  header: '',
  text: '',
  footer: '',
  media: null,
  location: null,
  buttons: [],
  cards: [],
  replyTo: '',
  reaction: '',
  templateName: '',
  ourReaction: '',
  isEdited: false,
  isTakenBack: false,
  mail: null,
  ...more,
});

/** A token of the vendor's that ends after a while; the oldest makes room. */
export function giveToken(channel: SimulatedChannel, lifeSeconds: number): string {
  const token = randomBytes(16).toString('hex');
  channel.tokens.set(token, Date.now() + lifeSeconds * 1000);
  if (channel.tokens.size > mostTokens) channel.tokens.delete(channel.tokens.keys().next().value as string);
  return token;
}
/** Tells whether a header carries a token that was given and has not ended. */
export const hasToken = (channel: SimulatedChannel, header: unknown): boolean =>
  (channel.tokens.get(String(header ?? '').replace(/^Bearer /, '')) ?? 0) >= Date.now();
