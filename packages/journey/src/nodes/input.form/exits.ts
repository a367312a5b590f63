import { type Exits, needed, optional, sentAndWatched, timeout } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: (config) => [...needed('ok'), ...optional('closed'), ...timeout(config.timeoutSeconds), ...sentAndWatched(config)],
};
