import { appointment } from './appointment.ts';
import type { Example } from './example.ts';
import { loan } from './loan.ts';
import { nps } from './nps.ts';
import { returns } from './returns.ts';

/** Streams to begin with, each with the conversations that prove it. */
export const examples: readonly Example[] = [appointment, returns, nps, loan];
