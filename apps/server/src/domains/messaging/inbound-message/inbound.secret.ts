import { mask } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { InboundDetail, InboundMessage } from './inbound.message.ts';

/**
 * Extension point: finds customers who are being asked for a secret answer. @returns the addresses of those among them that are asked one
 * now, of messages of one channel
 */
export const inboundSecrets =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]) => Promise<ReadonlySet<string>>>(
    'inbound.secret',
  );

/** Masks answers to sensitive questions, before anybody keeps, searches or tells a word of them. */
export async function maskSecrets(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<InboundMessage[]> {
  const said = messages.filter(({ isSettled }) => !isSettled);
  if (said.length === 0) return [...messages];
  const asked = new Set<string>();
  for (const ask of ctx.extensions.of(inboundSecrets)) for (const address of await ask(ctx, tx, said)) asked.add(address);
  return messages.map((message) => (message.isSettled || !asked.has(message.address) ? message : masked(message)));
}

function masked(message: InboundMessage): InboundMessage {
  const { text, detail } = message;
  return { ...message, text: text === '' ? '' : mask, detail: maskedDetail(detail), secret: { text, detail } };
}

/** A file stays in the chat, as what it is; a place, the filled form and the chosen row are as much of an answer as words are. */
function maskedDetail(detail: InboundDetail | undefined): InboundDetail | undefined {
  if (!detail || detail.kind === 'media' || detail.kind === 'text') return detail;
  const { answers, isAutomatic, about } = detail;
  return {
    kind: 'text',
    ...(answers === undefined ? {} : { answers }),
    ...(isAutomatic ? { isAutomatic } : {}),
    ...(about ? { about } : {}),
  };
}
