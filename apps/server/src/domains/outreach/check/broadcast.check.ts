import { type BroadcastCheck, type BroadcastRequest, confirmAbove, shortestNumber } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { createPauses } from '#platform/pauses.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { addressOf } from '../../customer/door.ts';
import { columnsOf, createLeaveClock, readOwnHours, resolveValues } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { askAudience, nobody } from '../audience/audience.ask.ts';
import { countPeople } from '../audience/audience.count.ts';
import { findByAddress, listMembers } from '../message/recipient.repository.ts';
import { addressReader, columnReader } from '../message/recipients.ts';
import { priceOf } from '../plan/activity.cost.ts';
import { countLacking } from './broadcast.lacking.ts';
import { countMembers } from './member.repository.ts';

const previewed = 20;
const mostListed = 1000;
const noId = '00000000-0000-0000-0000-000000000000';

export type SortedNumbers = { valid: string[]; duplicates: string[]; invalid: { number: string; reason: string }[] };

/** Sorts the typed numbers by whether they can be sent to; a number that cannot is listed, never dropped in silence (BCAST-042). */
export async function sortNumbers(
  given: readonly string[],
  read: (text: string) => { address: string | null; reason: string },
): Promise<SortedNumbers> {
  const pauses = createPauses();
  const valid = new Set<string>();
  const duplicates: string[] = [];
  const invalid: SortedNumbers['invalid'] = [];
  for (const text of given.map((item) => item.trim()).filter((item) => item !== '')) {
    await pauses.ifDue();
    if (text.length < shortestNumber) {
      invalid.push({ number: text, reason: `Shorter than ${shortestNumber} characters` });
      continue;
    }
    const { address, reason } = read(text);
    if (address === null) invalid.push({ number: text, reason });
    else if (valid.has(address)) duplicates.push(text);
    else valid.add(address);
  }
  return { valid: [...valid], duplicates, invalid };
}

type Prepared = { channel: { channelId: string; type: number; vendor: string; environment: string }; message: RunMessage };

/**
 * Counts the recipients and computes the cost: people who are left out cost nothing. @returns `valid`: all typed numbers that can be sent
 * to
 */
export async function checkAudience(
  deps: Pick<Deps, 'config'>,
  ctx: EnterpriseContext,
  tx: Tx,
  request: BroadcastRequest,
  { channel, message }: Prepared,
): Promise<{ valid: readonly string[]; check: Omit<BroadcastCheck, 'lacking'> }> {
  const { enterpriseId } = ctx;
  const sorted = await sortNumbers(request.phoneNumber, await addressReader(tx, enterpriseId, channel.type, request.country));
  const members = await countMembers(tx, enterpriseId, request.groupIds);
  const count = sorted.valid.length + members;
  const previews = await previewFirst(tx, enterpriseId, channel.type, sorted.valid, request.groupIds, message);
  const asked = await askAudience(tx, enterpriseId, { ...nobody, groupIds: request.groupIds }, channel.type);
  const way = { channelId: channel.channelId, isMarketing: message.template.category === 'MARKETING', contents: [{ message }] };
  const breakdown = await countPeople(ctx, tx, { ...asked, addresses: sorted.valid }, way);
  // The first recipient's text stands for all: a short message is as long as its values.
  const values = previews[0]?.values ?? {};
  const { estimate } = await priceOf(ctx, tx, { channel, message, values }, breakdown.byCountry);
  const check = {
    count,
    breakdown,
    cost: estimate.amount,
    currency: estimate.currency,
    numbers: sorted.valid.slice(0, mostListed),
    duplicates: sorted.duplicates.slice(0, mostListed),
    invalid: sorted.invalid.slice(0, mostListed),
    needsConfirmation: count > confirmAbove,
    opensOn: await openingOf(ctx, tx, request),
    limit: count > deps.config.broadcastLimit ? deps.config.broadcastLimit : 0,
    previews,
  };
  return { valid: sorted.valid, check };
}

/** Returns when the calendar of a broadcast opens, if it is closed when the broadcast is to leave; ''. */
async function openingOf({ enterpriseId, now }: EnterpriseContext, tx: Tx, { calendarId, sendAt }: BroadcastRequest): Promise<string> {
  if (calendarId === '') return '';
  const at = sendAt === '' ? now() : new Date(sendAt);
  const clock = createLeaveClock(await readOwnHours(tx, enterpriseId, [calendarId]), at);
  const opens = clock({ isMarketing: false, quietHours: null, calendarId }, []);
  return opens && opens > at ? opens.toISOString() : '';
}

/** Previews the effect of sending, before anything is sent. */
export async function checkBroadcast(
  deps: Pick<Deps, 'config'>,
  ctx: EnterpriseContext,
  tx: Tx,
  request: BroadcastRequest,
  prepared: Prepared,
): Promise<BroadcastCheck> {
  const { valid, check } = await checkAudience(deps, ctx, tx, request, prepared);
  const { channel, message } = prepared;
  const audience = { numbers: valid, groupIds: request.groupIds };
  return { ...check, lacking: await countLacking(tx, ctx.enterpriseId, channel.type, audience, message) };
}

async function previewFirst(
  tx: Tx,
  enterpriseId: string,
  channelType: number,
  numbers: readonly string[],
  groupIds: readonly string[],
  message: RunMessage,
): Promise<BroadcastCheck['previews']> {
  const first = numbers.slice(0, previewed);
  const readColumns = await columnReader(tx, enterpriseId, columnsOf(message.mapping));
  const known = await findByAddress(tx, enterpriseId, channelType, first);
  const shown = first.map((number) => {
    const customer = known.get(number);
    return { number, name: customer?.name ?? '', columns: customer ? readColumns(customer) : {} };
  });
  for (const groupId of groupIds) {
    if (shown.length >= previewed) break;
    for (const row of await listMembers(tx, enterpriseId, groupId, noId, previewed - shown.length))
      shown.push({ number: addressOf(row, channelType) ?? '', name: row.name, columns: readColumns(row) });
  }
  return shown.map(({ number, name, columns }) => ({ number, name, ...toPreview(message, columns, channelType) }));
}

function toPreview(message: RunMessage, columns: Readonly<Record<string, string>>, channelType: number) {
  const { values, missing } = resolveValues(message, columns, channelType);
  return { values: { ...values }, missing };
}
