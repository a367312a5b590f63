import type { Module } from '../../../module.ts';
import { startCalls } from './call.worker.ts';

/** Outgoing calls of streams. */
export const journeyCalls: Module = { name: 'journey-calls', work: startCalls };
