import { TemplateComponent, TemplateExtra } from '@parley/contract';
import { insertTemplates } from '../src/domains/channel/door.ts';
import { newId } from '../src/platform/ids.ts';
import type { Past } from './demo-history.past.ts';
import { daysBefore } from './demo-history.plan.ts';

const templates = [
  {
    daysAgo: 25,
    name: 'festival_greeting',
    category: 'MARKETING',
    status: 'REJECTED',
    reason: 'The text promises a prize without its conditions.',
    text: 'A happy festival, {{1}}! Every tenth order wins.',
  },
  {
    daysAgo: 19,
    name: 'back_in_stock',
    category: 'MARKETING',
    status: 'PAUSED',
    reason: 'Many customers have blocked it.',
    text: 'Good news, {{1}}: what you asked for is back in stock.',
  },
  {
    daysAgo: 12,
    name: 'order_delivered',
    category: 'UTILITY',
    status: 'APPROVED',
    reason: '',
    text: 'Hello {{1}}, your order was delivered. We hope that you like it.',
  },
  {
    daysAgo: 2,
    name: 'ask_for_opinion',
    category: 'UTILITY',
    status: 'DRAFT',
    reason: '',
    text: 'Hello {{1}}, how did you like your last order?',
  },
] as const;

/** Templates in every state that one can be in without its vendor's answer being awaited. */
export async function makeTemplates({ ctx, tx, mark }: Past): Promise<void> {
  await insertTemplates(
    tx,
    templates.map(({ daysAgo, name, category, status, reason, text }) => {
      const createdAt = daysBefore(mark, daysAgo);
      const isSubmitted = status !== 'DRAFT';
      return {
        enterpriseId: ctx.enterpriseId,
        templateId: newId(),
        channelId: mark.whatsApp,
        name,
        language: 'en',
        category,
        components: JSON.stringify([TemplateComponent.parse({ type: 'BODY', text, samples: { '1': 'Asha' } })]),
        extra: JSON.stringify(TemplateExtra.parse({})),
        status,
        statusReason: reason,
        vendorTemplateId: isSubmitted ? `demo_${name}` : '',
        submittedAt: isSubmitted ? createdAt : null,
        createdBy: mark.users['maker@demo.example']?.userId as string,
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
}
