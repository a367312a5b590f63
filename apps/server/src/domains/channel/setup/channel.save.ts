import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  answerVariable,
  type Channel,
  type ChannelType,
  channelTypeNames,
  channelTypes,
  endpoints,
  type ChannelSave as Form,
  fieldError,
  WebChannelData,
} from '@parley/contract';
import type { Updateable } from 'kysely';
import type { Snapshot } from '#platform/audit/record.ts';
import { creating, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertDepartments, readBrand } from '../../account/door.ts';
import { assertEntryBot } from '../channel/channel.entry.ts';
import { type ChannelRow, presentChannel } from '../channel/channel.present.ts';
import { channelRecord, channelSnapshot } from '../channel/channel.record.ts';
import { accessChannel, changeChannel, findChannelColumns, insertChannel } from '../channel/channel.repository.ts';
import { findAnswerTemplate } from '../channel/channel.sender.repository.ts';
import { addChannel, ownColumns } from '../channel/channel.service.ts';
import { channelInvalid, hashOfForm, type ReadForm, readForm } from './channel.form.ts';
import { findFailure } from './connection-test.repository.ts';

type UsedDeps = Pick<Deps, 'secrets'>;

const stateOf = ({ state, isActive }: Pick<Form, 'state' | 'isActive'>) => state ?? (isActive ? 'ACTIVE' : 'PAUSED');
/** 128 random bits: of vendors that sign nothing the only proof. */
export const makeHookSecret = (): string => randomBytes(16).toString('hex');

/** The same secrets stay sealed as they are: a sealed text that differs is how the audit trail tells that they changed. */
function seal({ secrets }: UsedDeps, sealed: ReadForm['sealed'], before = ''): string {
  if (Object.keys(sealed).length === 0) return '';
  return before !== '' && isDeepStrictEqual(JSON.parse(secrets.decrypt(before)), sealed) ? before : secrets.encrypt(JSON.stringify(sealed));
}

/** Returns the columns of a vendor's form. */
const columnsOf = (deps: UsedDeps, form: ReadForm, before?: ChannelRow) => ({
  vendor: form.vendor,
  contactId: form.contactId,
  environment: form.environment,
  config: JSON.stringify(form.config),
  sealedConfig: seal(deps, form.sealed, before?.sealedConfig),
});

/** Returns the vendors that may carry a type of channel, by the enterprise's brand (WL-014); undefined: every vendor. */
export async function allowedVendors(tx: Read, enterpriseId: string): Promise<(type: number) => readonly string[] | undefined> {
  const { allowedVendors: allowed } = await readBrand(tx, enterpriseId);
  return (type) => allowed[channelTypeNames[type as ChannelType]];
}

/** The list limits the receivers of customers' messages: with the simulator any vendor may be tried. */
async function assertAllowed(tx: Tx, enterpriseId: string, { type, vendor, environment }: ReadForm): Promise<void> {
  if (environment === 'sandbox') return;
  const allowed = (await allowedVendors(tx, enterpriseId))(type);
  if (!allowed || allowed.includes(vendor)) return;
  throw channelInvalid(fieldError('vendor', 'channel.vendor_not_among', { vendor, allowed: allowed.join(', ') || 'none' }));
}

/**
 * Refuses settings that failed their connection test, unless the channel is paused (screens 6.1); untested settings are their maker's risk.
 */
async function assertNotFailed(deps: UsedDeps, tx: Tx, enterpriseId: string, form: ReadForm): Promise<void> {
  const failure = await findFailure(tx, enterpriseId, hashOfForm(deps.secrets, enterpriseId, form));
  if (!failure) return;
  const message = `The connection test failed: ${failure} The channel can be saved as paused only.`;
  throw new DomainError('channel.test_failed', message, { failure });
}

const assertDepartment = (tx: Tx, enterpriseId: string, deptId: string): Promise<void> =>
  assertDepartments(tx, enterpriseId, deptId === '' ? [] : [deptId]);

/** Answers go on by a channel of e-mail. @throws DomainError request.invalid */
async function assertMailChannel(tx: Tx, enterpriseId: string, channelId = ''): Promise<void> {
  if (channelId === '') return;
  const channel = await findChannelColumns(tx, enterpriseId, channelId, ['type']);
  if (channel?.type !== channelTypes.EMAIL) throw channelInvalid(fieldError('data.mailChannelId', 'channel.no_mail'));
}

type Answering = Pick<WebChannelData, 'mailChannelId' | 'whatsAppChannelId' | 'whatsAppTemplateId'>;

