import { defineRecord } from '#platform/audit/record.ts';
import { findRule } from './site-rule.repository.ts';

export const siteRuleRecord = defineRecord({
  kind: 'site_rule',
  module: 'channels',
  tables: ['siteRules'],
  fields: {
    ...{ name: 'plain', conditions: 'plain', type: 'plain', greeting: 'long', stream: 'plain' },
    ...{ inOpenHours: 'plain', notAgainDays: 'plain', isOn: 'plain', order: 'plain', channelId: 'plain' },
  },
  async read(tx, enterpriseId, id) {
    const row = await findRule(tx, enterpriseId, id);
    if (!row) return undefined;
    const {
      name,
      conditions,
      act: type,
      greeting,
      journeyId: stream,
      inHours: inOpenHours,
      notAgainDays,
      isActive: isOn,
      place,
      channelId,
    } = row;
    return { name, conditions, type, greeting, stream, inOpenHours, notAgainDays, isOn, order: place + 1, channelId };
  },
  nameOf: ({ name }) => String(name),
  link: (_id, { channelId }) => `/admin/channels/${String(channelId)}`,
});
