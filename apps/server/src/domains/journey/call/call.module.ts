import type { Module } from '../../../module.ts';
import { startCalls } from './call.worker.ts';

/** What streams ask of the world outside. */
export const journeyCalls: Module = { name: 'journey-calls', work: startCalls };
