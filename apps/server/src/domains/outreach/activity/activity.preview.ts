import {
  type ActivityPreview,
  type CampaignPlan,
  type ContentLetter,
  contentsOf,
  emptyFallback,
  fieldError,
  type RunPart,
  reasonTexts,
  type WhyAnswer,
  type z,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { columnsOf, hasAllMedia, judge, resolveValues, type Way } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { type AudienceRow, previewAudience } from '../audience/audience.ts';
import { contentOf } from '../content/content.rules.ts';
import { explainFallback } from '../fallback/fallback.why.ts';
import { findFirstOf, findFirstOutcome } from '../fallback/outcome.repository.ts';
import type { SendingChannel } from '../message/message.repository.ts';
import { findRunMessage, findSendingChannel, isOverlong } from '../message/message.ts';
import { addressReader } from '../message/recipients.ts';
import { withPage } from '../page/plan.page.ts';
import { takePlan } from '../plan/plan.decision.ts';
import { planInvalid } from '../plan/plan.ts';
import { type ActivityRow, audienceOf } from '../row/activity.repository.ts';
import { accessSeen } from './activity.query.ts';

type Preview = z.infer<typeof ActivityPreview>;
type Why = z.infer<typeof WhyAnswer>;
/** @property status of the template of the first content that may not be sent; APPROVED where all may */
type ReadContents = { channel: SendingChannel; contents: readonly { letter: ContentLetter; message: RunMessage }[]; status: string };

/**
 * Reads the current content of a plan: its contents, or its fallback. @throws DomainError activity.invalid for one that names no channel or
 * template yet
 */
async function readContents(ctx: Ctx, tx: Read, { plan }: ActivityRow, run: RunPart = 'first'): Promise<ReadContents> {
  const { channelId, wanted } = run === 'first' ? { channelId: plan.channelId, wanted: contentsOf(plan) } : fallbackOf(plan);
  const channel = channelId === '' ? undefined : await findSendingChannel(tx, ctx.enterpriseId, channelId);
  const found = [];
  for (const { letter, message, columnMapping } of channel ? wanted : []) {
    const one =
      message.template.templateUId === '' ? undefined : await findRunMessage(tx, ctx.enterpriseId, { channelId, message, columnMapping });
    if (one) found.push({ letter, ...one, message: plan.page ? withPage(one.message, ctx.publicUrl()) : one.message });
  }
  if (!channel || found.length < wanted.length) throw planInvalid((await takePlan(ctx, tx, plan)).faults);
  return { channel, contents: found, status: found.find(({ status }) => status !== 'APPROVED')?.status ?? 'APPROVED' };
}

/** A fallback is one content of its own. */
function fallbackOf(plan: CampaignPlan) {
  const { channelId, ...content } = plan.fallback ?? emptyFallback();
  return { channelId, wanted: [{ letter: 'A' as const, ...content }] };
}

/** The values that people of the audience get: the first ones, or the one with a number. */
export const previewActivity = (
  ctx: Ctx,
  activityId: string,
  { number, count, content, run }: { number: string; count: number; content: ContentLetter; run: RunPart },
): Promise<Preview[]> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const { channel, contents } = await readContents(ctx, tx, row, run);
    const message = contents.find(({ letter }) => letter === (run === 'first' ? content : 'A'))?.message;
    if (!message) throw planInvalid([fieldError('content', 'content.unknown')]);
    const common = { channelType: channel.type, columns: columnsOf(message.mapping), country: row.plan.country };
    const people = await previewAudience(ctx, tx, audienceOf(row), number === '' ? { ...common, limit: count } : { ...common, number });
    const eyes = readingOf(ctx.actor);
    return people.map((one) => {
      const { missing } = resolveValues(message, one.columns, channel.type);
      const { values } = resolveValues(message, readColumns(one.columns, eyes), channel.type);
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
  content: '',
  fallback: null,
});
const textOf = (reason: string): string => reasonTexts[reason as keyof typeof reasonTexts] ?? '';

/** Explains why somebody will, or will not, get it: from the ledger, and without a row yet by the checks of the gate themselves. */
export const explain = (ctx: Ctx, activityId: string, number: string): Promise<Why> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const known = await readContents(ctx, tx, row);
    const read = async (channelType: number) => (await addressReader(tx, ctx.enterpriseId, channelType, row.plan.country))(number).address;
    const address = await read(known.channel.type);
    const other = await readOther(ctx, tx, row, read);
    if (other) return other;
    if (address === null) return { ...nobody(number.trim()), reason: 'INVALID_NUMBER', reasonText: reasonTexts.INVALID_NUMBER };
    if (row.runId !== null) {
      const told = await readDecision(ctx, tx, row, { address });
      if (told) return told;
    }
    const columns = columnsOf(known.contents.flatMap(({ message }) => message.mapping));
    const common = { channelType: known.channel.type, columns, country: row.plan.country };
    const [person] = await previewAudience(ctx, tx, audienceOf(row), { ...common, number: address });
    return person ? askGate(ctx, tx, row, known, person) : nobody(shownAddress(address, readingOf(ctx.actor)));
  });

