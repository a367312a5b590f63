import type { VendorError } from '@parley/contract';
import { type OutgoingContent, type OutgoingMail, type OutgoingMessage, type SendResult, WireFailure } from '@parley/vendors';
import type { Deps } from '../../../deps.ts';
import type { TakenRow } from '../queue/queue.repository.ts';
import { type RunMessage, toOutgoing, type Values } from '../run/content.ts';
import type { SendingLine } from '../sending/line.ts';
import { type ReadFile, withFile } from './mail.file.ts';
import { withLiveMedia } from './media.ts';
import { type Verdict, verdictOf, waitForTemplate } from './retry.ts';

export type HandOver = Pick<Deps, 'log' | 'localUrl' | 'publicUrl'> & {
  fileUrl: (fileId: string) => string;
  decrypt: (sealed: string) => string;
  readFile: ReadFile;
};
/** The ledger's content of a message that no run describes. @property sealed the content, where nobody may read it */
type Held = {
  content?: OutgoingContent;
  sealed?: string;
  replyTo?: string;
  session?: Record<string, string>;
  mail?: OutgoingMail;
};

/** Hands a message to the vendor. Never rejects: every result is a verdict. @param run what a message of a run says */
export async function handOver(by: HandOver, line: SendingLine, row: TakenRow, run: RunMessage | undefined): Promise<Verdict> {
  const verdict = verdictOf(await send(by, line, row, run), row.attempts + 1, line.capabilities);
  return waitsForTemplate(row) ? waitForTemplate(verdict) : verdict;
}

/**
 * True for messages of a run, and of a stream, whose walks wait with them. An agent who sends a template in a chat hears at once that it is
 * down.
 */
export const waitsForTemplate = ({ templateId, runId, source }: Pick<TakenRow, 'templateId' | 'runId' | 'source'>): boolean =>
  templateId !== null && (runId !== null || source === 'JOURNEY');

async function send(by: HandOver, line: SendingLine, row: TakenRow, run: RunMessage | undefined): Promise<SendResult> {
  const { adapter, connection, io } = line;
  try {
    // A message of many has the same file for all of them: its address stands for it.
    return await withFile(run ? undefined : by.readFile, connection, toMessage(by, line, row, run), async (message) => {
      const rendered = adapter.render(message, connection);
      if (rendered.kind === 'refused') return { kind: 'failed', error: rendered.error };
      return await adapter.send(io, connection, rendered.request, message);
    });
  } catch (error) {
    // Adapters answer failures as values; this is our own defect, and whether anything left is not known.
    by.log.error({ err: error, messageId: row.messageId }, 'an adapter failed');
    return { kind: error instanceof WireFailure && error.phase === 'connect' ? 'failed' : 'unknown', error: ownFault(error) };
  }
}

function toMessage(by: HandOver, { connection }: SendingLine, row: TakenRow, run: RunMessage | undefined): OutgoingMessage {
  const base = { ourId: row.messageId, to: row.to ?? row.address };
  // The address at which the vendor, or its simulator, reaches our files.
  const files = connection.environment === 'sandbox' ? by.localUrl() : by.publicUrl();
  if (run) return { ...base, content: withLiveMedia(files, by.fileUrl, toOutgoing(run, (row.content ?? {}) as Values)) };
  const automatic = automaticOf(row);
  const { content, sealed, ...more } = row.content as Held;
  const own = sealed === undefined ? (content as OutgoingContent) : (JSON.parse(by.decrypt(sealed)) as OutgoingContent);
  return { ...base, ...more, ...(automatic ? { automatic } : {}), content: withLiveMedia(files, by.fileUrl, own) };
}

/** Marks messages of a bot, a stream or the system itself as automatic, so that the recipient's programs do not answer. */
function automaticOf({ source, chatId }: TakenRow): OutgoingMessage['automatic'] {
  if (source === 'BOT' || source === 'SYSTEM') return 'replied';
  return source === 'JOURNEY' ? (chatId === null ? 'generated' : 'replied') : undefined;
}

const ownFault = (error: unknown): VendorError => ({
  class: 'REQUEST',
  vendorCode: '',
  vendorMessage: error instanceof Error ? error.message : String(error),
  advice: 'A defect of this installation; its log has the rest.',
});
