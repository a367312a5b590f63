import { createHmac, randomBytes } from 'node:crypto';
import {
  type ChannelType,
  channelTypes,
  type TemplateCategory,
  type TemplateComponent,
  TemplateExtra,
  type VendorName,
} from '@parley/contract';
import { createSimulatorControl, startSimulator } from '@parley/vendors/simulator';
import { sql } from 'kysely';
import { afterAll, expect, vi } from 'vitest';
import { hookAddress, openConfig } from '../src/domains/channel/door.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import type { TestEnterprise } from './factories.ts';

export const businessNumber = '919800000001';
const config = {
  environment: 'sandbox',
  authToken: 'token-of-a-test',
  wabaId: '70001',
  clientSecret: 'app-secret-of-a-test',
  WebhookVerificationToken: 'greeting',
};
/** Configuration of a gateway of short messages. */
const gatewayConfig = { environment: 'sandbox', user: 'parley', pswd: 'secret-of-a-test', sender: 'PARLEY', PE_ID: '1101' };

const rcsConfig = { environment: 'sandbox', clientId: 'client-of-a-test', clientSecret: 'secret-of-a-test', agentId: 'shop-agent' };

const telegramConfig = { environment: 'sandbox', authToken: '7001:token-of-a-test', WebhookVerificationToken: 'greeting' };

const mailConfig = { environment: 'sandbox', apiKey: 'key-of-a-test', fromEmail: 'help@shop.example', fromName: 'Shop' };

/** A simulator for one test file; give its `address` to `startApp` as `config.simulator`. */
export async function startVendors() {
  const simulator = await startSimulator();
  afterAll(() => simulator.stop());
  return { address: simulator, control: createSimulatorControl(simulator) };
}
export type Vendors = Awaited<ReturnType<typeof startVendors>>;

export const body = (text: string, samples: Record<string, string> = {}): TemplateComponent => ({ type: 'BODY', text, samples });

