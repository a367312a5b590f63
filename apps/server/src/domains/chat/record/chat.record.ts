import {
  type CalendarHours,
  type ChatClock,
  type ChatUser,
  channelTypes,
  chatActionTypes,
  type MailReply,
  type RuleEvent,
} from '@parley/contract';
import type { OutgoingContent } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext, WebhookEvent } from '../../../context.ts';
import { findHours, pushMessages } from '../../account/door.ts';
import {
  type ChatLine,
  type ChatMessage,
  chatFailure,
  type InboundMessage,
  type LedgerRow,
  send,
  toChatDraft,
} from '../../messaging/door.talk.ts';
import { writeClocks } from '../clock/clock.repository.ts';
import { noteRest } from '../clock/resolution.rules.ts';
import { needsHours, type Plan, planClocks, settleClocks, shownClock } from '../clock/service.rules.ts';
import { listWithoutLine } from '../desk/desk.repository.ts';
import { threadMails } from '../mail-thread/mail.thread.port.ts';
import { chatClockChanged, chatEntries, chatThreadChanged, visitorTopic } from './chat.events.ts';
import { presentAction, presentWidgetEntry } from './chat.present.ts';
import { type ActionRow, type ChatRecord, type LockedChat, recordChats, writeWays } from './chat.repository.ts';
import { answerHappenings, type Happening, hasRule } from './chat.rule.port.ts';
import { appendEntry, awayMs, type EntryDraft, hasOpenWait, isOpen, mayRate, reckonOpenWait, talksByPhone } from './chat.rules.ts';
import { toRelayEvent, toSettledRelayEvent, toWebhookEvent } from './chat.webhook.ts';

/**
 * Work of one transaction on locked chats: entries are appended in memory, and `save` writes rows, ledger and live events together. Every
 * text that enters or leaves a chat passes here, so a message without its ledger row cannot be written.
 */
export class ChatRecording {
  readonly #ctx: EnterpriseContext;
  readonly #now: Date;
  readonly #chats = new Map<string, LockedChat>();
  readonly #entries: { row: ActionRow; users: readonly ChatUser[] | undefined }[] = [];
  readonly #ledger: LedgerRow[] = [];
  readonly #outgoing: { row: ActionRow; message: ChatMessage; reply: MailReply | undefined }[] = [];
  readonly #keys: ChatRecord['keys'][number][] = [];
  readonly #threads = new Map<string, { agentName: string; asksComment: boolean }>();
  readonly #settled: WebhookEvent[] = [];
  /** Chats in which an agent has written, or a key for them, and those whose clocks run by something else now. */
  readonly #replied = new Set<string>();
  readonly #retimed = new Set<string>();
  /** Chats whose visitors have changed to WhatsApp, have gone on there, or have come back. */
  readonly #ways = new Set<LockedChat>();
  /** Clocks that colour chats from now on, where that has changed. */
  readonly #clocks = new Map<string, ChatClock | null>();

  /** Happenings of chats whose events have rules, in their order. */
  readonly #happened: Happening[] = [];
  readonly #firesRules: boolean;

  /** @param options.firesRules false: rules do not answer what is recorded, as it is theirs, or nobody's but the program's */
  constructor(ctx: EnterpriseContext, now: Date, { firesRules = true }: { firesRules?: boolean } = {}) {
    this.#ctx = ctx;
    this.#now = now;
    this.#firesRules = firesRules;
  }

