import type { Socket } from 'node:net';
import type {
  CardHeight,
  CardLayout,
  ChannelType,
  EntryMail,
  MailPerson,
  TemplateCategory,
  TemplateComponent,
  TemplateExtra,
  TemplateStatus,
  VendorError,
  VendorName,
} from '@parley/contract';
import type { ChoiceLimits } from './choices.ts';

/**
 * The narrow waist between Parley and its vendors (channels.md 8). Render, verify and parse take values and give values; only what is
 * given a `VendorIo` reaches out. An adapter never sleeps and never retries, except one renewal of a token on 401.
 */

/** A channel as an adapter sees it: its vendor's keys with the secrets open, for the time of one call. */
export type Connection = {
  channelId: string;
  type: ChannelType;
  vendor: VendorName;
  /** The sender: a number, page, bot, or agent id of the vendor */
  contactId: string;
  /** The specification's keys (CHAN-010), secrets included; a missing key is '' when read by `keyOf` */
  config: Readonly<Record<string, string>>;
  environment: 'sandbox' | 'production';
  /** Address of the simulator, for `sandbox`: 'http://127.0.0.1:4321' */
  simulatorUrl: string;
  /** Base addresses that the installation overrides, by the names of hosts.ts */
  baseUrls: Readonly<Record<string, string>>;
  /** The whole callback address, its secret included */
  hookUrl: string;
};

export type OutgoingMedia = {
  kind: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  url: string;
  caption: string;
  fileName: string;
  mimeType: string;
  /** A voice note, for vendors that show one apart from other audio */
  isVoice?: boolean;
  /** The file itself, which mails carry; left out: its address stands for it */
  bytes?: Uint8Array;
};
export type OutgoingButton = { id: string; title: string };
/** A button does one of these; without any it replies. Those behind `phoneNumber` go to adapters that name them in `suggestions` alone. */
export type OutgoingCardButton = OutgoingButton & {
  url?: string;
  phoneNumber?: string;
  place?: { latitude: number; longitude: number; label: string };
  asksPlace?: true;
  event?: { title: string; startsAt: string; endsAt: string };
};
export type OutgoingCard = {
  title: string;
  text: string;
  media?: OutgoingMedia | undefined;
  buttons: readonly OutgoingCardButton[];
  /** Height of its medium; left out: medium */
  height?: CardHeight;
};

/** A template with its values: what the vendor needs to send it, and what it was registered as. */
export type OutgoingTemplate = {
  kind: 'template';
  name: string;
  vendorTemplateId: string;
  language: string;
  category: TemplateCategory;
  /** Components as approved: for vendors that take the rendered text, and for previews */
  components: readonly TemplateComponent[];
  extra: TemplateExtra;
  header?: { media: OutgoingMedia } | { values: Readonly<Record<string, string>> } | undefined;
  /** Values by the variable's name, '1', '2' … or words */
  body: Readonly<Record<string, string>>;
  /** Values by the button's place from 0; for a URL the tail, for a reply its payload, for COPY_CODE the code */
  buttons: readonly { index: number; type: 'QUICK_REPLY' | 'URL' | 'COPY_CODE' | 'OTP'; value: string }[];
  cards: readonly {
    media?: OutgoingMedia | undefined;
    body: Readonly<Record<string, string>>;
    buttons: readonly { index: number; type: 'QUICK_REPLY' | 'URL'; value: string }[];
  }[];
  offer?: { code: string; expiresAt: string } | undefined;
};

/**
 * A form that opens in the conversation itself.
 * @property token names the filling in everything that comes of it
 * @property opens the first screen with its data; null: the flow asks our endpoint for it
 */
export type OutgoingFlow = {
  kind: 'flow';
  text: string;
  button: string;
  flowId: string;
  token: string;
  opens: { screen: string; data: Readonly<Record<string, unknown>> } | null;
};

