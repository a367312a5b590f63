import { Id } from '../fields.ts';
import { z } from '../z.ts';
import { MailDraft } from './mail.ts';

/** Answers that a refused reply names at most. */
export const meanwhileMax = 5;

/** An answer of ours that a writer had not seen when the reply was begun. */
export const MeanwhileEntry = z
  .object({
    actionId: Id,
    number: z.number(),
    authorKind: z.enum(['agent', 'bot', 'system']),
    /** Empty where the answer has no name, as a stream's */
    name: z.string(),
    message: z.string(),
    attachmentName: z.string(),
    /** Age at the refusal. Seconds and no instant: clocks of browsers are wrong. */
    secondsAgo: z.number(),
  })
  .meta({ id: 'MeanwhileEntry' });
export type MeanwhileEntry = z.infer<typeof MeanwhileEntry>;

/** Data of the refusal `chat.answered_meanwhile`: the newest answers, oldest first. */
export const AnsweredMeanwhile = z.object({ entries: z.array(MeanwhileEntry) });

/** A reply that is begun and not sent. @property revision rises with each save; 0: nothing was ever saved */
export const ChatDraft = z
  .object({
    text: z.string(),
    /** Highest number on the screen when it was begun; null: nothing is begun */
    seen: z.number().nullable(),
    revision: z.number(),
    /** Subject and recipients, in chats by mail; null: none are written yet */
    mail: MailDraft.nullable().default(null),
  })
  .meta({ id: 'ChatDraft' });
export type ChatDraft = z.infer<typeof ChatDraft>;
