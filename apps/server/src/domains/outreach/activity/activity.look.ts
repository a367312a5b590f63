import { type ActivityPreview, reasonTexts, type WhyAnswer, type z } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { columnsOf, hasAllMedia, judge, type RunMessage, resolveValues, type Way } from '../../messaging/door.ts';
import { type AudienceRow, previewAudience } from '../audience/audience.ts';
import { findRunMessage, findSendingChannel, type SendingChannel } from '../shared/message.ts';
import { planInvalid } from '../shared/plan.ts';
import { addressReader } from '../shared/recipients.ts';
import { accessSeen } from './activity.query.ts';
import type { ActivityRow } from './activity.repository.ts';
import { takePlan } from './activity.take.ts';

type Preview = z.infer<typeof ActivityPreview>;
type Why = z.infer<typeof WhyAnswer>;
type Known = { channel: SendingChannel; message: RunMessage; status: string };

/** What a plan sends now. @throws DomainError activity.invalid for one that names no channel or template yet */
async function readContent(ctx: Ctx, tx: Tx, { plan }: ActivityRow): Promise<Known> {
  const channel = plan.channelId === '' ? undefined : await findSendingChannel(tx, ctx.enterpriseId, plan.channelId);
  const hasTemplate = plan.message.template.templateUId !== '';
  const found =
    channel && hasTemplate
      ? await findRunMessage(tx, ctx.enterpriseId, {
          channelId: channel.channelId,
          message: plan.message,
          columnMapping: plan.columnMapping,
        })
      : undefined;
  if (channel && found) return { channel, message: found.message, status: found.status };
  throw planInvalid((await takePlan(ctx, tx, plan)).faults);
}

/** The values that people of the audience get: the first ones, or the one with a number. */
export const previewActivity = (ctx: Ctx, activityId: string, { number, count }: { number: string; count: number }): Promise<Preview[]> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const { channel, message } = await readContent(ctx, tx, row);
    const common = { channelType: channel.type, columns: columnsOf(message.mapping), country: row.plan.country };
    const people = await previewAudience(ctx, tx, row.plan.audience, number === '' ? { ...common, limit: count } : { ...common, number });
    const eyes = readingOf(ctx.actor);
    return people.map((one) => {
      const { missing } = resolveValues(message, one.columns);
      const { values } = resolveValues(message, readColumns(one.columns, eyes));
      return { address: shownAddress(one.address ?? one.given, eyes), name: shownName(one.name, eyes), values: { ...values }, missing };
    });
  });

/** A message shows no more of a person than its reader may see: numbers and mail addresses are hidden in its values too. */
const readColumns = (columns: Readonly<Record<string, string>>, eyes: Reading): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => {
      if (addressColumns.includes(name)) return [name, value === '' ? '' : shownAddress(value, eyes)];
      return [name, name === 'name' ? shownName(value, eyes) : value];
    }),
  );
const addressColumns = ['phoneNumber', 'whatsAppNumber', 'emailId'];

const nobody = (number: string): Why => ({
  isInAudience: false,
  number,
  name: '',
  isDecided: false,
  willGet: false,
  status: '',
  reason: '',
  reasonText: '',
  dueOn: '',
  missing: [],
});
const textOf = (reason: string): string => reasonTexts[reason as keyof typeof reasonTexts] ?? '';

/** Why somebody will, or will not, get it: what the ledger says, and before there is a row the checks of the gate themselves. */
export const explain = (ctx: Ctx, activityId: string, number: string): Promise<Why> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const known = await readContent(ctx, tx, row);
    const { address } = (await addressReader(tx, ctx.enterpriseId, known.channel.type, row.plan.country))(number);
    if (address === null) return { ...nobody(number.trim()), reason: 'INVALID_NUMBER', reasonText: reasonTexts.INVALID_NUMBER };
    if (row.runId !== null) {
      const told = await readDecision(ctx, tx, row, address);
      if (told) return told;
    }
    const common = { channelType: known.channel.type, columns: columnsOf(known.message.mapping), country: row.plan.country };
    const [person] = await previewAudience(ctx, tx, row.plan.audience, { ...common, number: address });
    return person ? askGate(ctx, tx, row, known, person) : nobody(shownAddress(address, readingOf(ctx.actor)));
  });

async function readDecision(ctx: Ctx, tx: Tx, { activityId, startedAt }: ActivityRow, address: string): Promise<Why | undefined> {
  // Of an address that the audience had twice, the row that was sent says more than the one that was skipped for it.
  const { rows } = await sql<{ status: string; reason: string; name: string | null }>`
    select m.status, m.reason, c.name from messages m
      left join customers c on c.enterprise_id = m.enterprise_id and c.customer_id = m.customer_id and c.deleted_at is null
    where m.enterprise_id = ${ctx.enterpriseId} and m.address = ${address} and m.resource_id = ${activityId} and m.created_at >= ${startedAt}
    order by m.status = 'SKIPPED', m.number limit 1`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const eyes = readingOf(ctx.actor);
  return {
    isInAudience: true,
    number: shownAddress(address, eyes),
    name: shownName(found.name ?? '', eyes),
    isDecided: true,
    willGet: found.status !== 'SKIPPED' && found.status !== 'FAILED',
    status: found.status,
    reason: found.reason,
    reasonText: textOf(found.reason),
    dueOn: '',
    missing: [],
  };
}

async function askGate(ctx: Ctx, tx: Tx, row: ActivityRow, { channel, message, status }: Known, person: AudienceRow): Promise<Why> {
  const { missing } = resolveValues(message, person.columns);
  const { category } = message.template;
  const way: Way = {
    channel: { channelId: channel.channelId, type: channel.type, state: channel.state },
    purpose: category === 'MARKETING' ? 'marketing' : category === 'UTILITY' ? 'utility' : 'authentication',
    template: { status: status as 'APPROVED', hasMedia: hasAllMedia(message) },
    resourceId: '',
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
    quietHours: row.plan.quietHours,
  };
  const [judged] = await judge(ctx, tx, way, [{ ...person, missing }]);
  const reason = judged?.reason ?? '';
  const eyes = readingOf(ctx.actor);
  return {
    isInAudience: true,
    number: shownAddress(person.address ?? person.given, eyes),
    name: shownName(person.name, eyes),
    isDecided: false,
    willGet: reason === '',
    status: '',
    reason,
    reasonText: textOf(reason),
    dueOn: reason === '' && judged ? judged.dueAt.toISOString() : '',
    missing,
  };
}
