import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { assistKinds, assistLanguages } from './assist-kinds.ts';
import { messageLimit } from './chat-kinds.ts';

/** Names the draft that a reply began with. @property proof what came with the draft: the server compares the reply with it */
export const AssistUse = z.object({ kind: z.enum(assistKinds), sourceId: Id, proof: text(2000) });
export type AssistUse = z.infer<typeof AssistUse>;

/** The words of a reply before it was translated, as its writer wrote them. */
export const AssistOriginal = z.object({ text: text(messageLimit), language: z.enum(assistLanguages) });
export type AssistOriginal = z.infer<typeof AssistOriginal>;
