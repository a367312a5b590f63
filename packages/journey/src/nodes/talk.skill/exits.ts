import { type Exits, needed, optional, timeout } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ intents, timeoutSeconds }) => [
    ...needed(...intents.map(({ id }) => id), 'done'),
    ...optional('notUnderstood', 'handOver'),
    ...timeout(timeoutSeconds),
    ...optional('error'),
  ],
  title: ({ intents }, exit) => intents.find(({ id }) => id === exit)?.intent.name ?? '',
};
