import type { SentimentLevel } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Port for the domain of bots: the level of each chat's last message that a bot has judged. Chats of which none was judged are left out. */
export type SentimentPort = (tx: Read, enterpriseId: string, chatIds: readonly string[]) => Promise<ReadonlyMap<string, SentimentLevel>>;
export const chatSentiments = defineExtensionPoint<SentimentPort>('chat.sentiments');