  /** Notes what rules may answer when this is saved. Where no rule is for it, nothing is kept. @param text of the customer's message */
  happen(chat: LockedChat, event: RuleEvent, text = ''): void {
    if (!this.#firesRules) return;
    // An earlier happening may move the chat to another department, whose rules answer this one.
    const mayMove = this.#happened.some((one) => one.chat === chat);
    if (hasRule(chat, event, mayMove)) this.#happened.push({ chat, event, text });
  }

  /** Notes that the row was changed and is to be written. */
  touch(chat: LockedChat): void {
    this.#chats.set(chat.chatId, chat);
  }

  /** Notes that what the chat's clocks run by may have changed. */
  retime(chat: LockedChat): void {
    this.touch(chat);
    this.#retimed.add(chat.chatId);
  }

  /**
   * Notes where a website's visitor has said their last word. By WhatsApp, what waits for that word goes out, and answers leave at once from now
   * on; on the website again, what has not left yet waits until they are away.
   */
  noteWay(chat: LockedChat, { number }: ActionRow, { isByPhone }: { isByPhone: boolean }): void {
    const { byPhone, ...visit } = chat.visit;
    if (!isByPhone && !byPhone) return;
    const since = byPhone && talksByPhone(chat, this.#now) ? byPhone.since : number;
    chat.visit = isByPhone ? { ...visit, byPhone: { since, at: this.#now.toISOString() } } : visit;
    this.#ways.add(chat);
    this.#goOn(chat, isByPhone ? 0 : awayMs);
  }

  /** Sets the time at which answers go on by e-mail or WhatsApp. */
  #goOn(chat: LockedChat, afterMs: number): void {
    this.touch(chat);
    chat.clocks.set('mail', { startedAt: this.#now, dueAt: new Date(this.#now.getTime() + afterMs) });
  }

  append(chat: LockedChat, draft: EntryDraft, users?: readonly ChatUser[]): ActionRow {
    this.touch(chat);
    const row = appendEntry(chat, draft, this.#now);
    this.#entries.push({ row, users });
    const isIncoming = row.actionType === chatActionTypes.customerReply;
    const event = eventOf(draft);
    if (event) this.happen(chat, event, draft.message);
    if (row.actionType === chatActionTypes.agentReply && (row.authorKind === 'agent' || draft.countsAsReply))
      this.#replied.add(chat.chatId);
    if (row.actionType === chatActionTypes.agentReply && !chat.line) this.#goOnWith(chat, row);
    if (isIncoming || row.actionType === chatActionTypes.agentReply) {
      if (!isIncoming && chat.line) this.#addOutgoing(chat, chat.line, row, draft);
      else this.#ledger.push(toLedgerRow(chat, row, isIncoming ? 'in' : 'out', draft.stream));
      if (row.messageKey && row.authorId)
        this.#keys.push({ senderId: row.authorId, messageKey: row.messageKey, chatId: row.chatId, number: row.number });
    }
    return row;
  }

  /** A visitor who has left an address or a number, and is away for so long, gets the answer by e-mail or WhatsApp; who talks by WhatsApp, at once. */
  #goOnWith(chat: LockedChat, { authorKind }: ActionRow): void {
    const { email, phone } = chat.visit;
    if (talksByPhone(chat, this.#now)) {
      if (authorKind === 'agent' || authorKind === 'bot') this.#goOn(chat, 0);
    } else if (authorKind === 'agent' && (email || phone)) this.#goOn(chat, awayMs);
  }

  #addOutgoing(chat: LockedChat, line: ChatLine, row: ActionRow, draft: EntryDraft): void {
    const content = draft.outgoing?.content ?? toContent(row);
    const message: ChatMessage = {
      messageId: draft.stream?.messageId ?? idAt(this.#now),
      channelId: chat.channelId,
      customerId: chat.customerId,
      chatId: chat.chatId,
      number: row.number,
      address: chat.address,
      source: sourceOf(row, draft.stream),
      content,
      template: draft.outgoing?.template ?? null,
      sealed: draft.outgoing?.sealed,
      line,
      stream: draft.stream && { ...draft.stream, notBefore: draft.stream.notBefore },
    };
    this.#outgoing.push({ row, message, reply: draft.mail });
  }

  /** Adds only the ledger's row of a customer's message that needs no open chat. */
  noteSettled(message: InboundMessage, customer: { customerId: string; name: string }): void {
    const { customerId } = customer;
    this.#settled.push(toSettledRelayEvent(message, customer, this.#now));
    const messageId = idAt(this.#now);
    this.#ledger.push({
      enterpriseId: this.#ctx.enterpriseId,
      messageId,
      createdAt: this.#now,
      channelId: message.channelId,
      customerId,
      direction: 'in',
      source: 'SYSTEM',
      resourceId: messageId,
      number: 0,
      status: 'RECEIVED',
      reason: '',
      statusAt: this.#now,
      address: message.address,
      vendorMessageId: message.key,
      isSandbox: message.line?.environment === 'sandbox',
    });
    this.#keys.push({ senderId: customerId, messageKey: message.key, chatId: messageId, number: 0 });
  }

  /** Returns the ledger's id of our message; '' for an entry that is none. */
  messageIdOf(row: ActionRow): string {
    const sent = this.#outgoing.find((outgoing) => outgoing.row === row)?.message;
    const stored = this.#ledger.find(({ resourceId, chatId, number }) => (chatId ?? resourceId) === row.chatId && number === row.number);
    return (sent ?? stored)?.messageId ?? '';
  }

  /** Tells the visitor who answers now, or that the chat has ended. @param asksComment a rating may have words */
  tellVisitor(chat: LockedChat, agentName: string, asksComment = true): void {
    this.touch(chat);
    this.#threads.set(chat.chatId, { agentName, asksComment });
  }

  /**
   * Entries are complete when this has resolved: what the gate refuses is told in the entry itself. Nobody waits for the writes: they leave
   * with whatever follows them, COMMIT at the latest.
   */
  async save(tx: Tx): Promise<void> {
    if (this.#chats.size === 0 && this.#ledger.length === 0) return;
    if (this.#outgoing.length > 0) await this.#send(tx);
    await this.#settleClocks(tx);
    await this.#reckonWaits(tx);
    await this.#ctx.webhooks.publish(tx, ...this.#told());
    await this.#pushToOwners(tx);
    const threads = [...this.#threads].map(([chatId, told]) => presentThread(this.#chats.get(chatId) as LockedChat, told));
    writeBehind(
      tx,
      Promise.all([
        recordChats(tx, this.#ctx.enterpriseId, {
          chats: [...this.#chats.values()],
          actions: this.#entries.map(({ row }) => row),
          ledger: this.#ledger,
          keys: this.#keys,
        }),
        this.#writeClocks(tx),
        this.#ways.size > 0 ? writeWays(tx, this.#ctx.enterpriseId, [...this.#ways]) : undefined,
        this.#entries.length > 0 ? this.#ctx.events.record(tx, chatEntries, { chats: this.#events() }) : undefined,
        this.#ctx.events.record(tx, chatThreadChanged, ...threads),
        this.#ctx.events.record(tx, chatClockChanged, ...this.#clocksAlone()),
      ]),
    );
    if (this.#happened.length > 0) await answerHappenings(this.#ctx, tx, this.#happened.splice(0));
  }

  /** Clocks of service begin and end with what has become of the chat. Where none is switched on, nothing is asked. */
  async #settleClocks(tx: Tx): Promise<void> {
    const planned = [...this.#chats.values()].flatMap((chat): { chat: LockedChat; plans: Plan[] }[] => {
      const { chatId } = chat;
      noteRest(chat, this.#now);
      const moment = { now: this.#now, hasReplied: this.#replied.has(chatId), isAnew: this.#retimed.has(chatId) };
      const plans = planClocks(chat, moment);
      return plans.length > 0 ? [{ chat, plans }] : [];
    });
    if (planned.length === 0) return;
    const timed = planned.filter(({ plans }) => needsHours(plans)).map(({ chat }) => chat.deptId);
    const hours = new Map<string | null, Awaited<ReturnType<typeof findHours>>>();
    for (const deptId of new Set(timed)) hours.set(deptId, await findHours(tx, this.#ctx.enterpriseId, deptId));
    for (const { chat, plans } of planned) {
      const before = JSON.stringify(shownClock(chat.service));
      settleClocks(chat, plans, hours.get(chat.deptId) ?? null);
      const shown = shownClock(chat.service);
      if (JSON.stringify(shown) !== before) this.#clocks.set(chat.chatId, shown);
    }
  }

  /** The wait of a chat is reckoned at its pickup: its calendar may have other hours when somebody reads a report. */
  async #reckonWaits(tx: Tx): Promise<void> {
    const hours = new Map<string | null, CalendarHours | null>();
    for (const chat of [...this.#chats.values()].filter((one) => hasOpenWait(one, this.#now))) {
      const { deptId } = chat;
      if (!hours.has(deptId)) hours.set(deptId, (await findHours(tx, this.#ctx.enterpriseId, deptId)) ?? null);
      reckonOpenWait(chat, hours.get(deptId) ?? null);
    }
  }

  /** Those of chats without an entry, which would carry them. */
  #clocksAlone() {
    const told = new Set(this.#entries.map(({ row }) => row.chatId));
    return [...this.#clocks]
      .filter(([chatId]) => !told.has(chatId))
      .map(([chatId, clock]) => ({ chatId, agentIds: (this.#chats.get(chatId) as LockedChat).agentIds, clock }));
  }

  /** Most messages change no clock, and cost no statement. */
  #writeClocks(tx: Tx): Promise<void> | undefined {
    const changed = [...this.#chats.values()].filter(({ clocks }) => clocks.size > 0);
    return changed.length > 0 ? writeClocks(tx, this.#ctx.enterpriseId, changed) : undefined;
  }

  /** Ours on a vendor's channel passes the gate like everything that leaves. */
  async #send(tx: Tx): Promise<void> {
    await this.#threadMails(tx);
    const drafts = this.#outgoing.map(({ message }) => toChatDraft(message, this.#now));
    for (const [place, { reason }] of (await send(this.#ctx, tx, drafts)).entries()) {
      const row = this.#outgoing[place]?.row;
      if (row && reason) row.detail = { ...row.detail, failure: chatFailure(reason) };
    }
  }

  /** Mails of ours stand among the others of their chat. Other channels ask nothing. */
  async #threadMails(tx: Tx): Promise<void> {
    const leaving = this.#outgoing.filter(({ message }) => message.line.type === channelTypes.EMAIL);
    if (leaving.length === 0) return;
    const entries = this.#entries.map(({ row }) => row);
    await threadMails(
      this.#ctx,
      tx,
      leaving.map(({ row, message, reply }) => ({ chat: this.#chats.get(row.chatId) as LockedChat, row, message, reply, entries })),
    );
  }

  /** Owners who are away from the console have their browser tell them of their customers. Where nobody has such a browser, nothing is asked. */
  async #pushToOwners(tx: Tx): Promise<void> {
    const written = this.#entries.flatMap(({ row }) => {
      const ownerId = row.actionType === chatActionTypes.customerReply && this.#chats.get(row.chatId)?.ownerId;
      return ownerId ? [{ userId: ownerId, chatId: row.chatId }] : [];
    });
    if (written.length === 0) return;
    const owners = await this.#ctx.browserOwners(tx);
    const reachable = written.filter(({ userId }) => owners.has(userId));
    if (reachable.length === 0) return;
    const away = await listWithoutLine(tx, this.#ctx.enterpriseId, [...new Set(reachable.map(({ userId }) => userId))]);
    await pushMessages(
      this.#ctx,
      tx,
      reachable.filter(({ userId }) => away.has(userId)),
    );
  }

  /** Makes the events for own systems: each entry, in the order of its chat. */
  #told(): WebhookEvent[] {
    const entries = this.#entries.flatMap(({ row }) => {
      const chat = this.#chats.get(row.chatId) as LockedChat;
      const action = presentAction(row, chat, this.#ctx.fileUrl);
      return [...toWebhookEvent(chat, action, this.#ctx), ...toRelayEvent(chat, action, this.#ctx)];
    });
    return [...entries, ...this.#settled];
  }

  #events() {
    const byChat = Map.groupBy(this.#entries, ({ row }) => row.chatId);
    return [...byChat].map(([chatId, entries]) => {
      const chat = this.#chats.get(chatId) as LockedChat;
      return {
        chatId,
        agentIds: chat.agentIds,
        customerId: chat.customerId,
        ...(this.#clocks.has(chatId) ? { clock: this.#clocks.get(chatId) } : {}),
        visitor: visitorTopic(chat.channelId, chat.address),
        entries: entries.map(({ row, users }) => ({
          action: presentAction(row, chat, this.#ctx.fileUrl),
          widgetEntry: presentWidgetEntry(row, this.#ctx.fileUrl),
          ...(users ? { users } : {}),
        })),
      };
    });
  }
}

const events: Readonly<Partial<Record<number, RuleEvent>>> = {
  [chatActionTypes.customerStartChat]: 'opened',
  [chatActionTypes.customerReply]: 'message',
  [chatActionTypes.agentClosedChat]: 'closed',
};

/** The event of rules that an entry is. A message that a program has written is none: nobody waits for an answer. */
const eventOf = ({ actionType, isAutomatic }: EntryDraft): RuleEvent | undefined => (isAutomatic ? undefined : events[actionType]);

const presentThread = (chat: LockedChat, { agentName, asksComment }: { agentName: string; asksComment: boolean }) => ({
  visitor: visitorTopic(chat.channelId, chat.address),
  thread: {
    chatId: chat.chatId,
    isOpen: isOpen(chat),
    handledBy: isOpen(chat) ? chat.handledBy : null,
    agentName,
    readUpTo: chat.customerReadNumber,
    canRate: mayRate(chat),
    asksComment,
  },
});

/**
 * Returns the source of an entry. A text of an own system, over a relay bridge or by a key, has the source API, though the chat shows it as a
 * text of the enterprise or of a bot.
 */
const sourceOf = (row: ActionRow, stream: EntryDraft['stream']) => {
  if (stream) return 'JOURNEY';
  if (row.detail.relay || row.detail.apiKey) return 'API';
  if (row.authorKind === 'bot') return 'BOT';
  return row.authorKind === 'system' ? 'SYSTEM' : 'CHAT';
};

const mediaKinds = { image: 'image', audio: 'audio', video: 'video' } as const;

/** Converts an entry to the content that is sent: its file with the text as its caption, or the text. */
function toContent({ message, attachment }: ActionRow): OutgoingContent {
  if (!attachment) return { kind: 'text', text: message };
  const kind = mediaKinds[attachment.type.split('/')[0] as keyof typeof mediaKinds] ?? 'document';
  return {
    kind: 'media',
    media: {
      kind,
      url: `/e/enterprise/files/${attachment.id}`,
      caption: message,
      fileName: attachment.name,
      mimeType: attachment.type,
      ...(attachment.isVoice ? { isVoice: true } : {}),
    },
  };
}

function toLedgerRow(chat: LockedChat, row: ActionRow, direction: 'in' | 'out', stream: EntryDraft['stream']): LedgerRow {
  return {
    enterpriseId: chat.enterpriseId,
    messageId: stream?.messageId ?? idAt(row.actedOn),
    createdAt: row.actedOn,
    channelId: chat.channelId,
    customerId: chat.customerId,
    direction,
    source: sourceOf(row, stream),
    resourceId: stream?.runId ?? chat.chatId,
    chatId: stream ? chat.chatId : null,
    number: row.number,
    // A web channel is carried by our own socket: stored is accepted. Receipts of the widget move it on.
    status: direction === 'in' ? 'RECEIVED' : 'SENT',
    reason: '',
    statusAt: row.actedOn,
    // A visitor of the widget has no address but the hash of a token, which tells nobody anything.
    address: chat.line ? chat.address : '',
    vendorMessageId: chat.line && direction === 'in' ? row.messageKey : '',
    isSandbox: chat.line?.environment === 'sandbox',
  };
}
