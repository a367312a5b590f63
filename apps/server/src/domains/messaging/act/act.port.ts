import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { MessageAct } from './act.repository.ts';

/** @property reason words for people */
export type ActOutcome = { kind: 'sent' } | { kind: 'failed' | 'unknown'; reason: string };

/**
 * The record that shows an act. `lock` takes its lock before the row of the act, as those do who ask for one; `apply` shows the outcome, in
 * the transaction that settles the act.
 */
export type ActListener = {
  lock: (tx: Tx, enterpriseId: string, chatId: string) => Promise<unknown>;
  apply: (ctx: EnterpriseContext, tx: Tx, act: MessageAct, outcome: ActOutcome) => Promise<void>;
};
export const actListeners = defineExtensionPoint<ActListener>('sending.acts');
