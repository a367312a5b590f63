import { randomBytes, randomUUIDv7 } from 'node:crypto';
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
/** Of a gateway of short messages. */
const gatewayConfig = { environment: 'sandbox', user: 'parley', pswd: 'secret-of-a-test', sender: 'PARLEY', PE_ID: '1101' };

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

  type Line = { type: ChannelType; name: string; vendor: VendorName; keys: Record<string, string> };
  async function makeChannel(owner: { enterpriseId: string }, { type, name, vendor, keys }: Line, more: More) {
    const ctx = app.contextOf(owner);
    const channelId = randomUUIDv7();
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
          contactId: businessNumber,
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
      contactId: businessNumber,
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
    const templateId = randomUUIDv7();
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

  return { makeWhatsApp, makeSms, makeTemplate };
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
    { timeout: 15_000, interval: 50 },
  );
}
