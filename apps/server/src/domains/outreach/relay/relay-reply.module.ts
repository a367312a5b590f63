import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { relayReplies } from '../../integration/door.ts';
import { sendRelayed } from './relay.send.ts';

/** Sends what own systems answer over their relay bridges. */
export const relayReply: Module = { name: 'relay-reply', extensions: [extend(relayReplies, sendRelayed)] };
