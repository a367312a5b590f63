import { sampledAt } from '../../expression/path.ts';
import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { address, query, headers, body }) {
    to.plain('address', address);
    for (const [place, { value }] of query.entries()) to.expression(`query.${place}.value`, value);
    for (const [place, { value }] of headers.entries()) to.expression(`headers.${place}.value`, value);
    if (body.kind === 'json') to.plain('body.text', body.text);
    if (body.kind === 'form') for (const [place, { value }] of body.fields.entries()) to.expression(`body.fields.${place}.value`, value);
  },
  sets: ({ picks, statuses }) => picks.map(({ variable }) => ({ variable, exits: ['ok', ...statuses.map(({ id }) => id)] })),
  fills: ({ picks, sample }) =>
    picks.flatMap(({ path, variable }, place) => {
      const value = sampledAt(sample, path);
      return value === undefined ? [] : [{ variable, value, field: `picks.${place}`, path }];
    }),
  isCall: true,
};