/** Answers go on by a channel of WhatsApp and a template of it, and then by no e-mail. @throws DomainError request.invalid */
async function assertWhatsApp(
  tx: Tx,
  enterpriseId: string,
  { mailChannelId, whatsAppChannelId, whatsAppTemplateId }: Answering,
): Promise<void> {
  if (!whatsAppChannelId) return;
  if (mailChannelId) throw channelInvalid(fieldError('data.whatsAppChannelId', 'channel.answers_twice'));
  const channel = await findChannelColumns(tx, enterpriseId, whatsAppChannelId, ['type']);
  if (channel?.type !== channelTypes.WHATSAPP) throw channelInvalid(fieldError('data.whatsAppChannelId', 'channel.answer_template'));
  const template = whatsAppTemplateId ? await findAnswerTemplate(tx, enterpriseId, whatsAppChannelId, whatsAppTemplateId) : undefined;
  if (!template || answerVariable(template) === undefined)
    throw channelInvalid(fieldError('data.whatsAppTemplateId', 'channel.answer_template'));
}

/** A template without its channel stands for nothing. */
const withAnswering = ({ whatsAppTemplateId, ...data }: WebChannelData): WebChannelData =>
  data.whatsAppChannelId && whatsAppTemplateId ? { ...data, whatsAppTemplateId } : data;

/** A channel of any type, as its form was filled in. */
export function createFromForm(ctx: EnterpriseContext, deps: UsedDeps, save: Form): Promise<Channel> {
  const { enterpriseId } = ctx;
  const { entry = 'bot', botId = '' } = save.data;
  return ctx.transaction(async (tx) => {
    await assertEntryBot(ctx, tx, botId);
    await assertDepartment(tx, enterpriseId, save.deptId);
    const recorded = (write: () => Promise<Channel>) => creating(ctx, tx, channelRecord, ({ id }) => id, write);
    if (save.type === channelTypes.WEB) {
      const data = withAnswering(WebChannelData.parse({ ...save.data, entry, botId }));
      await assertMailChannel(tx, enterpriseId, data.mailChannelId);
      await assertWhatsApp(tx, enterpriseId, data);
      const isActive = stateOf(save) === 'ACTIVE';
      return recorded(() => addChannel(tx, enterpriseId, { ...save, data, isActive }));
    }
    const form = readForm(deps.secrets, save);
    await assertAllowed(tx, enterpriseId, form);
    if (stateOf(save) === 'ACTIVE') await assertNotFailed(deps, tx, enterpriseId, form);
    return recorded(() => insertFromForm(tx, enterpriseId, deps, save, form));
  });
}

/** Creates a vendor's channel in the caller's transaction, without a connection test. */
export async function insertFromForm(
  tx: Tx,
  enterpriseId: string,
  deps: Pick<UsedDeps, 'secrets'>,
  save: Form,
  form: ReadForm,
): Promise<Channel> {
  const { entry = 'bot', botId = '' } = save.data;
  const row = await insertChannel(tx, {
    enterpriseId,
    channelId: newId(),
    type: save.type,
    ...ownColumns(save),
    state: stateOf(save),
    // Unique, and no widget's: only WEB channels are found by it.
    widgetKey: randomBytes(18).toString('base64url'),
    sealedHookSecret: deps.secrets.encrypt(makeHookSecret()),
    speedPerSecond: save.speedPerSecond,
    data: JSON.stringify({ entry, botId }),
    ...columnsOf(deps, form),
  });
  return presentChannel(row);
}

/** A number or vendor that is another one is confirmed first: messages, chats and templates stay with the channel. */
function assertConfirmed(before: ChannelRow, form: ReadForm): void {
  const changes = [
    ...(before.vendor === form.vendor ? [] : [`vendor ${before.vendor} to ${form.vendor}`]),
    ...(before.contactId === form.contactId ? [] : [`${before.contactId} to ${form.contactId}`]),
  ];
  if (changes.length === 0) return;
  const message = `This changes ${changes.join(' and ')}; the history stays. Please confirm.`;
  throw new DomainError('channel.confirm_needed', message, { changes });
}

/** A channel whose setup is unfinished is connected where it was begun, and not by its form. @throws DomainError channel.state_invalid */
function assertSetUp({ state }: ChannelRow): void {
  if (state === 'SETUP')
    throw new DomainError('channel.state_invalid', 'This channel is not set up yet. Finish its setup at Embedded Signup.', { state });
}