/** Channels and templates as they are after sign-up and approval at the vendor. */
export function createVendorScenes(app: TestApp, { control }: Vendors) {
  type More = { entry?: 'bot' | 'queue'; speed?: number };
  const makeWhatsApp = (owner: { enterpriseId: string }, more: More = {}) =>
    makeChannel(owner, { type: channelTypes.WHATSAPP, name: 'WhatsApp', vendor: 'twixormcmi', keys: config }, more);
  const makeSms = (owner: { enterpriseId: string }, more: More = {}) =>
    makeChannel(owner, { type: channelTypes.SMS, name: 'SMS', vendor: 'ngn', keys: gatewayConfig }, more);

  /** RCS in Google's own form */
  const makeRcs = (owner: { enterpriseId: string }, more: More = {}) =>
    makeChannel(owner, { type: channelTypes.RCS, name: 'RCS', vendor: 'dotgohub', keys: rcsConfig, contactId: 'shop-agent' }, more);

  const makeTelegram = (owner: { enterpriseId: string }, more: More = {}) =>
    makeChannel(owner, { type: channelTypes.TELEGRAM, name: 'Telegram', vendor: 'twixormcmi', keys: telegramConfig, contactId: '' }, more);

  const makeMail = (owner: { enterpriseId: string }, more: More = {}) =>
    makeChannel(owner, { type: channelTypes.EMAIL, name: 'Mail', vendor: 'mailchimp', keys: mailConfig, contactId: '' }, more);

  /** Messages of one person in one callback, as WhatsApp sends and signs it, in the order given. */
  async function hearWhatsApp(hookUrl: string, from: string, ...messages: readonly object[]): Promise<void> {
    const metadata = { display_phone_number: businessNumber, phone_number_id: businessNumber };
    const contacts = [{ profile: { name: 'Asha' }, wa_id: from }];
    const timestamp = String(Math.floor(Date.now() / 1000));
    const value = {
      messaging_product: 'whatsapp',
      metadata,
      contacts,
      messages: messages.map((message) => ({ from, timestamp, ...message })),
    };
    const sent = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
    const signature = createHmac('sha256', config.clientSecret).update(sent).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    expect((await app.stranger().post(new URL(hookUrl).pathname, sent, { headers })).statusCode).toBe(200);
  }

  type Line = { type: ChannelType; name: string; vendor: VendorName; keys: Record<string, string>; contactId?: string };
  async function makeChannel(owner: { enterpriseId: string }, { type, name, vendor, keys, contactId = businessNumber }: Line, more: More) {
    const ctx = app.contextOf(owner);
    const channelId = newId();
    const row = await ctx.transaction((tx) =>
      tx
        .insertInto('channels')
        .values({
          enterpriseId: owner.enterpriseId,
          channelId,
          type,
          name,
          vendor,
          widgetKey: randomBytes(18).toString('base64url'),
          contactId,
          environment: 'sandbox',
          sealedConfig: app.deps.secrets.encrypt(JSON.stringify(keys)),
          sealedHookSecret: app.deps.secrets.encrypt(randomBytes(16).toString('base64url')),
          speedPerSecond: more.speed ?? 100_000,
          data: JSON.stringify({ entry: more.entry ?? 'queue', botId: '' }),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await control.register(channelId, {
      vendor,
      type,
      contactId,
      config: openConfig(app.deps, row),
      hookUrl: hookAddress(app.deps, app.deps.localUrl(), row),
      templates: [],
    });
    return { channelId, hookUrl: hookAddress(app.deps, app.deps.localUrl(), row) };
  }

  /** An approved template, known to the simulator too. */
  async function makeTemplate(
    owner: { enterpriseId: string },
    channelId: string,
    components: TemplateComponent[],
    more: { name?: string; category?: TemplateCategory } = {},
  ) {
    const templateId = newId();
    const name = more.name ?? `offer_${randomBytes(3).toString('hex')}`;
    const category = more.category ?? 'MARKETING';
    const row = await app.contextOf(owner).transaction(async (tx) => {
      await tx
        .insertInto('templates')
        .values({
          enterpriseId: owner.enterpriseId,
          templateId,
          channelId,
          name,
          language: 'en',
          category,
          components: JSON.stringify(components),
          extra: JSON.stringify(TemplateExtra.parse({})),
          status: 'APPROVED',
          vendorTemplateId: templateId,
        })
        .execute();
      return tx
        .selectFrom('channels')
        .selectAll()
        .where('enterpriseId', '=', owner.enterpriseId)
        .where('channelId', '=', channelId)
        .executeTakeFirstOrThrow();
    });
    await control.register(channelId, {
      vendor: 'twixormcmi',
      type: 4,
      contactId: businessNumber,
      config: openConfig(app.deps, row),
      hookUrl: hookAddress(app.deps, app.deps.localUrl(), row),
      templates: [
        { vendorTemplateId: templateId, name, language: 'en', category, status: 'APPROVED', reason: '', quality: '', components },
      ],
    });
    return { templateId, name };
  }

  return { hearWhatsApp, makeWhatsApp, makeRcs, makeTelegram, makeSms, makeMail, makeTemplate };
}

/** Rows of the ledger of a run by number, as soon as none is on its way. */
export async function waitForRun(
  enterprise: Pick<TestEnterprise, 'ctx' | 'enterpriseId'>,
  runId: string,
  statuses: readonly string[] = ['QUEUED', 'SENT'],
) {
  const read = () =>
    enterprise.ctx.read((tx) =>
      tx
        .selectFrom('messages as m')
        .leftJoin('messageHandovers as h', (join) =>
          join.onRef('h.enterpriseId', '=', 'm.enterpriseId').onRef('h.messageId', '=', 'm.messageId'),
        )
        .select(['m.messageId', 'address', 'status', 'reason', 'number', 'attempts', 'content'])
        .select(({ fn }) => fn.coalesce('h.vendorMessageId', sql<string>`''`).as('vendorMessageId'))
        .where('m.enterpriseId', '=', enterprise.enterpriseId)
        .where('resourceId', '=', runId)
        .orderBy('number')
        .execute(),
    );
  return vi.waitFor(
    async () => {
      const rows = await read();
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => statuses.includes(row.status)).map((row) => `${row.address} ${row.status} ${row.reason}`)).toEqual([]);
      return rows;
    },
    { interval: 50 },
  );
}
