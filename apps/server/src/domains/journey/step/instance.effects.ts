import { channelTypes, type MilestoneEvent } from '@parley/contract';
import { type Effect, type Instance, isReceiptAwaited, mask, showValue, type Value } from '@parley/journey';
import { withTakenValues } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import {
  appendStreamMessages,
  type ChatRecording,
  endChat,
  findSaid,
  handToQueue,
  handToStream,
  isOpen,
  type LockedChat,
  openStreamChat,
  type Said,
  type StreamMessage,
} from '../../chat/door.ts';
import { changeSetsOf, noteLearnt } from '../../customer/door.ts';
import { ensureStreamRun } from '../../messaging/door.talk.ts';
import { insertCall } from '../call/call.repository.ts';
import { wakeCalls } from '../call/call.wake.ts';
import { noteFilled, openFilling } from '../filling/filling.open.ts';
import { closeFillings, endFilling, noteConflicts } from '../filling/filling.repository.ts';
import type { TakenTurn } from '../inbox/instance.turns.ts';
import { Materials, messageIdOf, type Prepared, prepare } from '../row/instance.contents.ts';
import { runIdOf } from '../row/instance.keys.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import { type Sealing, seal } from '../row/instance.seal.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { insertSends, type NewSend } from '../row/send.repository.ts';
import type { WalkerFacts } from './instance.facts.ts';
import { templateOf } from './instance.facts.ts';
import { insertMilestone } from './step.repository.ts';

/** One walk of a batch, with what its effects need. */
export type Acting = {
  row: InstanceRow;
  running: RunningVersion;
  turns: readonly TakenTurn[];
  instance: Instance;
  facts: WalkerFacts;
  chat: LockedChat;
};

/** Carries out what the turns of a batch want done, in their order, in the transaction of the turns. */
export class Carrier {
  readonly #ctx: EnterpriseContext;
  readonly #tx: Tx;
  readonly #recording: ChatRecording;
  readonly #secrets: Sealing;
  readonly #materials = new Materials();
  readonly #sends: NewSend[] = [];
  readonly #runs = new Set<string>();
  #said: Said = new Set();

  constructor(ctx: EnterpriseContext, tx: Tx, recording: ChatRecording, secrets: Sealing) {
    this.#ctx = ctx;
    this.#tx = tx;
    this.#recording = recording;
    this.#secrets = secrets;
  }