/** The canonical message, independent of vendors (channels.md 2.2). */
export type OutgoingContent =
  | { kind: 'text'; text: string; previewUrl?: boolean; subject?: string }
  | ({ kind: 'media' } & { media: OutgoingMedia })
  | { kind: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { kind: 'contacts'; contacts: readonly { name: string; phones: readonly string[] }[] }
  | { kind: 'buttons'; text: string; buttons: readonly OutgoingButton[]; footer?: string; media?: OutgoingMedia }
  | {
      kind: 'list';
      text: string;
      button: string;
      sections: readonly { title: string; rows: readonly { id: string; title: string; description: string }[] }[];
    }
  | { kind: 'card'; card: OutgoingCard; layout?: CardLayout }
  | { kind: 'carousel'; cards: readonly OutgoingCard[] }
  | OutgoingFlow
  | OutgoingAct
  | OutgoingTemplate;

/**
 * An act on a message that is there, by the vendor's id of it. It is no message of its own, and done twice it is done once: the same
 * reaction, words or absence.
 */
export type OutgoingAct =
  /** A message of the customer's gets it; '' takes the reaction back */
  | { kind: 'reaction'; messageId: string; emoji: string }
  /** A message of ours gets other words. `isCaption`: they stand below a file */
  | { kind: 'edit'; messageId: string; text: string; isCaption: boolean }
  | { kind: 'revoke'; messageId: string };

const actKinds: readonly string[] = ['reaction', 'edit', 'revoke'] satisfies OutgoingAct['kind'][];
export const isAct = (content: OutgoingContent): content is OutgoingAct => actKinds.includes(content.kind);

/**
 * The parts of a message beside its words where it leaves as a mail.
 * @property subject of its thread; '': its own
 * @property messageId without angle brackets, as those of the others
 * @property inReplyTo mail that it answers; '': none
 * @property references mails before it, oldest first
 * @property signature stands below the words
 * @property quoted repeats the answered mail, below a line that says whose it is
 */
export type OutgoingMail = {
  subject: string;
  to: readonly MailPerson[];
  cc: readonly MailPerson[];
  bcc: readonly MailPerson[];
  messageId: string;
  inReplyTo: string;
  references: readonly string[];
  signature: string;
  quoted: { line: string; text: string } | null;
};

export type OutgoingMessage = {
  /** Our id of the message, a UUID: the vendor's idempotency key where it has one, and echoed in receipts where it can be */
  ourId: string;
  /** E.164 with '+', an e-mail address, or the vendor's id of the person */
  to: string;
  content: OutgoingContent;
  /** A program says it: as an answer to what a person wrote, or of its own accord; absent: a person does */
  automatic?: 'replied' | 'generated';
  /** The vendor's id of the message that is answered */
  replyTo?: string;
  /** Facts of the last inbound message that a reply must name, such as Airtel's sessionId */
  session?: Readonly<Record<string, string>>;
  /** Parts of a message that leaves by mail in a conversation */
  mail?: OutgoingMail;
};

export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};
export type WireResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

/**
 * Thrown by `VendorIo.fetch` alone. `connect`: nothing was sent, so it may be tried again (TRANSIENT); `sent`: the request left and no
 * whole answer came, so the vendor may have acted on it (UNKNOWN_OUTCOME).
 */
export class WireFailure extends Error {
  readonly phase: 'connect' | 'sent';
  constructor(phase: 'connect' | 'sent', message: string) {
    super(message);
    this.name = 'WireFailure';
    this.phase = phase;
  }
}

/**
 * Network access of the adapters. The caller sets time and size limits, refuses private addresses in production, and masks secrets in logs.
 */
export type VendorIo = {
  fetch: (request: WireRequest) => Promise<WireResponse>;
  now: () => Date;
  /** A token that several calls share: made once at a time, renewed at 80 % of its life; `isFresh` true makes a new one. */
  token: (key: string, make: () => Promise<{ value: string; expiresInSeconds: number }>, isFresh?: boolean) => Promise<string>;
  /** A connection to a server that an enterprise names, such as one for mail. @throws WireFailure where it may not be reached */
  connect: (host: string, port: number) => Socket;
  /** A connection that outlives a call (SMPP bind, SMTP pool), closed when unused or when the channel changes. */
  session: <T extends object>(key: string, open: () => Promise<{ value: T; close: () => Promise<void> | void }>) => Promise<T>;
};

