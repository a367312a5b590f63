import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { openIdentitySecrets } from '../../channel/door.ts';
import {
  type Browser,
  findByAddresses,
  findClaimed,
  isNumberTaken,
  type KnownCustomer,
  listAddresses,
  listExternalIds,
  lockClaims,
  recogniseCustomer,
} from '../../customer/door.ts';
import { chatCustomerChanged } from '../record/chat.events.ts';
import { lockOpenChats } from '../record/chat.repository.ts';
import { readStatement, type Statement } from './statement.ts';
import { giveVisits, noteUse } from './visitor.repository.ts';

const mostDevices = 20;

export type Website = { channelId: string; widgetKey: string };

/**
 * Recognises the visitor of a browser by a signed statement of the enterprise's server.
 * @returns the customer, fields that the phone book does not take, and the customer's other devices where this one was not theirs before
 * @throws DomainError with a code of `identity.…`: the visitor is who they were before
 */
export async function identifyVisitor(
  ctx: EnterpriseContext,
  secrets: Pick<Secrets, 'decrypt'>,
  { channelId, widgetKey }: Website,
  address: string,
  token: string,
): Promise<Recognised> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const keys = await ctx.read((tx) => openIdentitySecrets(secrets, tx, { enterpriseId, channelId }, now));
  if (keys.length === 0)
    throw new DomainError('identity.off', 'This website has no identity secret. Make one on the page of its channel.', {});
  const { claims, jti, expiresAt } = await readStatement(token, keys, widgetKey, now);
  const recognise = (tx: Tx) => recogniseBrowser(ctx, tx, { channelId, address }, { claims, jti, expiresAt });
  return ctx.transaction(recognise).catch((error: unknown) => {
    // The phone book has saved somebody with the number meanwhile: the second time they are found.
    if (!isNumberTaken(error)) throw error;
    return ctx.transaction(recognise);
  });
}

/** @property email which the enterprise's server has verified, as `phone`; '': none */
type Recognised = { customer: KnownCustomer; refused: string[]; others: string[]; email: string; phone: string };

async function recogniseBrowser(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, address }: Browser,
  { claims, jti, expiresAt }: Statement,
): Promise<Recognised> {
  const { enterpriseId } = ctx;
  const email = claims.isEmailVerified ? claims.email : '';
  const phone = claims.isPhoneVerified ? claims.phone : '';
  const use = await noteUse(tx, { enterpriseId, channelId, jti, address, expiresAt });
  if (use === 'other') throw new DomainError('identity.replayed', 'The signed identity was used by another browser.', {});
  await lockClaims(tx, enterpriseId, { channelId, address }, claims);
  const before = (await findByAddresses(tx, enterpriseId, channelId, [address])).get(address);
  // Each page says hello with the statement that it was sent: a second time there is nothing to do.
  if (use === 'own' && before && (await listExternalIds(tx, enterpriseId, before.customerId)).includes(claims.externalId))
    return { customer: before, refused: [], others: [], email, phone };
  const claimed = await findClaimed(ctx, tx, claims);
  // Chats come before customers in the order of locks.
  const people = [before?.customerId, claimed].filter((id) => id !== undefined);
  const chats = people.length > 0 ? await lockOpenChats(tx, enterpriseId, channelId, people) : [];
  const recognised = await recogniseCustomer(ctx, tx, { channelId, address }, claims);
  const { customerId } = recognised.customer;
  await giveVisits(tx, enterpriseId, { channelId, address }, customerId);
  for (const { chatId, agentIds, handledBy } of chats)
    await ctx.events.record(tx, chatCustomerChanged, { chatId, agentIds, isWaiting: handledBy === 'queue', customerId });
  const devices = before?.customerId === customerId ? [] : await listAddresses(tx, enterpriseId, channelId, customerId, mostDevices);
  return { ...recognised, email, phone, others: devices.filter((one) => one !== address) };
}