  /** Loads everything that they need, with one query for each kind. */
  async load(all: readonly Acting[]): Promise<void> {
    const { enterpriseId } = this.#ctx;
    const sends = all.flatMap(({ turns }) => turns.flatMap(({ effects }) => effects.filter((effect) => effect.kind === 'send')));
    const keys = all.flatMap(({ row, running, turns }) =>
      turns.flatMap(({ turn, effects }) =>
        effects.flatMap(placesOf).map((place) => ({ stream: streamOf(row, running), key: keyOf(row, turn, place) })),
      ),
    );
    const [said] = await Promise.all([findSaid(this.#tx, enterpriseId, keys), this.#materials.load(this.#tx, enterpriseId, sends)]);
    this.#said = said;
  }

  /** @returns the chat that the walk is in afterwards, and what could not be done, in words */
  async carryOut(acting: Acting): Promise<{ chat: LockedChat; error: string }> {
    let { chat } = acting;
    let error = '';
    for (const taken of acting.turns) {
      for (const effect of taken.effects) {
        try {
          chat = await this.#do(acting, taken, effect, chat);
        } catch (failure) {
          if (!(failure instanceof MaterialGone)) throw failure;
          error = failure.message;
        }
      }
    }
    return { chat, error };
  }

  async write(): Promise<void> {
    const { enterpriseId } = this.#ctx;
    if (this.#sends.length > 0) await insertSends(this.#tx, enterpriseId, this.#sends);
  }

  async #do(acting: Acting, taken: TakenTurn, effect: Effect, chat: LockedChat): Promise<LockedChat> {
    const { row, running } = acting;
    const { enterpriseId } = this.#ctx;
    const stream = streamOf(row, running);
    switch (effect.kind) {
      case 'send':
        return this.#send(acting, taken, effect, chat);
      case 'customer':
        await noteLearnt(this.#ctx, this.#tx, row.customerId, {
          attributes: effect.attributes.map(({ attribute, value }) => ({ attributeId: attribute, value: asText(value, acting) })),
          language: effect.language ?? '',
          consent: effect.consent && {
            channel: effect.consent.channel,
            isGranted: effect.consent.state === 'Granted',
            source: `${running.name}: ${effect.consent.wording}`.slice(0, 500),
          },
        });
        return chat;
      case 'sets':
        await changeSetsOf(
          this.#ctx,
          this.#tx,
          row.customerId,
          effect.action,
          effect.sets.map(({ id }) => id),
        );
        return chat;
      case 'milestone':
        await this.#mark(acting, effect.milestone, chat);
        return chat;
      case 'handOver':
        await handToQueue(this.#ctx, this.#tx, this.#recording, chat, {
          stream,
          departmentId: effect.department,
          priority: effect.priority,
          note: effect.note,
          card: effect.shown,
          returnsTo: effect.returns ? row.instanceId : null,
        });
        return chat;
      case 'endChat':
        if (effect.text !== '') await this.#say(acting, taken, chat, effect.text, effect.shown);
        endChat(this.#recording, chat, { stream, asksRating: effect.asksRating, now: this.#ctx.now() });
        return chat;
      case 'call':
        await insertCall(this.#tx, {
          enterpriseId,
          instanceId: row.instanceId,
          call: effect.call,
          turn: taken.turn,
          nodeId: effect.node,
          kind: effect.request.kind,
          target: targetOf(effect.request),
          request: JSON.stringify(seal(this.#secrets, effect.request)),
          isSecret: effect.isSecret ?? false,
          dueAt: this.#ctx.now(),
          createdAt: this.#ctx.now(),
        });
        wakeCalls(this.#ctx, this.#tx, [{ enterpriseId, instanceId: row.instanceId, call: effect.call }]);
        return chat;
      case 'openForm':
        await openFilling(this.#ctx, this.#tx, { row, running, effect, secrets: this.#secrets });
        return chat;
      case 'fillForm':
        await noteFilled(this.#ctx, this.#tx, { row, running, effect, secrets: this.#secrets });
        return chat;
      case 'formConflicts':
        await noteConflicts(
          this.#tx,
          enterpriseId,
          effect.filling,
          effect.conflicts.map((one) => ({
            attributeId: one.attribute,
            name: one.name,
            had: asText(one.had, acting),
            now: asText(one.now, acting),
            said: asText(one.said, acting),
          })),
        );
        return chat;
      case 'closeForm':
        await endFilling(this.#tx, enterpriseId, effect.filling, effect.outcome, this.#ctx.now());
        return chat;
      case 'ended':
        if (running.compiled.forms?.size) await closeFillings(this.#tx, enterpriseId, row.instanceId, this.#ctx.now());
        return chat;
    }
  }

  /** Notes a milestone, and tells own systems of it. */
  async #mark({ row, running }: Acting, milestoneId: string, chat: LockedChat): Promise<void> {
    const at = this.#ctx.now();
    const { instanceId, journeyId, version, customerId } = row;
    const { enterpriseId } = this.#ctx;
    if (!(await insertMilestone(this.#tx, { enterpriseId, instanceId, milestoneId, journeyId, version, customerId, at }))) return;
    const { main, streams } = running.compiled;
    const named = [main, ...streams.values()].flatMap(({ document }) => document.milestones).find(({ id }) => id === milestoneId);
    await this.#ctx.webhooks.publish(this.#tx, {
      type: 'stream.milestone',
      orderKey: instanceId,
      channelId: chat.channelId,
      departmentId: chat.deptId,
      data: {
        instanceId,
        journeyId,
        stream: running.name,
        version,
        milestone: { id: milestoneId, name: named?.name ?? '' },
        chatId: chat.chatId,
        channelId: chat.channelId,
        deptId: chat.deptId,
        customer: { id: customerId, address: chat.address },
        at: at.toISOString(),
      } satisfies MilestoneEvent,
    });
  }

  async #send(acting: Acting, taken: TakenTurn, effect: Extract<Effect, { kind: 'send' }>, chat: LockedChat): Promise<LockedChat> {
    const { row, facts } = acting;
    const channelId = effect.via === '' ? row.channelId : effect.via;
    const own = await this.#chatFor(acting, chat, channelId);
    const templateId = templateOf(effect, channelId === row.channelId ? facts.facts.isWindowOpen : true);
    const of = { instanceId: row.instanceId, turn: taken.turn };
    // The text as the customer reads it: the chat shows exactly the text that leaves.
    const prepared = this.#prepare(effect, templateId, of).map((part) => ({
      ...part,
      content: withTakenValues(own.line?.type ?? channelTypes.WEB, part.content),
    }));
    // The same messages once more, as people may read them.
    const shown = effect.shown && templateId === null ? this.#prepare({ ...effect, content: effect.shown }, null, of) : undefined;
    const isSecret = effect.shown !== undefined;
    await this.#append(
      acting,
      taken,
      own,
      effect,
      prepared.map((part, piece) => (isSecret ? this.#hidden(part, shown?.[piece]) : part)),
    );
    return channelId === row.channelId ? own : chat;
  }

  #prepare(...[send, templateId, of]: [Parameters<typeof prepare>[0], string | null, { instanceId: string; turn: number }]) {
    try {
      return prepare(send, templateId, { ...of, materials: this.#materials });
    } catch (error) {
      throw new MaterialGone(error instanceof Error ? error.message : '');
    }
  }

  /** A message that tells of what nobody may read: sealed until it leaves, and masked in the chat. */
  #hidden(part: Prepared, shown: Prepared | undefined): Prepared & Pick<StreamMessage, 'hidden'> {
    const sealed = this.#secrets.encrypt(JSON.stringify(part.content));
    return { ...part, hidden: { shown: shown?.content ?? { kind: 'text', text: mask }, sealed } };
  }

  /** The customer's chat on a channel; one that has been closed meanwhile is followed by a new one. */
  async #chatFor({ row, facts }: Acting, chat: LockedChat, channelId: string): Promise<LockedChat> {
    if (channelId === row.channelId && isOpen(chat)) return chat;
    const address = channelId === row.channelId ? row.address : facts.addresses.get(channelId);
    if (address === undefined) throw new MaterialGone('The customer cannot be reached on that channel.');
    return openStreamChat(this.#ctx, this.#tx, { channelId, customerId: row.customerId, address });
  }

  async #append(
    { row, running }: Acting,
    taken: TakenTurn,
    chat: LockedChat,
    effect: Extract<Effect, { kind: 'send' }>,
    prepared: readonly (Prepared & Pick<StreamMessage, 'hidden'>)[],
  ): Promise<void> {
    const runId = await this.#runFor(row, effect.purpose === 'marketing');
    const notBefore = effect.pauseSeconds > 0 ? new Date(this.#ctx.now().getTime() + effect.pauseSeconds * 1000) : undefined;
    const messages = prepared.map((part, piece): StreamMessage => {
      const place = effect.place * mostPieces + piece;
      return {
        chat,
        stream: streamOf(row, running),
        runId,
        messageId: messageIdOf(row.instanceId, taken.turn, place, taken.at),
        key: keyOf(row, taken.turn, place),
        ...part,
        purpose: effect.purpose,
        ...(notBefore ? { notBefore } : {}),
      };
    });
    if (chat.handledBy !== 'agent' && chat.handledBy !== 'queue') handToStream(this.#recording, chat);
    appendStreamMessages(this.#recording, this.#said, messages);
    const last = messages.at(-1);
    if (last)
      this.#sends.push({
        messageId: last.messageId,
        instanceId: row.instanceId,
        turn: taken.turn,
        place: effect.place,
        nodeId: effect.node,
        isWatched: isWatched(running, effect.node),
      });
  }

  async #say({ row, running }: Acting, taken: TakenTurn, chat: LockedChat, text: string, shown?: string): Promise<void> {
    const plain: Prepared = { content: { kind: 'text', text }, attachment: null, template: null };
    appendStreamMessages(this.#recording, this.#said, [
      {
        chat,
        stream: streamOf(row, running),
        runId: await this.#runFor(row, false),
        messageId: messageIdOf(row.instanceId, taken.turn, lastPlace, taken.at),
        key: keyOf(row, taken.turn, lastPlace),
        ...(shown === undefined ? plain : this.#hidden(plain, { ...plain, content: { kind: 'text', text: shown } })),
        purpose: 'utility',
      },
    ]);
  }

  async #runFor({ enterpriseId, journeyId, version, channelId }: InstanceRow, isMarketing: boolean): Promise<string> {
    const runId = runIdOf(enterpriseId, journeyId, version);
    if (!this.#runs.has(runId)) await ensureStreamRun(this.#ctx, this.#tx, { runId, channelId, isMarketing });
    this.#runs.add(runId);
    return runId;
  }
}

const streamOf = ({ journeyId }: InstanceRow, { name }: RunningVersion) => ({ streamId: journeyId, name });
const keyOf = ({ instanceId }: InstanceRow, turn: number, place: number): string => `j:${instanceId}:${turn}:${place}`;
/** Messages that one send becomes at most: a file, and its words. */
const mostPieces = 2;
/** Place of the words with which a chat is ended. */
const lastPlace = 99;
function placesOf(effect: Effect): number[] {
  if (effect.kind === 'endChat') return [lastPlace];
  return effect.kind === 'send' ? Array.from({ length: mostPieces }, (_, piece) => effect.place * mostPieces + piece) : [];
}

/** Something that a message needs has gone since the version was published. */
class MaterialGone extends Error {}

/** Tells whether somebody waits for what becomes of a node's messages: the node itself, a question, or a wait elsewhere. */
function isWatched({ compiled }: RunningVersion, nodeId: string): boolean {
  const streams = [compiled.main, ...compiled.streams.values()];
  return streams.some(({ nodes, document }) => {
    const node = nodes.get(nodeId);
    if (!node) return false;
    const { config } = node;
    const isQuestion = 'asking' in config || ('waits' in config && config.waits);
    const waitsItself = 'sending' in config && config.sending.until !== 'queued';
    return isQuestion || waitsItself || isReceiptAwaited(document, nodeId);
  });
}

const asText = (value: Value, { facts }: Acting): string =>
  value === null ? '' : showValue(value, { language: 'en', zone: facts.facts.zone });

/**
 * Returns the target of a call: a host, or an integration; '' for a call within the server. Calls to a target that fails are held back
 * together.
 */
function targetOf(request: Extract<Effect, { kind: 'call' }>['request']): string {
  if (request.kind === 'knowledge' || request.kind === 'skill') return '';
  if (request.kind === 'query') return request.integration;
  if (request.kind !== 'http') return request.kind;
  if (request.integration !== '') return request.integration;
  return URL.canParse(request.address) ? new URL(request.address).host : '';
}