/** Finds somebody whom the fallback has tried at an address that the first run did not know. */
async function readOther(
  ctx: Ctx,
  tx: Read,
  row: ActivityRow,
  read: (channelType: number) => Promise<string | null>,
): Promise<Why | undefined> {
  if (row.fallbackRunId === null || row.fallbackChannelId === null) return undefined;
  const channel = await findSendingChannel(tx, ctx.enterpriseId, row.fallbackChannelId);
  const address = channel ? await read(channel.type) : null;
  const messageId = address === null ? undefined : await findFirstOf(tx, row, address);
  return messageId === undefined ? undefined : readDecision(ctx, tx, row, { messageId });
}

/** @param who by the address of the first run, or by the message of it */
async function readDecision(
  ctx: Ctx,
  tx: Read,
  row: ActivityRow,
  who: { address: string } | { messageId: string },
): Promise<Why | undefined> {
  const found = await findFirstOutcome(tx, row, who);
  if (!found) return undefined;
  const eyes = readingOf(ctx.actor);
  return {
    isInAudience: true,
    number: shownAddress(found.address, eyes),
    name: shownName(found.name ?? '', eyes),
    isDecided: true,
    willGet: found.status !== 'SKIPPED' && found.status !== 'FAILED',
    status: found.status,
    reason: found.reason,
    reasonText: textOf(found.reason),
    dueOn: '',
    missing: [],
    content: contentOf(found, row.chosenContent),
    fallback: await explainFallback(tx, row, found.messageId, (address) => shownAddress(address, eyes)),
  };
}

async function askGate(
  ctx: Ctx,
  tx: Read,
  row: ActivityRow,
  { channel, contents, status }: ReadContents,
  person: AudienceRow,
): Promise<Why> {
  // Anybody may get any of several contents, so a person who lacks a value of one of them is left out.
  const filled = contents.map(({ message }) => ({ message, ...resolveValues(message, person.columns, channel.type) }));
  const missing = [...new Set(filled.flatMap((one) => one.missing))];
  const isAnyTooLong = filled.some(({ message, values }) =>
    isOverlong(ctx, channel.type, message, { values, isTracked: row.plan.tracking?.links === true }),
  );
  const category = contents[0]?.message.template.category;
  const way: Way = {
    channel: { channelId: channel.channelId, type: channel.type, state: channel.state },
    purpose: category === 'MARKETING' ? 'marketing' : category === 'UTILITY' ? 'utility' : 'authentication',
    template: { status: status as 'APPROVED', hasMedia: contents.every(({ message }) => hasAllMedia(message)) },
    resourceId: '',
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
    quietHours: row.plan.quietHours,
    calendarId: row.plan.calendarId || null,
  };
  const [judged] = await judge(ctx, tx, way, [{ ...person, missing, isTooLong: isAnyTooLong }]);
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
    content: '',
    fallback: null,
  };
}
