import { endpoints } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces } from '../../../personal-data.ts';
import { blacklistOfPerson, blacklistWishes } from './blacklist.personal.ts';
import { blacklistRecord } from './blacklist.record.ts';
import { addNumbers, getEntry, importNumbers, listBlacklist, putEntryBack, removeEntry, updateEntry } from './blacklist.service.ts';
import { getSettings, putSettingsBack, saveSettings, sendingSettingsRecord } from './settings.service.ts';

const calls = endpoints.blacklist;

export const blacklist: Module = {
  name: 'blacklist',
  extensions: [extend(personalData, blacklistOfPerson), extend(personalTraces, blacklistWishes)],
  records: [
    withPutBack(blacklistRecord, { fields: ['kind', 'reason', 'source', 'channelId'], save: putEntryBack }),
    withPutBack(sendingSettingsRecord, {
      fields: Object.keys(sendingSettingsRecord.fields),
      save: (ctx, _id, values) => putSettingsBack(ctx, values),
    }),
  ],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => listBlacklist(ctx, query));
    route(app, calls.create, async (ctx, { body }) => {
      const { numbers, ...adding } = body;
      return answer(await addNumbers(ctx, numbers, adding), 'The blacklist has the numbers.');
    });
    route(app, calls.importNumbers, async (ctx, { body }) => {
      const { text, ...adding } = body;
      return importNumbers(ctx, text, { ...adding, source: 'import' });
    });
    route(app, calls.get, async (ctx, { params }) => ({ blacklist: await getEntry(ctx, params.entryId) }));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer({ blacklist: await updateEntry(ctx, params.entryId, body) }, 'Saved.'),
    );
    route(app, calls.remove, async (ctx, { params, query }) => {
      await removeEntry(ctx, params.entryId, query.reason);
      return answer(null, 'The number is off the blacklist.');
    });
    route(app, calls.getSettings, (ctx) => getSettings(ctx));
    route(app, calls.saveSettings, async (ctx, { body }) => answer(await saveSettings(ctx, body), 'Saved.'));
  },
};