export type RenderResult = { kind: 'request'; request: WireRequest } | { kind: 'refused'; error: VendorError };
export type SendResult =
  | { kind: 'accepted'; vendorMessageId: string; ids: Readonly<Record<string, string>> }
  | { kind: 'failed'; error: VendorError }
  /** The vendor may have it */
  | { kind: 'unknown'; error: VendorError };

export type RawRequest = {
  method: string;
  /** Address as the vendor called it, with host and query */
  url: string;
  query: Readonly<Record<string, string>>;
  /** Names in lower case */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
};
export type HookAnswer = { status: number; contentType: string; body: string };

/** A file that is kept already. */
export type KeptFile = { id: string; name: string; type: string; size: number; isUnusual?: true; hasPlayable?: true };

/** Media are fetched by `url` or `mediaId`, unless the callback has brought their bytes or they are kept already. */
export type InboundContent =
  | { kind: 'text'; text: string }
  | {
      kind: 'media';
      media: OutgoingMedia['kind'];
      url: string;
      mediaId: string;
      mimeType: string;
      caption: string;
      fileName: string;
      bytes?: Uint8Array;
      kept?: KeptFile;
    }
  | { kind: 'location'; latitude: number; longitude: number; name: string; address: string }
  /** A reply button, list row, quick reply of a template, or suggestion */
  | { kind: 'reply'; id: string; title: string }
  /** A form that was filled in. @property answers by the fields' names, as the form calls them */
  | { kind: 'form'; name: string; answers: Readonly<Record<string, unknown>>; title: string }
  | { kind: 'contacts'; contacts: readonly { name: string; phones: readonly string[] }[] }
  | { kind: 'order'; text: string }
  | { kind: 'unsupported'; reason: string }
  | InboundNote;

/**
 * A customer's act on an existing message, by the vendor's id of it: it is no message of its own.
 * `reaction`: '' takes it back. `edit`: the new text. `nothing`: neither a message nor about one, such as an opened chat.
 */
export type InboundNote =
  | { kind: 'reaction'; messageId: string; emoji: string }
  | { kind: 'edit'; messageId: string; text: string }
  | { kind: 'revoke'; messageId: string }
  | { kind: 'nothing'; what: string };

const noteKinds: readonly string[] = ['reaction', 'edit', 'revoke', 'nothing'] satisfies InboundNote['kind'][];
export const isNote = (content: InboundContent): content is InboundNote => noteKinds.includes(content.kind);

/** The item that a customer looked at when they wrote. */
export type InboundAbout = { kind: 'ad' | 'product' | 'story'; title: string; text: string; url: string };

/**
 * The mail in which a message came.
 * @property answers Message-IDs that it names as answered, without angle brackets, the likeliest first
 * @property html its page as it came; '': it has none, or `page` is what was made of it
 * @property page its cleaned page, with pictures of its own named by their file
 */
export type ArrivedMail = Omit<EntryMail, 'bcc' | 'hasPage'> & { answers: readonly string[]; html: string; page: string };

/** Says which of the connection's ids the event is for; a mismatch is stored and not applied. */
export type BelongsTo = { key: string; value: string };

/** A message of ours by the ids that a vendor names. @property vendorMessageId '' where it names our id alone */
export type MailOfOurs = { vendorMessageId: string; ourId: string };
export type ReceivedEvent = Extract<ChannelEvent, { type: 'message.received' }>;

