import type { SandboxAct, SandboxMessage, SandboxQuality, SandboxTemplateChange } from '@parley/contract';
import type { VendorTemplate } from '../types.ts';
import type { Phone, SimulatedChannel, SimulatedFlow } from './state.ts';

export type SimRequest = {
  method: string;
  /** Path behind the name and the channel, with its slash */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** This channel's address at the simulator, by the name of the host */
  base: string;
  host: string;
};
/** 'cut': the connection breaks instead of an answer. */
export type SimAnswer =
  | { status: number; json?: unknown; body?: Buffer | string; contentType?: string; headers?: Record<string, string> }
  | 'cut';
export type HookCall = { method?: 'GET' | 'POST'; url: string; headers: Record<string, string>; body: string };

export const stages = ['sent', 'delivered', 'read', 'failed'] as const;
export type Stage = (typeof stages)[number];
/** Facts that a receipt can name. */
export type SimMessage = { id: string; ourId: string; to: string; errorCode: string; facts: string; shown: SandboxMessage | undefined };
export type Receipt = { message: SimMessage; stage: Stage; at: number };

/** @property messageId of the message that had opened the flow */
export type FlowReply = { values: Record<string, unknown>; messageId: string; id: string; at: number };

/** One wire that the simulator speaks: the vendor's own requests, answers, receipts and refusals. */
export type Family = {
  answer: (request: SimRequest, channel: SimulatedChannel, simulator: Engine) => SimAnswer | Promise<SimAnswer>;
  /** Receipts that the vendor sends at all */
  stages: readonly Stage[];
  /** Most receipts in one callback */
  batch: number;
  receipts: (channel: SimulatedChannel, receipts: readonly Receipt[]) => HookCall;
  /** Reports the customer's act as the vendor does; undefined where the vendor has no such thing */
  act: (channel: SimulatedChannel, phone: Phone, act: SandboxAct, id: string, at: number) => HookCall | undefined;
  /** The vendor's id of a customer's message, where it is of another form. @param id made by the simulator */
  ownId?: (id: string, phone: Phone) => string;
  /** The answer to a send that is refused by order */
  refuse: (channel: SimulatedChannel, code: string) => SimAnswer;
  /** The codes for what the simulator itself finds: too fast, window closed, customer has opted out; '' where the vendor has no such rule */
  codes: { tooFast: string; windowClosed: string; optedOut: string };
  templateChanged?: (channel: SimulatedChannel, template: VendorTemplate, change: SandboxTemplateChange) => HookCall[];
  /** Returns a filled flow as the vendor passes it on */
  flowReply?: (channel: SimulatedChannel, phone: Phone, reply: FlowReply) => HookCall;
  flowChanged?: (channel: SimulatedChannel, flow: SimulatedFlow, from: string) => HookCall;
  qualityChanged?: (channel: SimulatedChannel, quality: SandboxQuality) => HookCall | undefined;
};

/** A message that passed the wire's own checks and wants to be taken. */
export type Send = {
  to: string;
  ourId: string;
  /** Returns what the person sees; not called in a light channel */
  show: () => Partial<SandboxMessage>;
  /** Neither a template nor otherwise free of the 24 hours */
  isFreeText: boolean;
  isMarketing: boolean;
  /** It is taken and fails later, with this code */
  laterCode?: string;
  /** Further facts that receipts carry: the category */
  facts?: string;
  /** The vendor's id; made by the family where the caller gives none of its own */
  id: string;
  accepted: (id: string) => SimAnswer;
};

export type Engine = {
  send: (channel: SimulatedChannel, family: Family, send: Send) => Promise<SimAnswer>;
  /** An act on a message that is there: no message of its own, and without receipts. @param apply does it, or refuses it */
  act: (channel: SimulatedChannel, family: Family, apply: () => SimAnswer) => Promise<SimAnswer>;
  /** Tells events that are no receipts, after the channel's delay. @param about what has several of them, such as a phone, is told in its order */
  tell: (channel: SimulatedChannel, calls: readonly HookCall[], about?: object) => void;
  /** Ids that no other start of the simulator gives */
  nextId: () => string;
};
