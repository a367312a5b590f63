import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** An event that a page has told of a known customer. @property id of the event, by which it is taken once */
export type ToldEvent = { id: string; customerId: string; name: string; data: Readonly<Record<string, string>> };

/** Somebody to whom a website speaks first by a stream. */
export type StreamVisitor = { journeyId: string; channelId: string; address: string; entry: Readonly<Record<string, string>> };

/**
 * Port for the domain of streams. `told` wakes walks that wait for an event of the customer, in the transaction that keeps the event.
 * `begin` begins a stream by a rule of the website, in a chat of its own. @returns whether it has begun
 */
export type VisitorStreams = {
  /** Tells whether the enterprise has the stream. */
  isKnown: (tx: Read, enterpriseId: string, journeyId: string) => Promise<boolean>;
  told: (ctx: EnterpriseContext, tx: Tx, event: ToldEvent) => Promise<void>;
  begin: (ctx: EnterpriseContext, tx: Tx, visitor: StreamVisitor) => Promise<boolean>;
};
export const visitorStreams = defineExtensionPoint<VisitorStreams>('visitor.streams');