export type ChannelEvent = { belongsTo?: BelongsTo | undefined } & (
  | {
      type: 'message.received';
      vendorMessageId: string;
      /** Sender, as `to` of a reply would name it */
      from: string;
      fromName: string;
      at: Date;
      content: InboundContent;
      /** The vendor's id of our message that is answered */
      answers: string;
      /** A program has written it, such as an absence notice or a bounce: no program answers it */
      isAutomatic?: boolean;
      /** The customer's own words without what is set above them, such as the subject of a mail; absent: the content's words */
      words?: string;
      /** The advert or the product that it was written from */
      about?: InboundAbout | undefined;
      mail?: ArrivedMail | undefined;
      /** The vendor's id of the message that it is a part of, such as a further file of a mail */
      partOf?: string;
      /** The mail of ours that a report tells of; `from` is the recipient whom it tells of */
      reportOf?: MailOfOurs;
      session?: Readonly<Record<string, string>>;
    }
  | {
      type: 'message.status';
      /** '' where the vendor names our id alone */
      vendorMessageId: string;
      ourId: string;
      recipient: string;
      status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
      at: Date;
      error?: VendorError | undefined;
      billing?: Readonly<Record<string, string>> | undefined;
      /** A watermark: everything to this recipient up to `at` */
      isWatermark?: boolean;
      /** Stands in the conversation instead, where the recipient is not the one whom the message was for */
      ofOthers?: readonly ReceivedEvent[];
    }
  | { type: 'template.status'; name: string; language: string; vendorTemplateId: string; status: TemplateStatus; reason: string }
  | { type: 'template.category'; name: string; language: string; category: TemplateCategory }
  | { type: 'template.quality'; name: string; language: string; quality: string }
  /** @property status as the vendor calls it; '' where it tells of something else @property text what it tells */
  | { type: 'flow.status'; vendorFlowId: string; status: string; text: string }
  | { type: 'number.quality'; quality: string; tier: string }
  | { type: 'account.update'; text: string; isBlocked: boolean }
  | { type: 'contact.optOut' | 'contact.optIn'; address: string }
  | { type: 'contact.idChanged'; from: string; to: string }
  /** Stored raw and counted, never an error to the vendor */
  | { type: 'unknown'; what: string }
);

export type ProbeStep = { name: 'reach' | 'credentials' | 'number' | 'callback' | 'templates'; isOk: boolean; text: string };

/**
 * Acts on messages that a channel takes. A member that is left out: the vendor has no such act.
 * @property withinSeconds how long after the message was sent; 0: at any time
 */
export type VendorActs = {
  /** 'any' emoji, or those of a list, without variation selectors */
  reactions?: 'any' | readonly string[];
  edit?: { withinSeconds: number };
  revoke?: { withinSeconds: number };
};

export type Capabilities = {
  contents: readonly OutgoingContent['kind'][];
  /** Receipts that arrive at all; Telegram's end at sent */
  receipts: readonly ('sent' | 'delivered' | 'read' | 'failed')[];
  /** Hours after the customer's last message in which free text may be sent; 0: no window */
  windowHours: number;
  choices: ChoiceLimits;
  /** Buttons of its cards beside replies, links and numbers; left out: none */
  suggestions?: readonly ('place' | 'askPlace' | 'calendar')[];
  /** Proposed messages a second of one connection */
  speedPerSecond: number;
  /** The vendor refuses a repeated id of ours, so an unknown outcome may be sent again */
  dedupes: boolean;
  textLimit: number;
  /** Origin of templates: created by call, registered by hand, or none */
  templates: 'call' | 'manual' | 'none';
  isClosed?: string;
  /** Left out: none */
  acts?: VendorActs;
};

