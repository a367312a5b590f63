import type { VendorError } from '@parley/contract';
import { type OutgoingContent, type OutgoingMessage, type SendResult, WireFailure } from '@parley/vendors';
import type { Deps } from '../../../deps.ts';
import { type RunMessage, toOutgoing, type Values } from './content.ts';
import type { Line } from './line.ts';
import { withLiveMedia } from './media.ts';
import type { TakenRow } from './queue.repository.ts';
import { judge, type Verdict } from './retry.ts';

export type HandOver = Pick<Deps, 'log' | 'localUrl' | 'publicUrl'> & { fileUrl: (fileId: string) => string };

/** Hands a message to the vendor. Never rejects: whatever happens is a verdict. @param run what a message of a run says */
export async function handOver(by: HandOver, line: Line, row: TakenRow, run: RunMessage | undefined): Promise<Verdict> {
  return judge(await send(by, line, row, run), row.attempts + 1, line.capabilities);
}

async function send(by: HandOver, line: Line, row: TakenRow, run: RunMessage | undefined): Promise<SendResult> {
  const { adapter, connection, io } = line;
  try {
    const message = toMessage(by, line, row, run);
    const rendered = adapter.render(message, connection);
    if (rendered.kind === 'refused') return { kind: 'failed', error: rendered.error };
    return await adapter.send(io, connection, rendered.request, message);
  } catch (error) {
    // Adapters answer failures as values; this is our own defect, and whether anything left is not known.
    by.log.error({ err: error, messageId: row.messageId }, 'an adapter failed');
    return { kind: error instanceof WireFailure && error.phase === 'connect' ? 'failed' : 'unknown', error: ownFault(error) };
  }
}

function toMessage(by: HandOver, { connection }: Line, row: TakenRow, run: RunMessage | undefined): OutgoingMessage {
  const base = { ourId: row.messageId, to: row.address };
  // Where the vendor, or its simulator, reaches our files.
  const files = connection.environment === 'sandbox' ? by.localUrl() : by.publicUrl();
  if (run) return { ...base, content: withLiveMedia(files, by.fileUrl, toOutgoing(run, (row.content ?? {}) as Values)) };
  const { content, ...more } = row.content as { content: OutgoingContent; replyTo?: string; session?: Record<string, string> };
  return { ...base, ...more, content: withLiveMedia(files, by.fileUrl, content) };
}

const ownFault = (error: unknown): VendorError => ({
  class: 'REQUEST',
  vendorCode: '',
  vendorMessage: error instanceof Error ? error.message : String(error),
  advice: 'A defect of this installation; its log has the rest.',
});
