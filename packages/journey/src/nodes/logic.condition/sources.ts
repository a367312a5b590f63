import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = { collect: (to, { test }) => to.test('test', test), branches: true };