export type VendorTemplate = {
  vendorTemplateId: string;
  name: string;
  language: string;
  category: TemplateCategory;
  status: TemplateStatus;
  reason: string;
  quality: string;
  components: readonly TemplateComponent[];
};
export type TemplateDraft = Pick<VendorTemplate, 'vendorTemplateId' | 'name' | 'language' | 'category' | 'components'> & {
  extra: TemplateExtra;
};
export type TemplateResult = { kind: 'done'; template: VendorTemplate } | { kind: 'failed'; error: VendorError };
export type TemplateOps = {
  create: (io: VendorIo, connection: Connection, draft: TemplateDraft) => Promise<TemplateResult>;
  /** Absent: the vendor cannot change one */
  update?: (io: VendorIo, connection: Connection, draft: TemplateDraft) => Promise<TemplateResult>;
  /** Absent: we keep the list */
  list?: (
    io: VendorIo,
    connection: Connection,
  ) => Promise<{ kind: 'done'; templates: VendorTemplate[] } | { kind: 'failed'; error: VendorError }>;
  remove?: (io: VendorIo, connection: Connection, template: { name: string; vendorTemplateId: string }) => Promise<VendorError | undefined>;
  /** The handle of a media sample, for header.example */
  uploadSample?: (
    io: VendorIo,
    connection: Connection,
    file: { name: string; mimeType: string; bytes: Uint8Array },
  ) => Promise<{ kind: 'done'; handle: string } | { kind: 'failed'; error: VendorError }>;
};
/** States of a flow at its vendor. */
export const vendorFlowStatuses = ['DRAFT', 'PUBLISHED', 'DEPRECATED', 'BLOCKED', 'THROTTLED'] as const;
export type VendorFlowStatus = (typeof vendorFlowStatuses)[number];
/** A fault that the vendor finds in a flow's JSON. @property path where it lies, as the vendor says it */
export type VendorFlowError = { code: string; text: string; path: string };
export type FlowDone<Done extends object = object> = ({ kind: 'done' } & Done) | { kind: 'failed'; error: VendorError };
/**
 * Flows of an account. All of them are safe to repeat: a flow that was made already is found by its name, and one that is published or deprecated
 * already stays so.
 */
export type FlowOps = {
  /** @param flow endpointUrl '' for one that asks nobody */
  create: (
    io: VendorIo,
    connection: Connection,
    flow: { name: string; endpointUrl: string },
  ) => Promise<FlowDone<{ vendorFlowId: string; status: VendorFlowStatus }>>;
  upload: (io: VendorIo, connection: Connection, vendorFlowId: string, json: string) => Promise<FlowDone<{ errors: VendorFlowError[] }>>;
  publish: (io: VendorIo, connection: Connection, vendorFlowId: string) => Promise<FlowDone>;
  deprecate: (io: VendorIo, connection: Connection, vendorFlowId: string) => Promise<FlowDone>;
  /** Draft flows alone can be removed */
  remove: (io: VendorIo, connection: Connection, vendorFlowId: string) => Promise<FlowDone>;
  /** Hands over the public key by which phones seal what they send to our endpoint */
  uploadKey: (io: VendorIo, connection: Connection, publicPem: string) => Promise<FlowDone>;
};
export type MediaOps = {
  download: (
    io: VendorIo,
    connection: Connection,
    media: { url: string; mediaId: string },
  ) => Promise<{ kind: 'done'; bytes: Uint8Array; mimeType: string } | { kind: 'failed'; error: VendorError }>;
};

export type VendorAdapter = {
  readonly vendor: VendorName;
  readonly types: readonly ChannelType[];
  /** Evidence by feature: 'send', 'receipts', 'inbound', 'templates', 'media' …; shown to administrators */
  readonly evidence: Readonly<Record<string, 'confirmed' | 'assumed'>>;
  capabilities: (type: ChannelType) => Capabilities;
  /** Pure. Where the wire is not HTTP (SMTP, SMPP) the request is a description that `send` alone understands. */
  render: (message: OutgoingMessage, connection: Connection) => RenderResult;
  send: (io: VendorIo, connection: Connection, request: WireRequest, message: OutgoingMessage) => Promise<SendResult>;
  handshake?: (request: RawRequest, connection: Connection) => HookAnswer | undefined;
  verifyHook: (request: RawRequest, connection: Connection, now: Date) => 'ok' | 'unsigned' | 'bad';
  /** Pure; never throws on unknown shapes. */
  parseHook: (request: RawRequest, connection: Connection) => ChannelEvent[];
  /** Only where the vendor wants more than 200 with nothing in it. */
  answerHook?: (events: readonly ChannelEvent[]) => HookAnswer;
  probe: (io: VendorIo, connection: Connection) => Promise<ProbeStep[]>;
  templates?: TemplateOps;
  flows?: FlowOps;
  media?: MediaOps;
};