export function updateFromForm(
  ctx: EnterpriseContext,
  deps: UsedDeps,
  channelId: string,
  save: Form & { version: number; confirm: boolean },
): Promise<Channel> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const before = await accessChannel(tx, enterpriseId, channelId, { lock: true });
    await assertVersion(ctx, tx, channelRecord, { id: channelId, version: before.version }, save.version);
    if (before.type !== save.type) throw channelInvalid(fieldError('type', 'channel.type_fixed'));
    assertSetUp(before);
    const state = stateOf(save);
    const { entry = before.data.entry, botId = before.data.botId } = save.data;
    // The bot of before may be gone meanwhile: the channel is saved all the same.
    if (botId !== before.data.botId) await assertEntryBot(ctx, tx, botId);
    // The department of before may be gone meanwhile, like the bot.
    if (save.deptId !== (before.deptId ?? '')) await assertDepartment(tx, enterpriseId, save.deptId);
    const common = { ...ownColumns(save), state, stateReason: '', failuresInRow: 0, version: before.version + 1 };
    if (before.type === channelTypes.WEB) {
      // The e-mail channel of before may be gone meanwhile as well, and a form of the version before knows none.
      const { mailChannelId = before.data.mailChannelId } = save.data;
      if (mailChannelId !== before.data.mailChannelId) await assertMailChannel(tx, enterpriseId, mailChannelId);
      const { whatsAppChannelId = before.data.whatsAppChannelId, whatsAppTemplateId = before.data.whatsAppTemplateId } = save.data;
      const answering = { mailChannelId, whatsAppChannelId, whatsAppTemplateId };
      const isSame = (['mailChannelId', 'whatsAppChannelId', 'whatsAppTemplateId'] as const).every(
        (name) => (answering[name] ?? '') === (before.data[name] ?? ''),
      );
      if (!isSame) await assertWhatsApp(tx, enterpriseId, answering);
      const given = Object.fromEntries(Object.entries(answering).filter(([, id]) => id));
      const data = withAnswering(WebChannelData.parse({ ...save.data, entry, botId, ...given }));
      return writeChange(ctx, tx, before, { ...common, data: JSON.stringify(data) });
    }
    const form = readForm(deps.secrets, save, before);
    if (form.vendor !== before.vendor) await assertAllowed(tx, enterpriseId, form);
    if (state === 'ACTIVE') await assertNotFailed(deps, tx, enterpriseId, form);
    if (!save.confirm) assertConfirmed(before, form);
    return writeChange(ctx, tx, before, {
      ...common,
      ...columnsOf(deps, form, before),
      speedPerSecond: save.speedPerSecond,
      data: JSON.stringify({ entry, botId }),
    });
  });
}

/** @param before the row under its lock */
export async function writeChange(ctx: EnterpriseContext, tx: Tx, before: ChannelRow, change: Updateable<ChannelTable>): Promise<Channel> {
  const { enterpriseId, channelId } = before;
  const row = await changeChannel(tx, enterpriseId, channelId, change);
  recordChange(ctx, tx, {
    record: channelRecord,
    id: channelId,
    action: 'edit',
    before: channelSnapshot(before),
    after: channelSnapshot(row),
  });
  return presentChannel(row);
}

/**
 * Gives fields of a channel former values, and leaves its keys as they are. Only ACTIVE is active again: what was stopped stays paused.
 * @throws DomainError as updateFromForm, or 1403
 */
export async function putChannelBack(ctx: Ctx, deps: UsedDeps, channelId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.channels.update);
  const row = await ctx.read((tx) => accessChannel(tx, ctx.enterpriseId, channelId));
  const snapshot = { ...channelSnapshot(row), ...values };
  const {
    state,
    config,
    allowedDomains,
    title,
    greeting,
    colour,
    watchesVisitors,
    mailChannelId,
    whatsAppChannelId,
    whatsAppTemplateId,
    entry,
    botId,
    deptId,
    keys,
    callback,
    formerCallback,
    ...columns
  } = snapshot;
  const isWeb = row.type === channelTypes.WEB;
  const data = {
    ...(isWeb
      ? {
          ...{ allowedDomains, title, greeting, colour, watchesVisitors, mailChannelId: mailChannelId ?? '' },
          ...{ whatsAppChannelId: whatsAppChannelId ?? '', whatsAppTemplateId: whatsAppTemplateId ?? '' },
        }
      : (config as object)),
    entry,
    botId,
  };
  const { type, vendor, version } = row;
  await updateFromForm(ctx, deps, channelId, {
    ...({ ...columns, data } as unknown as Form),
    type,
    vendor,
    version,
    deptId: (deptId ?? '') as string,
    state: state === 'ACTIVE' ? 'ACTIVE' : 'PAUSED',
    isActive: false,
    confirm: true,
  });
}
