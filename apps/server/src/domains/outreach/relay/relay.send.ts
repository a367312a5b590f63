import {
  channelTypes,
  chatActionTypes,
  fillVariables,
  mediaFormatOf,
  partOf,
  type RelayReply,
  reasonTexts,
  toTemplateValue,
  variableGroups,
  variableKey,
} from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { ChatRecording, lockOpenChats } from '../../chat/door.ts';
import type { RelayedReply, RelayOutcome } from '../../integration/door.ts';
import { findSingleLine, type SingleLine, type SingleMessage, sendSingle } from '../../messaging/door.run.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import { findApprovedTemplate } from '../message/message.repository.ts';

type Written = SingleMessage & { text: string };

/**
 * A reply of an own system: an entry of the customer's open chat, so that agents read it, or else a message by itself. Either way it passes
 * the gate and has its row in the ledger, with the source API.
 * @throws DomainError customer.not_found, channel.not_found, template.not_found
 */
export async function sendRelayed(ctx: EnterpriseContext, tx: Tx, { relayName, channelIds, reply }: RelayedReply): Promise<RelayOutcome> {
  const line = await findSingleLine(tx, ctx.enterpriseId, { ...reply, channelIds });
  if (!line) throw new DomainError('channel.not_found', 'The customer is reached by no channel of this bridge.', {});
  const message = await write(tx, ctx.enterpriseId, line, reply);
  // The chat's entry has no way to say what is lacking: such a message is told by its row alone.
  const isWhole = message.missing.length === 0 && message.template?.hasMedia !== false;
  const [chat] = line.customerId && isWhole ? await lockOpenChats(tx, ctx.enterpriseId, line.channelId, [line.customerId]) : [];
  if (!chat) {
    if (line.type === channelTypes.WEB) throw new DomainError('chat.not_found', 'The visitor has no open chat.', {});
    const { draft, reason } = await sendSingle(ctx, tx, line, message);
    return { messageId: draft.messageId, reason: reason ? reasonTexts[reason] : '' };
  }
  const recording = new ChatRecording(ctx, ctx.now());
  const row = recording.append(chat, {
    actionType: chatActionTypes.agentReply,
    author: { kind: 'system', id: null, name: relayName },
    message: message.text,
    detail: { relay: relayName },
    ...(message.template ? { outgoing: { content: message.content, template: message.template } } : {}),
  });
  await recording.save(tx);
  const failure = row.detail.failure as { text: string } | undefined;
  return { messageId: recording.messageIdOf(row), reason: failure?.text ?? '' };
}

async function write(
  tx: Tx,
  enterpriseId: string,
  { channelId, type }: SingleLine,
  { text, templateId, values }: RelayReply,
): Promise<Written> {
  if (templateId === undefined) return { text, content: { kind: 'text', text }, template: null, missing: [] };
  const row = await findApprovedTemplate(tx, enterpriseId, { channelId, templateId });
  if (!row) throw new DomainError('template.not_found', 'The channel has no such approved template.', {});
  const { name, vendorTemplateId, language, category, components, extra } = row;
  const message: RunMessage = {
    template: { name, vendorTemplateId, language, category, components, extra },
    media: null,
    cards: [],
    mapping: [],
  };
  const wanted = variableGroups(components).flatMap((group) =>
    group.variables.map(({ variable, isRequired }) => ({ key: variableKey(group, variable), isRequired })),
  );
  const given = Object.fromEntries(
    wanted.flatMap(({ key }) => (values[key]?.trim() ? [[key, toTemplateValue(type, values[key]?.trim() ?? '')]] : [])),
  );
  return {
    text: textOf(message, given),
    content: toOutgoing(message, given),
    // A header whose picture is chosen with each sending has none here.
    template: {
      templateId,
      category,
      hasMedia: mediaFormatOf(components) === undefined || (partOf(components, 'HEADER')?.resourceUrl ?? '') !== '',
    },
    missing: wanted.filter(({ key, isRequired }) => isRequired && !(key in given)).map(({ key }) => key),
  };
}

/** Returns the text for agents: the body, as the customer reads it. */
const textOf = ({ template }: RunMessage, values: Readonly<Record<string, string>>): string =>
  fillVariables(
    partOf(template.components, 'BODY')?.text ?? template.name,
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace('messageTags/body.', ''), value])),
  );
