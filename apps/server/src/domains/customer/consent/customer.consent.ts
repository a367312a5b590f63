import { type Consent, type ConsentChannel, type ConsentState, consentWords } from '@parley/contract';
import type { Selectable } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { CustomerConsentTable } from '#platform/db/schema.customer.ts';
import type { Ctx } from '../../../context.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { presentConsents } from '../record/customer.present.ts';
import { customerRecord } from '../record/customer.record.ts';
import { type CustomerRow, recordChange } from '../record/customer.repository.ts';
import { writeConsents } from './consent.write.ts';
import { liftSuppressed } from './suppressed.ts';

export type ConsentChange = { channel: ConsentChannel; state: ConsentState; source: string };

/** Records what a customer said, or that nobody asked; the record of before stays in the timeline. @throws DomainError customer.not_found */
export function setConsent(ctx: Ctx, customerId: string, { channel, state, source }: ConsentChange): Promise<Consent[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const customer = await accessCustomer(tx, enterpriseId, customerId, { lock: true });
    if (state === 'granted') await liftSuppressed(ctx, tx, [consentAddress(customer, channel)], channel);
    const isGranted = state === 'never_asked' ? null : state === 'granted';
    const at = ctx.now();
    const said = { customerId, channel, isGranted, source: source.trim() || ctx.actor.name, changedAt: at };
    await changing(ctx, tx, customerRecord, customerId, 'edit', () =>
      writeConsents(tx, enterpriseId, [said], { road: 'card', by: ctx.actor.userId, at }),
    );
    const changes = [{ field: channel, from: '', to: consentWords[state] }];
    await recordChange(tx, enterpriseId, { customerId, kind: 'consent', changedBy: ctx.actor.userId, changes, changedAt: ctx.now() });
    return presentConsents(await findConsents(tx, enterpriseId, [customerId]));
  });
}

/** The address for messages of a consent's channel. */
export const consentAddress = (
  { number, email, profile }: Pick<CustomerRow, 'number' | 'email' | 'profile'>,
  channel: ConsentChannel,
): string => {
  if (channel === 'EMAIL') return email.toLowerCase();
  return (channel === 'WHATSAPP' && profile.whatsAppNumber) || number;
};

export type ConsentRow = Selectable<CustomerConsentTable>;

export function findConsents(tx: Tx, enterpriseId: string, customerIds: readonly string[]): Promise<ConsentRow[]> {
  return tx
    .selectFrom('customerConsents')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', 'in', customerIds)
    .execute();
}

const yes = new Set(['granted', 'yes', 'y', 'true', '1', 'opted in', 'opt in', 'opt-in', 'हाँ']);
const no = new Set(['refused', 'no', 'n', 'false', '0', 'opted out', 'opt out', 'opt-out', 'नहीं']);
const nothing = new Set(['', 'never asked', 'never_asked', 'unknown', '-']);

/** Parses a cell as a consent. @returns whether it is granted; null: nothing; undefined: it cannot be read */
export function readConsent(cell: string): boolean | null | undefined {
  const word = cell.trim().toLowerCase();
  if (nothing.has(word)) return null;
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
