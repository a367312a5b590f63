import { type Exits, needed } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = { list: () => needed('next') };
