import { ChannelSave, channelTypes, type TemplateCategory, TemplateComponent, TemplateExtra } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { insertFromForm, insertTemplates, readForm } from '../src/domains/channel/door.ts';
import { newId } from '../src/platform/ids.ts';

type DemoTemplate = { name: string; category: TemplateCategory; components: object[]; extra?: object };
type DemoChannel = { name: string; type: number; vendor: string; data: Record<string, string>; templates: DemoTemplate[] };

const channels: DemoChannel[] = [
  {
    name: 'Demo shop WhatsApp',
    type: channelTypes.WHATSAPP,
    vendor: 'twixormcmi',
    data: {
      contactId: '104500000000001',
      wabaId: '204500000000001',
      appId: '304500000000001',
      authToken: 'demo-token-of-the-sandbox',
      clientSecret: 'demo-secret-of-the-sandbox',
      WebhookVerificationToken: 'demo-greeting',
    },
    templates: [
      {
        name: 'order_update',
        category: 'UTILITY',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Order update' },
          {
            type: 'BODY',
            text: 'Hello {{1}}, your order {{2}} has left our store and arrives tomorrow.',
            samples: { '1': 'Asha', '2': 'A-1042' },
          },
          { type: 'FOOTER', text: 'Demo shop' },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Talk to us' }] },
        ],
      },
      {
        name: 'weekend_offer',
        category: 'MARKETING',
        components: [
          { type: 'BODY', text: 'Good news, {{1}}: this weekend everything is 10 % off with the code below.', samples: { '1': 'Asha' } },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'COPY_CODE', example: 'WEEKEND10' },
              { type: 'QUICK_REPLY', text: 'Stop offers' },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Demo shop SMS',
    type: channelTypes.SMS,
    vendor: 'ngn',
    data: { user: 'demo', pswd: 'demo-password', sender: 'DEMOSH', PE_ID: '1101000000000000001' },
    templates: [
      {
        name: 'delivery_today',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Hello {{1}}, your Demo shop order arrives today.', samples: { '1': 'Asha' } }],
        extra: { senderId: 'DEMOSH', principalEntityId: '1101000000000000001', registeredTemplateId: '1107000000000000001' },
      },
    ],
  },
];

export type DemoSending = { whatsApp: string; sms: string /** Ids by name */; templates: Record<string, string> };

/**
 * Channels of the simulator with approved templates, so that everything can be tried without a vendor.
 * @param since when the templates were approved
 * @returns the ids of the made records
 */
export async function seedDemoSending(tx: Tx, enterpriseId: string, secrets: Secrets, since: Date): Promise<DemoSending> {
  const channelIds = new Map<number, string>();
  const templateIds: Record<string, string> = {};
  for (const { name, type, vendor, data, templates } of channels) {
    const save = ChannelSave.parse({ name, type, vendor, environment: 'sandbox', data: { ...data, entry: 'queue' } });
    const { id: channelId } = await insertFromForm(tx, enterpriseId, { secrets }, save, readForm(secrets, save));
    channelIds.set(type, channelId);
    for (const template of templates) templateIds[template.name] = newId();
    await insertTemplates(
      tx,
      templates.map(({ components, extra = {}, ...template }) => ({
        enterpriseId,
        templateId: templateIds[template.name] as string,
        channelId,
        language: 'en',
        ...template,
        components: JSON.stringify(components.map((component) => TemplateComponent.parse(component))),
        extra: JSON.stringify(TemplateExtra.parse(extra)),
        status: 'APPROVED' as const,
        vendorTemplateId: `demo_${template.name}`,
        createdAt: since,
        updatedAt: since,
      })),
    );
  }
  const idOf = (type: number) => channelIds.get(type) as string;
  return { whatsApp: idOf(channelTypes.WHATSAPP), sms: idOf(channelTypes.SMS), templates: templateIds };
}
