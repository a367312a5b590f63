import { tracingChannel } from 'node:diagnostics_channel';

/** A call that leaves the product. `host` has no path: it may hold a token. */
export type OutgoingCall = { method: string; host: string };

/** Tells of each call that leaves the product; it costs nothing while nobody listens. */
export const outgoing = tracingChannel<unknown, OutgoingCall>('parley.outgoing');
