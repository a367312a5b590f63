import { channelTypes, type Onboarding } from '@parley/contract';
import { metaOnboarding } from '@parley/vendors';
import { changing, creating, excuse, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { forgetUses, usesOf } from '../channel/channel.uses.ts';
import { allowedVendors } from '../setup/channel.save.ts';
import { readRow } from './onboarding.account.ts';
import { appOf, describePartner, openEnvironments, openLine } from './onboarding.partner.ts';
import { presentOnboardings } from './onboarding.present.ts';
import { onboardingRecord } from './onboarding.record.ts';
import {
  accessOnboarding,
  deleteOnboarding,
  deleteSetupChannels,
  findByRequest,
  insertOnboarding,
  listNumbers,
  listOnboardings,
  type OnboardingRow,
} from './onboarding.repository.ts';

export function list(ctx: Ctx, deps: Deps, { from, perPage }: { from: number; perPage: number }) {
  const limit = perPage === -1 ? 200 : perPage;
  return ctx.read(async (tx) => {
    const rows = await listOnboardings(tx, ctx.enterpriseId, { from, limit: limit + 1 });
    const onboardings = await presentOnboardings(ctx, tx, rows.slice(0, limit));
    return { onboardings, more: rows.length > limit, environments: openEnvironments(deps) };
  });
}

const present = async (ctx: Ctx, tx: Tx, row: OnboardingRow): Promise<Onboarding> =>
  (await presentOnboardings(ctx, tx, [row]))[0] as Onboarding;

export const getOnboarding = (ctx: Ctx, onboardingId: string): Promise<Onboarding> =>
  ctx.read(async (tx) => {
    const row = await accessOnboarding(tx, ctx.enterpriseId, onboardingId);
    return (await presentOnboardings(ctx, tx, [row]))[0] as Onboarding;
  });

type Start = { environment: OnboardingRow['environment']; requestKey: string };

/** Begins; the same key of the same person begins once. */
export function startOnboarding(ctx: Ctx, deps: Deps, { environment, requestKey }: Start): Promise<Onboarding> {
  const { enterpriseId, actor } = ctx;
  appOf(deps, environment);
  const write = () =>
    ctx.transaction(async (tx) => {
      const repeated = requestKey === '' ? undefined : await findByRequest(tx, enterpriseId, actor.userId, requestKey);
      if (repeated) {
        excuse(tx, 'it was begun before, by the same key');
        return present(ctx, tx, repeated);
      }
      const allowed = environment === 'production' ? (await allowedVendors(tx, enterpriseId))(channelTypes.WHATSAPP) : undefined;
      if (allowed && !allowed.includes('twixormcmi'))
        throw new DomainError('onboarding.unavailable', 'The brand of this enterprise leaves WhatsApp to other vendors.', { environment });
      const at = ctx.now();
      const row = await creating(
        ctx,
        tx,
        onboardingRecord,
        ({ onboardingId }) => onboardingId,
        () =>
          insertOnboarding(tx, {
            enterpriseId,
            onboardingId: newId(),
            environment,
            requestKey,
            startedBy: actor.userId,
            startedByName: actor.name,
            createdAt: at,
            changedAt: at,
          }),
      );
      return present(ctx, tx, row);
    });
  return write().catch((error: unknown) => {
    if (violatedConstraint(error) !== 'whatsapp_onboardings_once') throw error;
    return write();
  });
}

/** Discards what was never connected. @throws DomainError onboarding.connected, onboarding.in_use where messages went by a number */
export const discardOnboarding = (ctx: Ctx, onboardingId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await accessOnboarding(tx, enterpriseId, onboardingId, { lock: true });
    const numbers = await listNumbers(tx, enterpriseId, [onboardingId]);
    if (numbers.some(({ channelState }) => channelState !== 'SETUP'))
      throw new DomainError('onboarding.connected', 'A channel of this onboarding is connected.', {});
    for (const { channelId, channelName } of numbers) {
      const uses = usesOf(ctx, tx, channelId);
      if ((await uses.countChats({ onlyOpen: false })) + (await uses.countMessages()) > 0)
        throw new DomainError('onboarding.in_use', 'Messages went by a number of this onboarding. Finish it, and pause the channel.', {});
      recordChange(ctx, tx, { record: channelRecord, id: channelId, action: 'delete', name: channelName });
      await forgetUses(ctx, tx, channelId);
    }
    await changing(ctx, tx, onboardingRecord, onboardingId, 'delete', async () => {
      await deleteSetupChannels(
        tx,
        enterpriseId,
        numbers.map(({ channelId }) => channelId),
      );
      await deleteOnboarding(tx, enterpriseId, onboardingId);
    });
  });

/** The installation's account, with its name where the provider tells it. */
export async function readPartner(ctx: Ctx, deps: Deps, onboardingId: string) {
  const row = await readRow(ctx, onboardingId);
  const { io, connection, app } = await openLine(deps, row);
  const told = await metaOnboarding.app(io, connection, app);
  return describePartner(ctx, deps, row, told.kind === 'done' ? told.value : '');
}
