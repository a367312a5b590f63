import type { Actor, EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** What of a customer somebody may not read: it is in no entry that they see. */
export type Hidden = ReadonlySet<'phone' | 'email' | 'name'>;

/** Who may read what of customers is decided where customers are (decision 0019). */
export const hiddenFromReaders = defineExtensionPoint<(actor: Actor) => Iterable<'phone' | 'email' | 'name'>>('what the audit trail hides');

export const hiddenFrom = ({ extensions }: Pick<EnterpriseContext, 'extensions'>, actor: Actor): Hidden =>
  new Set(extensions.of(hiddenFromReaders).flatMap((part) => [...part(actor)]));
